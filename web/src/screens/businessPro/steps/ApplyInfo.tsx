/** 查看申报单: everything about a declaration, also found by one of its business numbers. */
import { useQuery } from '@tanstack/react-query';
import { Button, Tabs } from 'antd';
import { useContext } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { get, read } from '@/api/client';
import { flowLogQuery } from '@/api/common';
import type { Row } from '@/api/layout';
import type { DeclarationDetail, Page } from '@/api/shapes';
import { declarationQuery } from '@/screens/businessPro/api';
import { Checks } from '@/screens/businessPro/parts/Checks';
import { Attachments } from '@/ui/Attachments';
import { limitWords } from '@/ui/limit';
import { Panel } from '@/ui/Panel';
import { usePermission } from '@/ui/permission';
import { useTabTitle } from '@/ui/tab';
import { FaultNote, NoRecord, NotFound } from '@/views/ListStates';
import { PrintContext } from '@/views/useActions';
import { FlowLogTable } from '@/workflow/FlowLog';
import { moveNamed } from '@/workflow/MoveDialog';
import { Standing } from '@/workflow/Standing';
import { StepStrip } from '@/workflow/StepStrip';
import { Devices, ReturnNote, Summary } from './DeclarationSummary';
import { PrintLines } from './PrintLines';
import '@/screens/businessPro/apply/apply.css';
import '@/screens/businessPro/parts/business.css';

/** The flow log knows the declaration number of a business item; the list knows its key. */
async function idOfNumber(appno: string, seisn: string): Promise<string> {
  const wanted = appno || (await read('/api/businesspro/common/getFlowLog', { seisn })).appno;
  const page = await get<Page>('/api/businesspro/appmain/findList', {
    appno: wanted,
    pageNo: 1,
    pageSize: 2,
  });
  return String(page.list.find((row) => row.appno === wanted)?.id ?? '');
}

export default function ApplyInfo() {
  const [search] = useSearchParams();
  const seisn = search.get('seisn') ?? '';
  const appno = search.get('appno') ?? '';
  const found = useQuery({
    queryKey: ['declaration of', appno, seisn],
    queryFn: () => idOfNumber(appno, seisn),
    enabled: Boolean(appno || seisn) && !search.get('id'),
  });
  const id = search.get('id') ?? found.data ?? '';
  const query = useQuery(declarationQuery(id));
  const error = found.error ?? query.error;
  if (error)
    return <FaultNote error={error} onRetry={() => (found.error ? found.refetch() : query.refetch())} />;
  if (!id && !found.isFetching) return found.isSuccess ? <NotFound what="申报单" /> : <NoRecord />;
  if (!query.data) return <div className="page fixed" />;
  return <Info declaration={query.data} seisn={seisn} />;
}

function Info({ declaration, seisn }: { declaration: DeclarationDetail; seisn: string }) {
  const { main, equipment } = declaration;
  const navigate = useNavigate();
  const print = useContext(PrintContext);
  const { can, guard } = usePermission();
  const id = String(main.id);
  const appno = String(main.appno);
  useTabTitle(seisn || appno);
  // Read once more only for its count; the tab shows the same answer.
  const log = useQuery({ ...flowLogQuery({ appno }), staleTime: 10_000 });
  const limit = limitWords(main.limit_at as string | null);
  const editable = Boolean(moveNamed(declaration.moves, 'submit'));
  const own = seisn ? equipment.filter((row) => (row.business as Row | null)?.seisn === seisn) : equipment;
  const say = (printType: string, title: string) =>
    guard('inspection:apply:print', () => print({ printType, ids: [id], title, seisns: [appno] }));
  const tabs = [
    { key: 'info', label: '申报内容' },
    { key: 'log', label: `流转日志 ${log.data?.rows.length ?? ''}` },
    { key: 'prints', label: '打印记录' },
    { key: 'files', label: '附件' },
  ].map((tab) => ({
    ...tab,
    children:
      tab.key === 'info' ? (
        <div className="info-body">
          <Summary declaration={declaration} />
          <Devices declaration={own.length > 0 ? { ...declaration, equipment: own } : declaration} items />
          {editable && (
            <Panel title="提交前">
              <Checks checks={declaration.checks} />
            </Panel>
          )}
        </div>
      ) : tab.key === 'log' ? (
        <FlowLogTable {...(seisn ? { seisn } : { appno })} />
      ) : tab.key === 'prints' ? (
        <PrintLines id={id} seisns={seisn ? [seisn, appno] : undefined} />
      ) : (
        <Attachments attrefsysid={id} owner="application" readOnly={!editable} />
      ),
  }));
  return (
    <div className="page fixed">
      <StepStrip
        title={appno}
        subject={`${String(main.unitname)}　${String(main.testsortName ?? '')} ${String(main.equcount)} 台`}
        who={String(main.statusName)}
        limit={limit ? `办理期限 ${limit.text}` : undefined}
        late={limit?.late}
        actions={
          <>
            {can('inspection:apply:print') && (
              <>
                <Button onClick={() => say('SBDDY', '申报单')}>申报单</Button>
                <Button onClick={() => say('SBHZD', '申报回执单')}>申报回执单</Button>
              </>
            )}
            {editable && (
              <Button type="primary" onClick={() => navigate(`/businessPro/apply2?id=${id}&taskId=${id}`)}>
                编辑
              </Button>
            )}
          </>
        }
      />
      {declaration.standing ? <Standing notice={declaration.standing} /> : <ReturnNote row={main} />}
      <section className="panel info-tabs">
        <Tabs size="small" items={tabs} />
      </section>
    </div>
  );
}
