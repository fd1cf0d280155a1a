/** Sentences inspectors write again and again. What was chosen lately stands first. */
import { Input, type InputRef, Modal } from 'antd';
import { useRef, useState } from 'react';

const STORE = 'scdeap_phrases';
const RECENT = 6;

const usual = [
  '不符合要求，已开具检验意见通知书',
  '标识缺失，应补设',
  '动作不灵活，应调整后复检',
  '磨损超过规定，应更换',
  '间隙超过规定，应调整',
  '照明不足，应修复',
  '未见有效的校验证明，应补做校验',
  '现场不具备试验条件，由维保单位试验后提供见证资料',
  '整改资料已确认，符合要求',
  '该设备无此项装置',
];

function recent(): string[] {
  try {
    return JSON.parse(localStorage.getItem(STORE) ?? '[]') as string[];
  } catch {
    return [];
  }
}

function notePhrase(text: string): void {
  const kept = [text, ...recent().filter((one) => one !== text)].slice(0, RECENT);
  localStorage.setItem(STORE, JSON.stringify(kept));
}

interface Props {
  title: string;
  onPick: (text: string) => void;
  onClose: () => void;
}

export function PhraseDialog({ title, onPick, onClose }: Props) {
  const [find, setFind] = useState('');
  const [at, setAt] = useState(0);
  const finder = useRef<InputRef>(null);
  const lately = recent();
  const all = [...lately, ...usual.filter((one) => !lately.includes(one))];
  const shown = all.filter((one) => one.includes(find.trim()));
  const pick = (text: string) => {
    notePhrase(text);
    onPick(text);
    onClose();
  };
  return (
    <Modal
      open
      width={520}
      title={title}
      footer={null}
      onCancel={onClose}
      afterOpenChange={(open) => open && finder.current?.focus()}
    >
      <Input
        ref={finder}
        placeholder="输入几个字查找，↑ ↓ 选择，Enter 采用"
        value={find}
        onChange={(event) => {
          setFind(event.target.value);
          setAt(0);
        }}
        onKeyDown={(event) => {
          if (event.key === 'ArrowDown') setAt(Math.min(shown.length - 1, at + 1));
          else if (event.key === 'ArrowUp') setAt(Math.max(0, at - 1));
          else if (event.key === 'Enter' && (shown[at] || find.trim())) pick(shown[at] ?? find.trim());
          else return;
          event.preventDefault();
        }}
      />
      <ul className="phrases">
        {shown.map((text, index) => (
          <li key={text}>
            <button type="button" className={index === at ? 'on' : undefined} onClick={() => pick(text)}>
              {text}
            </button>
          </li>
        ))}
        {shown.length === 0 && <li className="hint">没有这样的常用语，按 Enter 采用输入的文字</li>}
      </ul>
    </Modal>
  );
}
