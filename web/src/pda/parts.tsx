/** Small parts of the phone's screens: frame, fields, sheets. Nothing here is as heavy as a library of them. */
import { type ReactNode, useEffect, useId, useState } from 'react';
import { usePhone } from './phone';
import { LOGIN } from './start';
import { CLOCK_TOLERANCE } from './sync';

const hour = new Intl.DateTimeFormat('zh-CN', { hour: '2-digit', minute: '2-digit', hour12: false });
const day = new Intl.DateTimeFormat('zh-CN', {
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  hour12: false,
});

export const timeWords = (at: number) =>
  at ? (Date.now() - at < 20 * 3_600_000 ? hour : day).format(at) : '还没有';

interface FrameProps {
  title: string;
  under?: ReactNode;
  aside?: ReactNode;
  /** Where ← leads; none on the first screens. */
  back?: string;
  foot?: ReactNode;
  children: ReactNode;
}

export function Frame({ title, under, aside, back, foot, children }: FrameProps) {
  return (
    <div className="pda-frame">
      <header className="pda-head">
        {back !== undefined && (
          <a className="pda-back" href={`#${back}`} aria-label="返回">
            ←
          </a>
        )}
        <div className="pda-title">
          <h1>{title}</h1>
          {under && <p>{under}</p>}
        </div>
        {aside && <div className="pda-aside">{aside}</div>}
      </header>
      <SyncStrip />
      <main className="pda-main">{children}</main>
      {foot && <footer className="pda-foot">{foot}</footer>}
    </div>
  );
}

/** Always in sight: whether there is a net, when the server was heard, how much waits. */
function SyncStrip() {
  const { state, round, busy, sync } = usePhone();
  const trouble = round && round.kind !== 'done';
  const words = busy
    ? '正在同步'
    : round?.kind === 'offline'
      ? '离线，数据存在本机'
      : round?.kind === 'login'
        ? ''
        : round?.kind === 'failed' || round?.kind === 'update'
          ? round.sentence
          : '已联网';
  const minutes = Math.round(Math.abs(state.offset) / 60_000);
  return (
    <div className={trouble ? 'pda-strip warn' : 'pda-strip'} role="status">
      <span className="pda-strip-words">
        {round?.kind === 'login' && !busy ? <a href={LOGIN}>登录已失效，重新登录</a> : words}，上次同步{' '}
        {timeWords(state.heardAt - state.offset)}
        {Math.abs(state.offset) > CLOCK_TOLERANCE &&
          `　本机时钟${state.offset > 0 ? '慢' : '快'} ${minutes} 分钟，请校准`}
      </span>
      <a className="pda-strip-count" href="#/queue">
        待传 {state.unsent} 项
      </a>
      <button type="button" className="pda-sync" disabled={busy} onClick={() => void sync()}>
        立即同步
      </button>
    </div>
  );
}

export function Tabs({ at }: { at: 'today' | 'queue' | 'conflicts' | 'settings' }) {
  const { state } = usePhone();
  const tabs = [
    { key: 'today', href: '#/', words: '今日' },
    { key: 'queue', href: '#/queue', words: `待传${state.unsent ? ` ${state.unsent}` : ''}` },
    {
      key: 'conflicts',
      href: '#/conflicts',
      words: `冲突${state.conflicts.length ? ` ${state.conflicts.length}` : ''}`,
    },
    { key: 'settings', href: '#/settings', words: '设置' },
  ];
  return (
    <nav className="pda-tabs" aria-label="手机端">
      {tabs.map((one) => (
        <a key={one.key} href={one.href} aria-current={one.key === at ? 'page' : undefined}>
          {one.words}
        </a>
      ))}
    </nav>
  );
}

interface TextProps {
  label: string;
  value: string;
  disabled?: boolean;
  area?: boolean;
  type?: 'text' | 'date' | 'time';
  most?: number;
  hint?: ReactNode;
  unit?: string;
  mode?: 'text' | 'decimal' | 'numeric';
  /** Whether it was written. */
  onWrite: (value: string) => Promise<boolean>;
}

/** For what stays on the screen until a button is pressed. */
export const held = (set: (value: string) => void) => async (value: string) => {
  set(value);
  return true;
};

/** A field that writes with every letter; until the disk has it, it says so. An input method needs its own letters. */
export function TextField({
  label,
  value,
  disabled,
  area,
  type = 'text',
  most = 500,
  hint,
  unit,
  mode,
  onWrite,
}: TextProps) {
  const [typed, setTyped] = useState<string | null>(null);
  const shown = typed ?? value;
  const change = async (next: string) => {
    setTyped(next);
    if (await onWrite(next)) setTyped((now) => (now === next ? null : now));
  };
  const id = useId();
  const own = {
    id,
    'aria-label': label,
    disabled,
    maxLength: most,
    value: shown,
    className: typed !== null && typed !== value ? 'unwritten' : undefined,
    onChange: (event: { target: { value: string } }) => void change(event.target.value),
  };
  return (
    <label className="pda-field" htmlFor={id}>
      <span>
        {label}
        {unit && <em>（{unit}）</em>}
      </span>
      {area ? <textarea rows={3} {...own} /> : <input type={type} inputMode={mode} {...own} />}
      {hint && <small>{hint}</small>}
    </label>
  );
}

interface SheetProps {
  title: string;
  children: ReactNode;
  onClose: () => void;
}

export function Sheet({ title, children, onClose }: SheetProps) {
  useEffect(() => {
    const key = (event: KeyboardEvent) => event.key === 'Escape' && onClose();
    window.addEventListener('keydown', key);
    return () => window.removeEventListener('keydown', key);
  }, [onClose]);
  return (
    <div className="pda-sheet" role="dialog" aria-label={title} aria-modal="true">
      <div className="pda-sheet-body">
        <h2>{title}</h2>
        {children}
        <button type="button" className="pda-button quiet" onClick={onClose}>
          取消
        </button>
      </div>
    </div>
  );
}

interface AskProps {
  title: string;
  words: ReactNode;
  yes: string;
  onYes: () => void;
  onClose: () => void;
}

export function Ask({ title, words, yes, onYes, onClose }: AskProps) {
  return (
    <Sheet title={title} onClose={onClose}>
      <p>{words}</p>
      <button
        type="button"
        className="pda-button"
        onClick={() => {
          onClose();
          onYes();
        }}
      >
        {yes}
      </button>
    </Sheet>
  );
}
