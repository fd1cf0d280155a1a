/** 忘记口令: what is sealed with a PIN that nobody knows can only be taken off, by its person, who is told what is lost. */
import { useState } from 'react';
import { forget, type Person, unsentOf } from './database';
import { LOGIN } from './start';

interface Props {
  person: Person;
  known: boolean;
  onDone: () => void;
}

export default function Forgotten({ person, known, onDone }: Props) {
  const [unsent, setUnsent] = useState<number | null>(null);
  const [fault, setFault] = useState('');
  if (unsent === null)
    return (
      <button
        type="button"
        className="pda-button quiet"
        onClick={() => void unsentOf(person.account).then(setUnsent)}
      >
        忘记口令
      </button>
    );
  if (!known)
    return (
      <>
        <p>本机口令不能找回，只能由{person.name}本人联网登录后清除本机数据、重新设置</p>
        <a className="pda-button" href={LOGIN}>
          去登录
        </a>
      </>
    );
  const clear = () =>
    forget(person.account).then(onDone, () => setFault('没有清除，请关闭其他打开的页面后重试'));
  return (
    <>
      <p role="alert">
        本机口令不能找回。清除本机数据后可以重新设置，任务重新下载；
        {unsent > 0 ? `还有 ${unsent} 条未上传，清除后无法恢复` : '没有未上传的内容'}
      </p>
      {fault && <p className="pda-fault">{fault}</p>}
      <button type="button" className="pda-button quiet" onClick={() => void clear()}>
        {unsent > 0 ? `清除，放弃 ${unsent} 条` : '清除并重新设置'}
      </button>
    </>
  );
}
