import type { RecordNotice } from '@/api/shapes';

interface Props {
  notice: RecordNotice | null | undefined;
  lacking?: string[];
}

/** Who sent it back, took it back or ended it, when and why, and what its people lack: at the head of its page. */
export function Standing({ notice, lacking = [] }: Props) {
  return (
    <>
      {notice && (
        <p className={`return-note ${notice.tone === 'no' ? 'ended' : ''}`} role="status">
          {notice.text}
        </p>
      )}
      {lacking.map((text) => (
        <p key={text} className="return-note ended" role="alert">
          {text}
        </p>
      ))}
    </>
  );
}
