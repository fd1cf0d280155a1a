/** The one decision of a step: back with a reason, agree, or later. Each with its key. */

import { Button, Input, Segmented } from 'antd';
import { useRef, useState } from 'react';
import { labelOf, useDict } from '@/api/dict';
import type { AuditScreen, Move } from '@/api/shapes';
import { unanswered } from '@/screens/businessPro/entry/Findings';
import { inField, isPlain, usePageKeys } from '@/ui/pageKeys';
import { DictSelect } from '@/ui/pickers/DictSelect';
import { REASON_RULE, saysNothing } from '@/ui/reasons';
import { useApp } from '@/ui/useApp';
import { useMoveField } from '@/workflow/MoveDialog';
import { type Marks, markRows } from './marks';

export type Verdict =
  | { kind: 'agree'; opinion: string }
  | { kind: 'back'; opinion: string; toStep: string; reasonId: string; reasonLabel: string };

interface Props {
  screen: AuditScreen;
  /** The reasons written here for what checks ask about. */
  reasons: Record<string, string>;
  /** What is asked for at single items when it goes back. */
  marks: Marks;
  agreeing: Move;
  returning: Move;
  hint: string;
  busy: boolean;
  onDecide: (verdict: Verdict) => void;
  onSkip: () => void;
}

export function DecisionFoot(props: Props) {
  const { screen, agreeing, returning, hint, busy, onDecide, onSkip } = props;
  const { modal, message } = useApp();
  // Where a report may go back to and for which reasons is what the dialog of the return declares.
  const targets = useMoveField(returning, 'toStep')?.options ?? [];
  const reason = useMoveField(returning, 'reasonId');
  const detail = useMoveField(returning, 'detailDesc');
  const reasons = useDict(reason?.dict);
  const [chosen, setToStep] = useState('');
  const toStep = chosen || (targets[0]?.value ?? '');
  const [reasonId, setReasonId] = useState<string>();
  const [opinion, setOpinion] = useState('');
  const box = useRef<HTMLDivElement>(null);
  const errors = (screen.findings ?? []).filter((finding) => finding.level === 'error');
  const target = targets.find((one) => one.value === toStep)?.label.replace('报告', '') ?? '';
  const focus = (selector: string) => box.current?.querySelector<HTMLElement>(selector)?.focus();

  const marked = markRows(props.marks);
  const words = opinion.trim() || (marked.length > 0 ? '按标记的项目修改' : '');

  const back = () => {
    if (!reasonId) {
      message.warning(reason?.missing);
      focus('input');
      return;
    }
    if (!words) {
      message.warning(detail?.missing);
      focus('textarea');
      return;
    }
    if (saysNothing(words)) {
      message.warning(`退回要写明要改什么：${REASON_RULE}`);
      focus('textarea');
      return;
    }
    const reasonLabel = labelOf(reasons, reasonId);
    modal.confirm({
      title: `退回${target}`,
      content: (
        <>
          <p>
            {reasonLabel}：{words}
          </p>
          <MarkLines marked={marked} />
        </>
      ),
      okText: '退回',
      cancelText: '取消',
      onOk: () => onDecide({ kind: 'back', opinion: words, toStep, reasonId, reasonLabel }),
    });
  };

  const agree = () => {
    const hard = errors.find((finding) => finding.check);
    if (hard) {
      message.error(`${hard.text}，须退回处理`);
      return;
    }
    const open = unanswered(screen.findings ?? [], props.reasons);
    if (open.length > 0) {
      message.warning(`${open[0]!.text}：请先写明原因`);
      return;
    }
    if (errors.length === 0) {
      onDecide({ kind: 'agree', opinion: opinion.trim() });
      return;
    }
    // An open error may be right after all, but then the report says why.
    let why = opinion;
    modal.confirm({
      title: `检查发现 ${errors.length} 处问题，仍要${agreeing.verb}？`,
      content: (
        <>
          <p className="soft">{errors[0]!.text}</p>
          <Input.TextArea
            autoFocus
            rows={3}
            maxLength={500}
            defaultValue={opinion}
            placeholder="说明为何仍可同意"
            aria-label="同意说明"
            onChange={(event) => {
              why = event.target.value;
            }}
          />
        </>
      ),
      okText: agreeing.verb,
      cancelText: '取消',
      onOk: (close: () => void) => {
        if (saysNothing(why)) {
          message.warning(`请写明为何仍可同意：${REASON_RULE}`);
          return;
        }
        close();
        setOpinion(why);
        onDecide({ kind: 'agree', opinion: why.trim() });
      },
    });
  };

  usePageKeys((event) => {
    if (!isPlain(event) || inField(event.target) || busy) return false;
    const key = event.key.toLowerCase();
    if (key === 'r') back();
    else if (key === 'a') agree();
    else if (key === 's' || key === 'n') onSkip();
    else return false;
    return true;
  });

  const suggestBack = errors.length > 0 || marked.length > 0;
  return (
    <section className="panel decision" ref={box}>
      <div className="decision-row">
        <span className="soft">退回环节</span>
        <Segmented options={targets} value={toStep} onChange={setToStep} />
        <span className="soft">{reason?.label}</span>
        <DictSelect
          aria-label={reason?.label ?? '退回原因'}
          dict={reason?.dict ?? ''}
          style={{ width: 170 }}
          placeholder="退回时必选"
          value={reasonId}
          onChange={(next) => setReasonId(next as string | undefined)}
        />
      </div>
      {marked.length > 0 && (
        <p className="decision-marks">
          退回时要改 <b>{marked.map((one) => `第 ${one.seq} 项`).join('、')}</b>
        </p>
      )}
      <Input.TextArea
        aria-label="意见"
        rows={2}
        maxLength={1000}
        placeholder={suggestBack ? '要改什么，或为何仍可同意' : '意见'}
        value={opinion}
        onChange={(event) => setOpinion(event.target.value)}
      />
      <div className="decision-row">
        <Button type={suggestBack ? 'primary' : 'default'} disabled={busy} onClick={back}>
          退回{target} <kbd>R</kbd>
        </Button>
        <Button type={suggestBack ? 'default' : 'primary'} loading={busy} onClick={agree}>
          {agreeing.verb} <kbd>A</kbd>
        </Button>
        <Button type="text" onClick={onSkip}>
          先跳过 <kbd>S</kbd>
        </Button>
        <span className="spacer" />
        <span className="hint">{hint}</span>
      </div>
    </section>
  );
}

const MarkLines = ({ marked }: { marked: ReturnType<typeof markRows> }) => (
  <ol className="mark-lines">
    {marked.map((one) => (
      <li key={one.seq}>
        第 {one.seq} 项：{one.text}
      </li>
    ))}
  </ol>
);
