/** Anybody with the number and the code on a report can see here whether it is genuine. */
import { type FormEvent, useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';
import { messageOf } from '@/api/client';
import { verifyReport } from '@/api/common';
import type { ReportVerification } from '@/api/shapes';
import { formatDate, formatDateTime } from '@/ui/format';
import { PublicFrame } from '@/ui/PublicFrame';

const FAILED = '电子表单信息获取失败';

export default function ReportWebPage() {
  const [search, setSearch] = useSearchParams();
  const reportno = search.get('reportno') ?? '';
  const code = search.get('code') ?? '';
  const [report, setReport] = useState<ReportVerification | null>(null);
  const [fault, setFault] = useState('');
  const [busy, setBusy] = useState(false);

  useEffect(() => {
    if (!reportno || !code) return;
    let current = true;
    setBusy(true);
    setFault('');
    setReport(null);
    verifyReport(reportno, code)
      .then((found) => current && setReport(found))
      .catch((error: unknown) => current && setFault(messageOf(error, FAILED)))
      .finally(() => current && setBusy(false));
    return () => {
      current = false;
    };
  }, [reportno, code]);

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const typed = new FormData(event.currentTarget);
    setSearch({ reportno: String(typed.get('reportno')).trim(), code: String(typed.get('code')).trim() });
  };

  return (
    <PublicFrame title="电子表单">
      <form className="public-card public-form" onSubmit={submit}>
        <h1>检验报告核验</h1>
        <label>
          报告编号
          <input name="reportno" required defaultValue={reportno} autoComplete="off" />
        </label>
        <label>
          验证码
          <input
            name="code"
            required
            defaultValue={code}
            autoComplete="off"
            placeholder="印在报告首页二维码旁"
          />
        </label>
        <button type="submit" disabled={busy}>
          {busy ? '正在核验' : '核验'}
        </button>
        {fault && (
          <p className="caution" role="alert">
            {fault}
          </p>
        )}
      </form>
      {report && <Result report={report} />}
    </PublicFrame>
  );
}

function Result({ report }: { report: ReportVerification }) {
  const lines: [string, string | undefined][] = [
    ['报告编号', report.reportno],
    ['报告名称', report.title],
    ['使用单位', report.unitname],
    ['设备', report.equname],
    ['检验结论', report.conclusion],
    ['检验日期', formatDate(report.inspdate)],
    ['签发时间', formatDateTime(report.issuedAt)],
    ['签发人', report.signer],
    ['文件摘要', report.digest],
  ];
  return (
    <section className="public-card" aria-live="polite">
      <h1 className={report.valid ? undefined : 'late'}>
        {report.valid ? '报告真实有效' : '报告已失效或被替换'}
      </h1>
      {report.note && <p className="caution">{report.note}</p>}
      <dl className="public-lines">
        {lines.map(([label, value]) =>
          value ? (
            <div key={label}>
              <dt>{label}</dt>
              <dd className={label === '检验结论' && value.includes('不合格') ? 'late' : undefined}>
                {value}
              </dd>
            </div>
          ) : null,
        )}
      </dl>
      {report.pdfUrl && (
        <p>
          <a href={report.pdfUrl} target="_blank" rel="noopener noreferrer">
            查看报告
          </a>
        </p>
      )}
    </section>
  );
}
