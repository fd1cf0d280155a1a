/** The inspector's phone at the machine, with or without a net. */
import { Suspense, useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import { setUnauthorizedHandler } from '@/api/client';
import { Boundary } from './Boundary';
import type { Person } from './database';
import { Gate } from './Gate';
import { JobPage } from './JobPage';
import { Conflicts, fetchLater, QueuePage, Settings } from './later';
import { PhoneProvider, usePhone } from './phone';
import { RecordPage } from './RecordPage';
import { SignSheet } from './SignSheet';
import { type Phase, start } from './start';
import type { Store } from './store';
import { Today } from './Today';
import { isSunny } from './theme';
import { keepOpening } from './worker';
import './pda.css';

export default function PdaApp() {
  const [phase, setPhase] = useState<Phase>({ kind: 'starting' });
  const [opened, setOpened] = useState<{ store: Store; person: Person } | null>(null);
  const [sunny, setSunny] = useState(isSunny);
  const { hash } = useLocation();
  useEffect(() => {
    document.title = '现场检验';
    setUnauthorizedHandler(() => undefined); // work goes on without a session, only sending waits for one
    void keepOpening();
    void start().then(setPhase);
    fetchLater();
  }, []);
  return (
    <div className={sunny ? 'pda sun' : 'pda'}>
      <Suspense fallback={null}>
        {opened ? (
          <PhoneProvider store={opened.store} person={opened.person}>
            <Boundary place={hash}>
              <Place sunny={sunny} onSunny={setSunny} />
            </Boundary>
            <SignSheet />
          </PhoneProvider>
        ) : (
          <Gate
            phase={phase}
            onOpen={(store, person) => setOpened({ store, person })}
            onAgain={() => void start().then(setPhase)}
          />
        )}
      </Suspense>
    </div>
  );
}

function Place({ sunny, onSunny }: { sunny: boolean; onSunny: (on: boolean) => void }) {
  const { round } = usePhone();
  const [, kind = '', id = '', part = ''] = useLocation().hash.slice(1).split('/').map(decodeURIComponent);
  if (round?.kind === 'blocked')
    return (
      <main className="pda-gate">
        <h1>本机已停用</h1>
        <p role="alert">{round.sentence}</p>
        {round.wiped ? (
          <p>
            任务、记录和照片已从本机清除
            {round.lost > 0 && `；其中 ${round.lost} 条没有上传过，停用的终端不能再上传，无法恢复`}
          </p>
        ) : (
          round.lost > 0 && <p>还有 {round.lost} 条未上传，仍存在本机，恢复使用后可上传</p>
        )}
      </main>
    );
  if (kind === 'job') return <JobPage id={id} />;
  if (kind === 'record') return <RecordPage key={id} id={id} part={part} />;
  if (kind === 'queue') return <QueuePage />;
  if (kind === 'conflicts') return <Conflicts />;
  if (kind === 'settings') return <Settings sunny={sunny} onSunny={onSunny} />;
  return <Today />;
}
