import type { RecordNotice } from '@/api/shapes';

/** Who sent it back, took it back or ended it, when and why: at the head of its page. */
export function Standing({ notice }: { notice: RecordNotice | null | undefined }) {
  if (!notice) return null;
  return (
    <p className={`return-note ${notice.tone === 'no' ? 'ended' : ''}`} role="status">
      {notice.text}
    </p>
  );
}
