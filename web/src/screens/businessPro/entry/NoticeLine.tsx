/** The notices of an item as links; whoever enters the record makes one from what it found. */
import { Button } from 'antd';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import type { ItemScreen } from '@/api/shapes';

const FormDialog = lazy(() => import('@/views/FormDialog'));
const PAGE = '/assistMng/noticeDetail?id=';

export function NoticeLinks({ notices }: { notices: ItemScreen['notices'] }) {
  return notices.map((one) => (
    <span key={one.id}>
      <Link to={`${PAGE}${one.id}`} title={one.kindName}>
        {one.noticeno || one.kindName}
      </Link>{' '}
      <span className="hint">{one.stepName}</span>{' '}
    </span>
  ));
}

interface Props {
  screen: ItemScreen;
  readOnly: boolean;
  /** Stores what is typed first: the notice is made from the stored record. */
  flush: () => Promise<boolean>;
  reload: () => void;
}

export function NoticeLine({ screen, readOnly, flush, reload }: Props) {
  const { head, notices } = screen;
  const [open, setOpen] = useState(false);
  const left = useRef(false);
  const navigate = useNavigate();
  // The tab comes back into sight after the notice was issued: the record cites its number now.
  useEffect(() => {
    if (left.current) reload();
    left.current = false;
  }, [reload]);
  const made = (answer: unknown) => {
    left.current = true;
    navigate(`${PAGE}${(answer as { id: string }).id}`);
  };
  return (
    <>
      <NoticeLinks notices={notices} />
      {!readOnly && notices.length === 0 && (
        <Button onClick={() => void flush().then((stored) => stored && setOpen(true))}>开具通知书</Button>
      )}
      {readOnly && notices.length === 0 && <span className="hint">没有开具</span>}
      {open && (
        <Suspense fallback={null}>
          <FormDialog
            viewNo="opinion_make_form"
            ids={[head.id]}
            rows={[{ ...head }]}
            onClose={() => setOpen(false)}
            onSaved={made}
          />
        </Suspense>
      )}
    </>
  );
}
