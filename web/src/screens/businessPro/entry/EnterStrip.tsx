/** What is being entered, how far it is, and whether it is stored. */
import { CheckOutlined, DisconnectOutlined } from '@ant-design/icons';
import type { EntryItem, ItemHead } from '@/api/shapes';
import { progressOf } from '@/ui/answers';
import { EquipmentLink } from '@/ui/EquipmentLink';
import { limitWords } from '@/ui/limit';
import type { Sheet } from './model';
import type { SaveState } from './useRecord';

interface Props {
  head: ItemHead;
  items: EntryItem[];
  sheet: Sheet;
  state: SaveState;
  onRetry: () => void;
}

const two = (value: number) => String(value).padStart(2, '0');
const clock = (at: Date) => `${two(at.getHours())}:${two(at.getMinutes())}:${two(at.getSeconds())}`;

export function EnterStrip({ head, items, sheet, state, onRetry }: Props) {
  const done = progressOf(items, sheet);
  const taken = items.filter((item) => item.taken && sheet.answers[item.seq]?.r === item.result);
  const limit = limitWords(head.limit_at);
  return (
    <section className="panel step-strip entry-strip">
      <b className="step-title code">{head.reportno || head.seisn}</b>
      <span className="ellipsis" title={`${head.unitname} ${head.useplace}`}>
        {head.testsortName}　{head.equname}　{head.useplace || head.unitname}
      </span>
      <EquipmentLink className="code" equclass={head.equclass} id={head.equdatasysid}>
        {head.equcode || head.usecertno || '设备档案'}
      </EquipmentLink>
      <span className="soft">
        已填 <b>{done.filled}</b> / {done.total}　重点项 {done.keyFilled} / {done.keyTotal}
      </span>
      {taken[0] && (
        <span className="caution ellipsis" title="逐项核对后再提交，测量值须逐台填写">
          {taken.length} 项照{taken[0].taken}填写
        </span>
      )}
      <span
        className="entry-progress"
        role="progressbar"
        aria-label="已填的项目"
        aria-valuenow={done.filled}
        aria-valuemax={done.total}
      >
        <i style={{ width: `${done.total ? (done.filled / done.total) * 100 : 0}%` }} />
      </span>
      <span className="spacer" />
      {limit && (
        <span className={limit.late ? 'late' : limit.soon ? 'caution' : 'soft'}>期限 {limit.text}</span>
      )}
      <SaveNote state={state} onRetry={onRetry} />
    </section>
  );
}

function SaveNote({ state, onRetry }: { state: SaveState; onRetry: () => void }) {
  if (state.kind === 'saved') {
    return (
      <span className="soft save-note" role="status">
        <CheckOutlined /> {clock(state.at)} 已自动保存
      </span>
    );
  }
  if (state.kind === 'waiting' || state.kind === 'saving') {
    return (
      <span className="hint save-note" role="status">
        正在保存
      </span>
    );
  }
  if (state.kind === 'offline') {
    return (
      <span className="caution save-note" role="alert">
        <DisconnectOutlined /> 断网，{clock(state.since)} 起未保存{' '}
        <button type="button" className="link" onClick={onRetry}>
          立即重连
        </button>
      </span>
    );
  }
  if (state.kind === 'refused') {
    return (
      <span className="caution save-note ellipsis" role="alert" title={state.sentence}>
        未保存：{state.sentence}
      </span>
    );
  }
  return <span className="hint save-note">改动后自动保存</span>;
}
