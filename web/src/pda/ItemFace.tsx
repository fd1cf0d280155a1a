/** What an item asks, as it stands on the phone and in the preview of a template. */
import { type Duty, dutyWords } from './drawing';

interface Props {
  item: { seq: number; number: string; key: boolean; content: string; requirement: string };
  spot: string;
  duty: Duty | undefined;
}

export function ItemFace({ item, spot, duty }: Props) {
  return (
    <>
      <p className="pda-line">
        <span>
          第 {item.seq} 项　<span className="code">{item.number}</span>
          {spot && `　${spot}`}
        </span>
        {item.key && <span className="pda-key">重点</span>}
        {duty && <span className="pda-key">{dutyWords[duty]}</span>}
      </p>
      <h2>{item.content}</h2>
      <p>{item.requirement}</p>
    </>
  );
}

export function Phrases({ phrases, onPick }: { phrases: string[]; onPick: (phrase: string) => void }) {
  if (phrases.length === 0) return null;
  return (
    <div className="pda-chips pda-phrases" role="group" aria-label="常用说明">
      {phrases.map((one) => (
        <button key={one} type="button" onClick={() => onPick(one)}>
          {one}
        </button>
      ))}
    </div>
  );
}
