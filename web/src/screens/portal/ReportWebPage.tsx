/** Anybody with the number and the code on a report can see here whether it is genuine. */
import { type FormEvent, useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';
import { messageOf } from '@/api/client';
import { proveReport, verifyReport } from '@/api/common';
import type { ReportProof, ReportVerification } from '@/api/shapes';
import { base64OfBytes } from '@/api/user';
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
      <ProofCard />
    </PublicFrame>
  );
}

/** A place for the file itself: judged on the server by its digest, signature and seal. */
function ProofCard() {
  const [proof, setProof] = useState<ReportProof | null>(null);
  const [fault, setFault] = useState('');
  const [busy, setBusy] = useState(false);
  const [over, setOver] = useState(false);
  const judge = async (files: FileList | null) => {
    const chosen = [...(files ?? [])];
    const beside = chosen.find((one) => one.name.toLowerCase().endsWith('.p7s'));
    const file = chosen.find((one) => one !== beside);
    if (busy || !chosen.length) return;
    if (!file) {
      setFault('请把报告的PDF文件和国密签名文件一起选上');
      return;
    }
    setBusy(true);
    setFault('');
    setProof(null);
    try {
      setProof(await proveReport(file, beside && base64OfBytes(new Uint8Array(await beside.arrayBuffer()))));
    } catch (error) {
      setFault(messageOf(error, '文件没有查验成功，请稍后再试'));
    } finally {
      setBusy(false);
    }
  };
  return (
    <>
      <section className="public-card">
        <h1>查验报告文件</h1>
        <label
          className={over ? 'public-drop over' : 'public-drop'}
          onDragOver={(event) => {
            event.preventDefault();
            setOver(true);
          }}
          onDragLeave={() => setOver(false)}
          onDrop={(event) => {
            event.preventDefault();
            setOver(false);
            void judge(event.dataTransfer.files);
          }}
        >
          <input
            type="file"
            multiple
            accept="application/pdf,.pdf,.p7s"
            disabled={busy}
            aria-label="报告的 PDF 文件"
            onChange={(event) => void judge(event.target.files)}
          />
          {busy ? '正在查验' : '点击选择报告的 PDF 文件，或拖到这里'}
        </label>
        <p className="hint">文件只用于查验，不会保存。有国密签名文件（.p7s）的，可与 PDF 一起选上。</p>
        {fault && (
          <p className="caution" role="alert">
            {fault}
          </p>
        )}
      </section>
      {proof && (
        <section className="public-card" aria-live="polite">
          <h1 className={proof.report?.current ? undefined : 'late'}>{proof.title}</h1>
          <ul className="public-proof">
            {proof.lines.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        </section>
      )}
      {proof?.report && <Result report={proof.report} />}
    </>
  );
}

function Result({ report }: { report: ReportVerification }) {
  const lines: [string, string | undefined][] = [
    ['报告编号', report.reportno],
    ['报告名称', report.title],
    ['使用单位', report.unitname],
    ['设备', report.equname],
    ['设备代码、编号', report.equcode],
    ['使用登记证编号', report.usecertno],
    ['检验结论', report.conclusion],
    ['检验日期', formatDate(report.inspdate)],
    ['下次检验日期', formatDate(report.ninspdate)],
    ['检验机构', report.orgname],
    ['签发时间', formatDateTime(report.issuedAt)],
    ['签发人', report.signer],
    ['文件摘要', report.digest],
  ];
  return (
    <section className="public-card" aria-live="polite">
      <h1 className={report.current ? undefined : 'late'}>{report.heading}</h1>
      {report.notes.map((note) => (
        <p key={note} className="caution">
          {note}
        </p>
      ))}
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
      {report.sm2 && <p className={report.sm2.includes('不能采信') ? 'caution' : 'hint'}>{report.sm2}</p>}
      {report.pdfUrl && (
        <p>
          <a href={report.pdfUrl} target="_blank" rel="noopener noreferrer">
            查看报告
          </a>
          {report.p7sUrl && (
            <>
              {' '}
              <a href={report.p7sUrl} download>
                下载国密签名（.p7s）
              </a>
            </>
          )}
        </p>
      )}
    </section>
  );
}
