/** Confirming, auditing and approving: the report left, what to look at right, one decision below. */

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Button } from 'antd';
import { useEffect, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { doneWords, messageOf, postEnvelope } from '@/api/client';
import { seen } from '@/api/seen';
import type { AuditScreen } from '@/api/shapes';
import { IssuedDialog } from '@/print/IssuedDialog';
import { PdfView } from '@/print/PdfView';
import { auditQuery, openItem } from '@/screens/businessPro/api';
import { limitWords } from '@/ui/limit';
import { useTab, useTabTitle } from '@/ui/tab';
import { useApp } from '@/ui/useApp';
import { FaultNote } from '@/views/ListStates';
import { backOf, primaryOf } from '@/workflow/MoveDialog';
import { Standing } from '@/workflow/Standing';
import { StepStrip } from '@/workflow/StepStrip';
import { AuditTabs } from './AuditTabs';
import { DecisionFoot, type Verdict } from './DecisionFoot';
import { type Marks, markRows } from './marks';
import { remarksOf } from './remarks';
import { handsOf, reportPath } from './report';
import './audit.css';
import '@/screens/businessPro/parts/business.css';

interface Made {
  /** The moves that are decided on here. */
  moves: string[];
  /** After this decision the report is signed. */
  approval?: boolean;
}

export function AuditPage(made: Made) {
  const [search] = useSearchParams();
  const { memory } = useTab();
  // The page walks through its pile inside one tab; where it is survives a reload.
  const [id, setId] = useState(() => String(memory.get('current') ?? search.get('id') ?? ''));
  const go = (next: string) => {
    memory.set('current', next);
    setId(next);
  };
  return <Audit key={id} id={id} onGo={go} {...made} />;
}

interface Props extends Made {
  id: string;
  onGo: (id: string) => void;
}

function Audit({ id, moves, approval = false, onGo }: Props) {
  const { message } = useApp();
  const client = useQueryClient();
  const navigate = useNavigate();
  const tab = useTab();
  const query = useQuery(auditQuery(id));
  const screen = query.data;
  const head = screen?.head;
  const agreeing = primaryOf(head?.moves);
  const returning = backOf(head?.moves);
  const here = Boolean(agreeing && moves.includes(agreeing.name));
  const mine = Boolean(head?.mine && here);
  const [busy, setBusy] = useState(false);
  const [reasons, setReasons] = useState<Record<string, string>>({});
  const [marks, setMarks] = useState<Marks>({});
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
    if (head) navigate(head.list);
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
    if (!head || !agreeing || !returning || busy) return;
    setBusy(true);
    try {
      if (verdict.kind === 'agree') {
        const answer = await postEnvelope(agreeing.call, {
          ...seen([head]),
          opinion: verdict.opinion,
          reasons,
          seen: screen?.seen,
        });
        message.success(doneWords(answer, `${head.reportno} ${agreeing.done}`));
      } else {
        const { toStep, reasonId, reasonLabel, opinion } = verdict;
        const answer = await postEnvelope(returning.call, {
          ...seen([head]),
          toStep,
          reasonId,
          reasonLabel,
          detailDesc: opinion,
          marks: markRows(marks),
        });
        message.success(doneWords(answer, `${head.reportno} 已退回`));
      }
      decided();
      if (verdict.kind === 'agree' && approval) setIssued({ id, reportno: head.reportno });
      else walk();
    } catch (error) {
      message.error(messageOf(error));
      void query.refetch(); // what came up since the page was opened is asked on it
    } finally {
      setBusy(false);
    }
  };

  if (query.isLoadingError) return <FaultNote error={query.error} onRetry={() => query.refetch()} />;
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
              {head.stepVerb}期限 {limit.text}
            </span>
          )
        }
      />
      <Standing notice={head.standing} lacking={head.lacking} />
      <div className="audit-columns">
        <section className="panel audit-paper">
          <PdfView
            path={reportPath(screen)}
            form={{ id }}
            title={`报告 ${head.reportno}`}
            remarks={remarksOf(screen)}
          />
        </section>
        <div className="audit-side">
          <AuditTabs
            screen={screen}
            approval={approval}
            readOnly={!mine}
            onReason={(key, reason) => setReasons((old) => ({ ...old, [key]: reason }))}
            marks={marks}
            onMark={(seq, text) => setMarks((old) => ({ ...old, [seq]: text }))}
          />
          {mine && agreeing && returning ? (
            <DecisionFoot
              screen={screen}
              reasons={reasons}
              marks={marks}
              agreeing={agreeing}
              returning={returning}
              hint={approval ? '批准后报告签章发布，不能退回' : '下一环节打开前可以自主撤回'}
              busy={busy}
              onDecide={decide}
              onSkip={walk}
            />
          ) : (
            <section className="panel step-foot">
              <span className="soft">现在在{head.stepName}环节，只能查看</span>
              <span className="spacer" />
              {here && <span className="caution">不能办理自己编制或审核过的报告</span>}
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
