/** The phone's side of an attachment: opened by the code on the office screen, takes photos and sends them. */
import { type ChangeEvent, useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import { phoneRecord, uploadAttachment } from '@/api/attachments';
import { messageOf } from '@/api/client';
import type { PhoneRecord, Uploaded } from '@/api/shapes';
import { formatSize } from '@/ui/format';
import { PublicFrame } from '@/ui/PublicFrame';

interface Sending {
  key: number;
  name: string;
  percent: number;
  fault?: string;
}

/** Photos of phones have ten megapixels; a document is readable with two. */
const LONGEST_SIDE = 2000;
const QUALITY = 0.85;

async function smaller(file: File): Promise<File> {
  if (!file.type.startsWith('image/') || typeof createImageBitmap === 'undefined') return file;
  const picture = await createImageBitmap(file);
  const scale = LONGEST_SIDE / Math.max(picture.width, picture.height);
  if (scale >= 1) return file;
  const canvas = document.createElement('canvas');
  canvas.width = Math.round(picture.width * scale);
  canvas.height = Math.round(picture.height * scale);
  canvas.getContext('2d')?.drawImage(picture, 0, 0, canvas.width, canvas.height);
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', QUALITY));
  return blob ? new File([blob], `${file.name.replace(/\.\w+$/, '')}.jpg`, { type: 'image/jpeg' }) : file;
}

export default function AttachmentUpload() {
  const said = new URLSearchParams(useLocation().hash.slice(1)); // behind the #, which no server is sent
  const token = said.get('token') ?? '';
  const attrefsysid = said.get('attrefsysid') ?? '';
  const [record, setRecord] = useState<PhoneRecord | null>(null);
  const [files, setFiles] = useState<Uploaded[]>([]);
  const [sending, setSending] = useState<Sending[]>([]);
  const [fault, setFault] = useState('');
  const usable = Boolean(token && attrefsysid);

  useEffect(() => {
    if (!usable) return;
    phoneRecord(token, attrefsysid)
      .then(setRecord)
      .catch((error: unknown) => setFault(messageOf(error)));
  }, [usable, token, attrefsysid]);

  const send = async (file: File) => {
    const key = Date.now() + Math.random();
    const patch = (change: Partial<Sending>) =>
      setSending((all) => all.map((entry) => (entry.key === key ? { ...entry, ...change } : entry)));
    setSending((all) => [...all, { key, name: file.name, percent: 0 }]);
    try {
      const ready = await smaller(file);
      const saved = await uploadAttachment({ token, attrefsysid }, ready, (percent) => patch({ percent }));
      setFiles((all) => [...all, ...saved]);
      setSending((all) => all.filter((entry) => entry.key !== key));
    } catch (error) {
      patch({ fault: messageOf(error) });
    }
  };

  const choose = (event: ChangeEvent<HTMLInputElement>) => {
    for (const file of event.target.files ?? []) void send(file);
    event.target.value = '';
  };

  return (
    <PublicFrame title="手机上传附件">
      {!usable && (
        <section className="public-card">
          <h1>二维码已失效</h1>
          <p className="soft">请在电脑上重新打开二维码，再用手机扫描</p>
        </section>
      )}
      {usable && (
        <section className="public-card public-form">
          <h1>上传附件</h1>
          {record && (
            <p className="soft">
              {record.title} {record.number}
            </p>
          )}
          <label className="public-button upload-button">
            拍照上传
            <input
              type="file"
              accept="image/jpeg,image/png,image/webp"
              capture="environment"
              hidden
              disabled={!record}
              onChange={choose}
            />
          </label>
          <label className="public-button upload-button quiet">
            从相册或文件选择
            <input type="file" multiple hidden disabled={!record} onChange={choose} />
          </label>
          {fault && (
            <p className="caution" role="alert">
              {fault}
            </p>
          )}
        </section>
      )}
      {(sending.length > 0 || files.length > 0) && (
        <section className="public-card" aria-live="polite">
          <h1>已上传 {files.length} 个</h1>
          <ul className="public-files">
            {sending.map((entry) => (
              <li key={entry.key}>
                {entry.name}
                {entry.fault ? (
                  <span className="caution">{entry.fault}</span>
                ) : (
                  <progress value={entry.percent} max={100} aria-label="上传进度" />
                )}
              </li>
            ))}
            {files.map((file) => (
              <li key={file.attsysid}>
                {file.name}
                <span className="hint">{formatSize(file.size)}</span>
              </li>
            ))}
          </ul>
        </section>
      )}
    </PublicFrame>
  );
}
