import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { noticeQuery } from '@/api/common';
import { formatDateTime } from '@/ui/format';
import { useTabTitle } from '@/ui/tab';
import { FaultNote } from '@/views/ListStates';
import './portal.css';

/** Text of markup: notices are written in an editor, and nothing of it may run here. */
function plainText(markup: string): string {
  const parsed = new DOMParser().parseFromString(
    markup.replace(/<\/(p|div|li|h\d)>|<br\s*\/?>/gi, '$&\n'),
    'text/html',
  );
  return parsed.body.textContent ?? '';
}

export default function NoticeDetail() {
  const [search] = useSearchParams();
  const id = search.get('id') ?? '';
  const notice = useQuery(noticeQuery(id));
  useTabTitle(notice.data?.title);
  return (
    <div className="page">
      <article className="panel article">
        {notice.isError && <FaultNote error={notice.error} onRetry={() => notice.refetch()} />}
        {notice.data && (
          <>
            <h1>{notice.data.title}</h1>
            <p className="hint">
              {notice.data.publisher}　{formatDateTime(notice.data.publishTime)}
            </p>
            <div className="article-text">{plainText(notice.data.content ?? '')}</div>
          </>
        )}
      </article>
    </div>
  );
}
