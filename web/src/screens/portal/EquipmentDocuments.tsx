/** What a device's QR label opens: the facts of its use mark for everybody, its documents for who may see them. */
import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';
import { previewUrl } from '@/api/attachments';
import { messageOf, read } from '@/api/client';
import { sessionStore } from '@/api/sessionStore';
import type { AttachmentLine, UseMark as Mark } from '@/api/shapes';
import { formatDate, formatSize } from '@/ui/format';
import { PublicFrame } from '@/ui/PublicFrame';

/** Where somebody who is logged in goes on: the devices that he sees. */
const DEVICES = '/bsArchives/equipment/allEquipentQuery';

export default function EquipmentDocuments() {
  const [search] = useSearchParams();
  const attrefsysid = search.get('attrefsysid') ?? search.get('id') ?? '';
  const code = search.get('code') ?? '';
  return (
    <PublicFrame title="设备资料">
      {code && <UseMark code={code} />}
      {attrefsysid && <Documents attrefsysid={attrefsysid} />}
      {!code && !attrefsysid && (
        <section className="public-card">
          <h1>设备资料</h1>
          <p className="soft">请扫描设备上的二维码打开，或登录后在设备档案中查看</p>
        </section>
      )}
    </PublicFrame>
  );
}

function UseMark({ code }: { code: string }) {
  const [mark, setMark] = useState<Mark | null>(null);
  const [fault, setFault] = useState('');

  useEffect(() => {
    read('/api/public/equipment', { code }, { stay: true })
      .then(setMark)
      .catch((error: unknown) => setFault(messageOf(error)));
  }, [code]);

  if (fault) {
    return (
      <section className="public-card">
        <h1>设备资料</h1>
        <p className="caution" role="alert">
          {fault}
        </p>
      </section>
    );
  }
  if (!mark) return null;
  const lines: [string, string | null][] = [
    ['设备类别', mark.kind],
    ['设备代码', mark.equcode],
    ['使用登记证编号', mark.usecertno],
    ['单位内编号', mark.equinnerno],
    ['应急救援识别码', mark.rescue],
    ['使用单位', mark.useorgname],
    ['使用地点', mark.useplace],
    ['维保单位', mark.maiorgname],
    ['使用状态', mark.status],
    ['最近检验', mark.inspdate],
    ['下次检验日期', mark.ninspdate],
    ['检验机构', mark.inspectedBy],
    ['监管机构', mark.superorgname],
  ];
  return (
    <section className="public-card" aria-live="polite">
      <h1 className={mark.overdue ? 'late' : undefined}>
        {mark.equname}
        {mark.overdue && '　超期未检'}
      </h1>
      {mark.stopped && (
        <p className="late" role="alert">
          已被责令停止使用（{mark.stopped}），请勿使用
        </p>
      )}
      <dl className="public-lines">
        {lines.map(([label, value]) =>
          value ? (
            <div key={label}>
              <dt>{label}</dt>
              <dd className={label === '下次检验日期' && mark.overdue ? 'late' : undefined}>{value}</dd>
            </div>
          ) : null,
        )}
      </dl>
      {mark.rescue && (
        <p>
          电梯困人请拨打 <a href="tel:96333">96333</a>，报识别码 {mark.rescue}
        </p>
      )}
      {sessionStore.isLoggedIn() && (
        <p>
          <a href={`${DEVICES}?codes=${encodeURIComponent(mark.equcode)}`}>在平台中打开</a>
        </p>
      )}
    </section>
  );
}

function Documents({ attrefsysid }: { attrefsysid: string }) {
  const [files, setFiles] = useState<AttachmentLine[] | null>(null);
  const [fault, setFault] = useState('');

  useEffect(() => {
    read('/a/stone/attachment/findAttList', { attrefsysid }, { stay: true })
      .then(setFiles)
      .catch((error: unknown) => setFault(messageOf(error)));
  }, [attrefsysid]);

  return (
    <section className="public-card">
      <h1>设备资料</h1>
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
  );
}
