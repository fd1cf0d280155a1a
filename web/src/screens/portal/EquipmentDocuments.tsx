/** The documents of a machine, for whoever has a session and may see it; others are told to log in. */
import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';
import { type Attachment, previewUrl } from '@/api/attachments';
import { messageOf, read } from '@/api/client';
import { formatDate, formatSize } from '@/ui/format';
import { PublicFrame } from '@/ui/PublicFrame';

export default function EquipmentDocuments() {
  const [search] = useSearchParams();
  const attrefsysid = search.get('attrefsysid') ?? search.get('id') ?? '';
  const [files, setFiles] = useState<Attachment[] | null>(null);
  const [fault, setFault] = useState('');

  useEffect(() => {
    if (!attrefsysid) return;
    read<Attachment[]>('/a/stone/attachment/findAttList', { attrefsysid }, { stay: true })
      .then(setFiles)
      .catch((error: unknown) => setFault(messageOf(error)));
  }, [attrefsysid]);

  return (
    <PublicFrame title="设备资料">
      <section className="public-card">
        <h1>设备资料</h1>
        {!attrefsysid && <p className="soft">请扫描设备上的二维码打开，或登录后在设备档案中查看</p>}
        {fault && (
          <p className="caution" role="alert">
            {fault}{' '}
            <a href={`/login?redirect=${encodeURIComponent(location.pathname + location.search)}`}>去登录</a>
          </p>
        )}
        {files?.length === 0 && <p className="soft">没有可以查看的资料</p>}
        <ul className="public-files">
          {files?.map((file) => (
            <li key={file.attsysid}>
              <a href={previewUrl(file.attsysid)} target="_blank" rel="noopener noreferrer">
                {file.name}
              </a>
              <span className="hint">
                {file.typeName}　{formatSize(file.size)}　{formatDate(file.createTime)}
              </span>
            </li>
          ))}
        </ul>
      </section>
    </PublicFrame>
  );
}
