/** The own number pad: the keys stay where the thumb is, and no keyboard of the system covers the answers. */
const KEYS = ['7', '8', '9', '删', '4', '5', '6', '±', '1', '2', '3', '.', '0'];
const labels: Record<string, string> = { 删: '删一位', '±': '正负号' };

const MOST = 12; // characters of a measured value

/** The text after a key. */
export function typedBy(text: string, key: string): string {
  if (key === '删') return text.slice(0, -1);
  if (key === '±') return text.startsWith('-') ? text.slice(1) : `-${text}`;
  if (text.length >= MOST) return text;
  if (key === '.') return text.includes('.') ? text : `${text || '0'}.`;
  return `${text}${key}`;
}

interface Props {
  label: string;
  onType: (change: (text: string) => string) => void;
  onDone: () => void;
}

export function Keypad({ label, onType, onDone }: Props) {
  return (
    <div className="pda-pad" role="group" aria-label={`${label} 数字键盘`}>
      {KEYS.map((key) => (
        <button
          key={key}
          type="button"
          aria-label={labels[key] ?? key}
          onClick={() => onType((text) => typedBy(text, key))}
        >
          {key}
        </button>
      ))}
      <button type="button" className="wide" onClick={onDone}>
        完成
      </button>
    </div>
  );
}
