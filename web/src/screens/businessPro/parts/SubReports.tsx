/** The sub-reports of an item as links to their pages; who writes the record adds one. */
import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import type { ItemScreen } from '@/api/shapes';
import { userQuery } from '@/api/user';
import { StateNote } from '@/ui/Panel';

const FormDialog = lazy(() => import('@/views/FormDialog'));
const PAGE = '/businessPro/subReport?id=';

export function SubReportRows({ subs }: { subs: ItemScreen['subs'] }) {
  if (subs.rows.length === 0) return <StateNote kind="empty" title="没有分项报告" />;
  return (
    <table className="plain">
      <thead>
        <tr>
          <th style={{ width: 184 }}>编号</th>
          <th>名称</th>
          <th>结论</th>
          <th>页数</th>
          <th>状态</th>
          <th>审核人</th>
        </tr>
      </thead>
      <tbody>
        {subs.rows.map((one) => (
          <tr key={one.id}>
            <td>
              <Link className="code" to={`${PAGE}${one.id}`}>
                {one.subno}
              </Link>
            </td>
            <td>{one.subname}</td>
            <td>{one.subresult}</td>
            <td>{one.pages || ''}</td>
            <td className={one.step === 'DONE' ? undefined : 'caution'}>{one.stepName}</td>
            <td>{one.auditor}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

interface Props {
  screen: ItemScreen;
  readOnly: boolean;
  /** What is typed is stored before the page is left. */
  flush: () => Promise<boolean>;
  reload: () => void;
}

export function SubReportsPart({ screen, readOnly, flush, reload }: Props) {
  const [open, setOpen] = useState(false);
  const left = useRef(false);
  const navigate = useNavigate();
  const { data: me } = useQuery(userQuery);
  const begun = { tester_id: me?.id, tester_idName: me?.name, testdate: screen.head.inspdate ?? undefined };
  // The tab comes back into sight after the sub-report was written.
  useEffect(() => {
    if (left.current) reload();
    left.current = false;
  }, [reload]);
  const made = (answer: unknown) => {
    left.current = true;
    navigate(`${PAGE}${(answer as { id: string }).id}`);
  };
  return (
    <div className="entry-subs">
      <p className="hint">
        分项报告自成一份：新增后在它的页面上传 PDF 文件、提交分项审核，审核通过后装订在主报告之后一并签章。
      </p>
      <SubReportRows subs={screen.subs} />
      {!readOnly && (
        <Button onClick={() => void flush().then((stored) => stored && setOpen(true))}>新增分项报告</Button>
      )}
      {open && (
        <Suspense fallback={null}>
          <FormDialog
            viewNo="sub_report_make_form"
            ids={[screen.head.id]}
            rows={[{ ...screen.head }]}
            initial={begun}
            onClose={() => setOpen(false)}
            onSaved={made}
          />
        </Suspense>
      )}
    </div>
  );
}
