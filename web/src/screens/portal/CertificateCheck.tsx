/** What the code on a certificate opens: masked name, items, limits, validity and state, for everybody. */
import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';
import { messageOf, read } from '@/api/client';
import type { CheckedCertificate } from '@/api/shapes';
import { PublicFrame } from '@/ui/PublicFrame';

export default function CertificateCheck() {
  const [search] = useSearchParams();
  const no = search.get('no') ?? '';
  const code = search.get('code') ?? '';
  const [found, setFound] = useState<CheckedCertificate | null>(null);
  const [fault, setFault] = useState('');

  useEffect(() => {
    if (!no) return;
    read('/api/public/certificate', { no, code }, { stay: true })
      .then(setFound)
      .catch((error: unknown) => setFault(messageOf(error)));
  }, [no, code]);

  return (
    <PublicFrame title="证书查验">
      <section className="public-card" aria-live="polite">
        <h1>特种设备安全管理和作业人员证</h1>
        {!no && <p className="soft">请扫描证书上的二维码打开</p>}
        {fault && (
          <p className="caution" role="alert">
            {fault}
          </p>
        )}
        {found && (
          <>
            <dl className="public-lines">
              <div>
                <dt>持证人</dt>
                <dd>{found.name}</dd>
              </div>
              <div>
                <dt>档案编号</dt>
                <dd>{found.archiveno}</dd>
              </div>
            </dl>
            {found.items.map((one) => (
              <dl className="public-lines" key={`${one.item} ${one.validto}`}>
                <div>
                  <dt>作业项目</dt>
                  <dd>{one.item}</dd>
                </div>
                {one.limits && (
                  <div>
                    <dt>限定范围</dt>
                    <dd>{one.limits}</dd>
                  </div>
                )}
                <div>
                  <dt>有效期至</dt>
                  <dd>{one.validto}</dd>
                </div>
                <div>
                  <dt>状态</dt>
                  <dd className={one.valid ? undefined : 'late'}>{one.state}</dd>
                </div>
              </dl>
            ))}
          </>
        )}
      </section>
    </PublicFrame>
  );
}
