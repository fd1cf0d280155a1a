/** Before the work: whose phone it is, and his PIN. */
import { type FormEvent, type ReactNode, useState } from 'react';
import type { Person } from './database';
import { Forgotten } from './later';
import { deviceName, LOGIN, type Phase } from './start';
import { openStore, type Store, setPin } from './store';
import { PIN_RULE, PIN_WORDS } from './vault';

function Card({ title, children }: { title: string; children: ReactNode }) {
  return (
    <main className="pda-gate">
      <h1>{title}</h1>
      {children}
    </main>
  );
}

const Login = ({ words = '去登录' }: { words?: string }) => (
  <a className="pda-button" href={LOGIN}>
    {words}
  </a>
);

interface GateProps {
  phase: Phase;
  onOpen: (store: Store, person: Person) => void;
  /** Something has changed: who uses the phone is asked anew. */
  onAgain: () => void;
}

export function Gate({ phase, onOpen, onAgain }: GateProps) {
  switch (phase.kind) {
    case 'starting':
      return null;
    case 'insecure':
      return (
        <Card title="不能使用手机端">
          <p>
            手机端的数据须加密存放，浏览器只在 HTTPS 网址下允许。请改用 https:// 开头的网址，或联系系统管理员
          </p>
        </Card>
      );
    case 'login':
      return (
        <Card title="现场检验">
          <p>首次使用须联网登录。登录后设置本机口令，以后没有网络也能打开</p>
          <Login />
        </Card>
      );
    case 'foreign':
      return (
        <Card title="不能换人">
          <p role="alert">
            {phase.owner.name}还有 {phase.count} 条未上传，不能退出或换人。请由本人登录，上传完成后再换
          </p>
          <Login words={`以${phase.owner.name}登录`} />
        </Card>
      );
    case 'failed':
      return (
        <Card title="没有打开">
          <p role="alert">{phase.sentence}</p>
          <button type="button" className="pda-button" onClick={() => location.reload()}>
            重试
          </button>
        </Card>
      );
    case 'pin':
      return (
        <PinForm
          key={String(phase.first)}
          person={phase.person}
          first={phase.first}
          known={phase.known}
          onOpen={onOpen}
          onAgain={onAgain}
        />
      );
  }
}

interface PinProps {
  person: Person;
  first: boolean;
  known: boolean;
  onOpen: (store: Store, person: Person) => void;
  onAgain: () => void;
}

function PinForm({ person, first, known, onOpen, onAgain }: PinProps) {
  const [pin, setOwn] = useState('');
  const [again, setAgain] = useState('');
  const [fault, setFault] = useState('');
  const [busy, setBusy] = useState(false);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (!PIN_RULE.test(pin)) return setFault(PIN_WORDS);
    if (first && pin !== again) return setFault('两次输入不一致');
    setBusy(true);
    setFault('');
    try {
      if (first) {
        await setPin(person.account, pin, await deviceName());
        // Else a browser may clear what was not used for some days; it may also refuse, which the settings show.
        await navigator.storage?.persist?.().catch(() => false);
      }
      const store = await openStore(person.account, pin);
      if (store) return onOpen(store, person);
      setFault('本机口令不正确');
      setOwn('');
    } catch {
      setFault('手机里的数据打不开，请重新打开本页');
    }
    setBusy(false);
  };

  return (
    <Card title={first ? '设置本机口令' : '现场检验'}>
      <form onSubmit={submit} noValidate>
        <p>
          {first
            ? `${person.name}，任务、记录和照片在本机加密存放，只有本机口令能打开。口令不能找回：忘记时未上传的内容无法恢复`
            : person.name}
        </p>
        <label className="pda-field">
          <span>本机口令（6 至 12 位数字）</span>
          <input
            type="password"
            inputMode="numeric"
            autoComplete="off"
            maxLength={12}
            autoFocus
            value={pin}
            onChange={(event) => setOwn(event.target.value)}
          />
        </label>
        {first && (
          <label className="pda-field">
            <span>再输一次</span>
            <input
              type="password"
              inputMode="numeric"
              autoComplete="off"
              maxLength={12}
              value={again}
              onChange={(event) => setAgain(event.target.value)}
            />
          </label>
        )}
        {fault && (
          <p className="pda-fault" role="alert">
            {fault}
          </p>
        )}
        <button type="submit" className="pda-button" disabled={busy}>
          {first ? '设置并打开' : '打开'}
        </button>
      </form>
      {!first && <Forgotten person={person} known={known} onDone={onAgain} />}
    </Card>
  );
}
