/** Opens the dialog that confirms a signature when a call turns out to be a signature. */
import { lazy, Suspense, useEffect, useState } from 'react';
import type { UserInfo } from '@/api/shapes';
import { setSignatureDialog } from '@/api/signature';

const SignDialog = lazy(() => import('./SignDialog'));

export function SignatureDesk({ user, onSet }: { user: UserInfo; onSet: () => void }) {
  const [answer, setAnswer] = useState<(signed: boolean) => void>();
  useEffect(() => {
    setSignatureDialog(() => new Promise((resolve) => setAnswer(() => resolve)));
    return () => setSignatureDialog(undefined);
  }, []);
  if (!answer) return null;
  const done = (signed: boolean) => {
    setAnswer(undefined);
    answer(signed);
    if (signed && !user.hasPin) onSet();
  };
  return (
    <Suspense fallback={null}>
      <SignDialog user={user} onDone={done} />
    </Suspense>
  );
}
