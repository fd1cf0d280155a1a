/** The keys, the proposed conclusion, and the one decision. */
import { Button } from 'antd';
import type { Former, ItemHead, Proposal } from '@/api/shapes';

interface Props {
  readOnly: boolean;
  head: ItemHead;
  proposal: Proposal;
  /** The proposed conclusion is the chosen one. */
  taken: boolean;
  refusal: string;
  offline: boolean;
  sending: boolean;
  /** The machine before, as which this one can be filled; none when there is no such machine. */
  former?: Former | null;
  onConform: () => void;
  onFormer: () => void;
  onTake: () => void;
  onSave: () => void;
  onReturn: () => void;
  onSubmit: () => void;
  onWhy: () => void;
}

export function EnterFoot(props: Props) {
  const { readOnly, head, proposal, taken, refusal, offline, sending } = props;
  if (readOnly) {
    return (
      <section className="panel entry-foot">
        <span className="soft">
          现在在{head.stepName}环节，只能查看
          {head.enteredbyName && `　编制 ${head.enteredbyName}`}
        </span>
      </section>
    );
  }
  return (
    <section className="panel entry-foot">
      <span className="entry-keys hint">
        <kbd>1</kbd> ✓ <kbd>2</kbd> × <kbd>3</kbd> — <kbd>4</kbd> △　<kbd>Enter</kbd> 下一项{'　'}
        <kbd>Ctrl ↓</kbd> 下一未填　<kbd>F2</kbd> 常用语
      </span>
      <Button size="small" onClick={props.onConform}>
        全部符合
      </Button>
      {props.former && (
        <Button
          size="small"
          title={`照${props.former.seisn}（${props.former.equcode}）填写空项；测量值、重点项目、不符合、照片须逐台填写`}
          onClick={props.onFormer}
        >
          照上一台填
        </Button>
      )}
      <span className="spacer" />
      {proposal.word && (
        <span className="ellipsis entry-proposal" title={proposal.reason}>
          按规则结论 <b>{proposal.word}</b>{' '}
          {taken ? (
            <span className="hint">{proposal.reason}</span>
          ) : (
            <Button size="small" className="proposed-button" onClick={props.onTake}>
              采用
            </Button>
          )}
        </span>
      )}
      <Button onClick={props.onReturn}>退回</Button>
      <Button onClick={props.onSave}>保存 Alt S</Button>
      <Button
        type="primary"
        loading={sending}
        disabled={Boolean(refusal) || offline}
        onClick={props.onSubmit}
      >
        提交确认
      </Button>
      {(refusal || offline) && (
        <button
          type="button"
          className="link hint ellipsis entry-refusal"
          title={refusal}
          onClick={props.onWhy}
        >
          {offline ? '联网后可提交' : refusal}
        </button>
      )}
    </section>
  );
}
