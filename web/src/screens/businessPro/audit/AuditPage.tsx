/** Confirming, auditing and approving: the report left, what to look at right, one decision below. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { App, Button } from 'antd';
import { useEffect, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { messageOf, post } from '@/api/client';
import { type AuditScreen, auditQuery, openItem, sendItemsBack } from '@/screens/businessPro/api';
import { limitWords } from '@/screens/businessPro/parts/limit';
import { PdfView } from '@/screens/businessPro/parts/PdfView';
import { useTab, useTabTitle } from '@/ui/tab';
import { FaultNote } from '@/views/ListStates';
import { StepStrip } from '@/workflow/StepStrip';
import { AuditTabs } from './AuditTabs';
import { DecisionFoot, type Verdict } from './DecisionFoot';
import { type AuditFlow, handsOf, isApproval, reportPath } from './flows';
import { IssuedDialog } from './IssuedDialog';
import './audit.css';
import '@/screens/businessPro/parts/business.css';

export function AuditPage({ flow }: { flow: AuditFlow }) {
  const [search] = useSearchParams();
  const { memory } = useTab();
  // The page walks through its pile inside one tab; where it is survives a reload.
  const [id, setId] = useState(() => String(memory.get('current') ?? search.get('id') ?? ''));
  const go = (next: string) => {
    memory.set('current', next);
    setId(next);
  };
  return <Audit key={id} id={id} flow={flow} onGo={go} />;
}

interface Props {
  id: string;
  flow: AuditFlow;
  onGo: (id: string) => void;
}

function Audit({ id, flow, onGo }: Props) {
  const { message } = App.useApp();
  const client = useQueryClient();
  const navigate = useNavigate();
  const tab = useTab();
  const query = useQuery(auditQuery(id));
  const screen = query.data;
  const head = screen?.head;
  const mine = Boolean(head?.mine && flow.steps.includes(head.step));
  const [busy, setBusy] = useState(false);
  const [issued, setIssued] = useState<{ id: string; reportno: string } | null>(null);
  useTabTitle(head?.reportno || head?.seisn);
  const next = screen?.next;
  useEffect(() => {
    if (mine) void openItem(id);
  }, [mine, id]);
  // The next report is loaded while this one is read.
  useEffect(() => {
    if (next) void client.prefetchQuery(auditQuery(next.id));
  }, [next, client]);

  const leave = () => {
    tab.memory.set('current', '');
    tab.close();
    navigate(flow.list);
  };
  const walk = () => {
    if (next && next.id !== id) onGo(next.id);
    else leave();
  };
  const decided = () => {
    void client.invalidateQueries({ queryKey: ['rows'] });
    // This one is not waiting any more, so the pile of the prefetched next one is counted anew.
    if (next) client.removeQueries({ queryKey: auditQuery(next.id).queryKey });
  };

  /** One report at a time: each decision is sent before the next report is shown. */
  const decide = async (verdict: Verdict) => {
    if (!head || busy) return;
    setBusy(true);
    try {
      if (verdict.kind === 'agree') {
        await post(flow.forward(head.step), { ids: [id], opinion: verdict.opinion });
        message.success(`${head.reportno} ${flow.done}`);
      } else {
        const { toStep, reasonId, reasonLabel, opinion } = verdict;
        await sendItemsBack({ ids: [id], toStep, reasonId, reasonLabel, detailDesc: opinion });
        message.success(`${head.reportno} 已退回`);
      }
      decided();
      if (verdict.kind === 'agree' && isApproval(flow)) setIssued({ id, reportno: head.reportno });
      else walk();
    } catch (error) {
      message.error(messageOf(error));
    } finally {
      setBusy(false);
    }
  };

  if (query.isError) return <FaultNote error={query.error} onRetry={() => query.refetch()} />;
  if (!screen || !head) return <div className="page fixed" />;
  const limit = limitWords(head.limit_at);
  const chip = limit?.late ? 'chip alarm' : limit?.soon ? 'chip warn' : 'hint';
  return (
    <div className="page fixed audit-page">
      <StepStrip
        title={head.reportno || head.seisn}
        subject={`${head.testsortName}　${head.unitname}　${head.equname} ${head.useplace}`}
        who={handsOf(head)}
        index={mine && screen.place > 0 ? screen.place : undefined}
        total={mine && screen.place > 0 ? screen.waiting : undefined}
        actions={
          limit &&
          mine && (
            <span className={chip}>
              {flow.limit} {limit.text}
            </span>
          )
        }
      />
      <div className="audit-columns">
        <section className="panel audit-paper">
          <PdfView path={reportPath(head)} form={{ id }} title={`报告 ${head.reportno}`} />
        </section>
        <div className="audit-side">
          <AuditTabs screen={screen} approval={isApproval(flow)} />
          {mine ? (
            <DecisionFoot screen={screen} flow={flow} busy={busy} onDecide={decide} onSkip={walk} />
          ) : (
            <section className="panel step-foot">
              <span className="soft">现在在{head.stepName}环节，只能查看</span>
              <span className="spacer" />
              {head.step !== 'DONE' && flow.steps.includes(head.step) && (
                <span className="caution">不能办理自己编制或审核过的报告</span>
              )}
            </section>
          )}
          {mine && <NextLine screen={screen} onNext={walk} />}
        </div>
      </div>
      {issued && (
        <IssuedDialog
          id={issued.id}
          reportno={issued.reportno}
          more={Boolean(next)}
          onClose={() => {
            setIssued(null);
            walk();
          }}
        />
      )}
    </div>
  );
}

function NextLine({ screen, onNext }: { screen: AuditScreen; onNext: () => void }) {
  const { next } = screen;
  if (!next) {
    return (
      <section className="panel next-line">
        <span className="hint">这是最后一件</span>
      </section>
    );
  }
  return (
    <section className="panel next-line">
      <span className="hint">下一件已载入</span>
      <b className="code">{next.reportno}</b>
      <span className="ellipsis">
        {next.equname}　{next.unitname}
      </span>
      <span className="spacer" />
      <Button size="small" type="text" onClick={onNext}>
        下一件 <kbd>N</kbd>
      </Button>
    </section>
  );
}
