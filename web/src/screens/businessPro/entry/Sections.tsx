/** The sections of the record with how far each is filled. */
import type { EntryItem } from '@/api/shapes';
import type { Sheet } from './model';

interface Props {
  items: EntryItem[];
  sheet: Sheet;
  current: number;
  /** Items with something to correct. */
  wanting: ReadonlySet<number>;
  onGo: (seq: number) => void;
}

interface Section {
  name: string;
  items: EntryItem[];
}

function sectionsOf(items: EntryItem[]): Section[] {
  const out: Section[] = [];
  for (const item of items) {
    const known = out.find((one) => one.name === item.section);
    if (known) known.items.push(item);
    else out.push({ name: item.section, items: [item] });
  }
  return out;
}

export function Sections({ items, sheet, current, wanting, onGo }: Props) {
  const ruled = items.filter((item) => item.prefill && sheet.answers[item.seq]?.r === '—').length;
  return (
    <nav className="panel entry-sections" aria-label="检验项目分类">
      <ul>
        {sectionsOf(items).map((section) => {
          const here = section.items.some((item) => item.seq === current);
          const filled = section.items.filter((item) => sheet.answers[item.seq]?.r);
          const failed = filled.filter((item) => sheet.answers[item.seq]?.r === '×').length;
          const open = section.items.find((item) => !sheet.answers[item.seq]?.r);
          const look = section.items.some(
            (item) => wanting.has(item.seq) && sheet.answers[item.seq]?.r && !failed,
          );
          return (
            <li key={section.name}>
              <button
                type="button"
                className={here ? 'on' : undefined}
                aria-current={here || undefined}
                onClick={() => onGo((open ?? section.items[0]!).seq)}
              >
                <span className="ellipsis">{section.name}</span>
                {failed > 0 && <b className="late">×{failed}</b>}
                {look && <b className="caution">!</b>}
                <span>
                  {filled.length}/{section.items.length}
                </span>
              </button>
            </li>
          );
        })}
      </ul>
      <p className="hint">{ruled > 0 ? `灰色“—”按规则预填 ${ruled} 项，可以改` : '没有按规则预填的项目'}</p>
    </nav>
  );
}
