/** Handing in is a signature: the PIN of signing, or the code of the own phone, is asked when the server wants it. */
import { type FormEvent, useEffect, useState } from 'react';
import { messageOf } from '@/api/client';
import { setSignatureDialog } from '@/api/signature';
import { sign, signByCode } from '@/api/user';
import { Sheet } from './parts';

type Way = 'pin' | 'code';

export function SignSheet() {
  const [answer, setAnswer] = useState<((signed: boolean) => void) | null>(null);
  const [way, setWay] = useState<Way>('pin');
  const [typed, setTyped] = useState('');
  const [fault, setFault] = useState('');
  useEffect(() => {
    setSignatureDialog(() => new Promise((done) => setAnswer(() => done)));
    return () => setSignatureDialog(undefined);
  }, []);
  if (!answer) return null;

  const close = (signed: boolean) => {
    answer(signed);
    setAnswer(null);
    setTyped('');
    setFault('');
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    try {
      await (way === 'pin' ? sign(typed) : signByCode(typed.trim()));
      close(true);
    } catch (wrong) {
      setFault(messageOf(wrong));
      setTyped('');
    }
  };

  return (
    <Sheet title="签名确认" onClose={() => close(false)}>
      <form onSubmit={submit} noValidate>
        <p>提交是本人的签名。确认后 15 分钟内不再询问</p>
        <label className="pda-field">
          <span>{way === 'pin' ? '签名口令' : '手机上显示的验证码'}</span>
          <input
            type="password"
            inputMode="numeric"
            autoComplete={way === 'pin' ? 'off' : 'one-time-code'}
            maxLength={12}
            autoFocus
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
          />
        </label>
        {fault && (
          <p className="pda-fault" role="alert">
            {fault}
          </p>
        )}
        <button type="submit" className="pda-button" disabled={!typed}>
          签名
        </button>
        <button
          type="button"
          className="pda-button quiet"
          onClick={() => setWay(way === 'pin' ? 'code' : 'pin')}
        >
          {way === 'pin' ? '改用手机验证码' : '改用签名口令'}
        </button>
      </form>
    </Sheet>
  );
}
