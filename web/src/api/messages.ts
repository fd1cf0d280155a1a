import { queryOptions } from '@tanstack/react-query';
import { get, post, urlOf } from './client';

export type MessageList = 'unread' | 'readed' | 'trash';

export const messageBoxQuery = queryOptions({
  queryKey: ['messages', 'init'],
  queryFn: () => get('/message/init'),
  staleTime: 0,
});

/** Asked every minute; does not count as use of the session. */
export const unreadCountQuery = queryOptions({
  queryKey: ['messages', 'count'],
  queryFn: async () => (await get('/message/count')).unread,
  refetchInterval: 60_000,
  staleTime: 30_000,
});

export const messageContentQuery = (msg_id: string) =>
  queryOptions({
    queryKey: ['messages', 'content', msg_id],
    queryFn: () => get('/message/content', { msg_id }),
    enabled: Boolean(msg_id),
    staleTime: Number.POSITIVE_INFINITY,
  });

export const markRead = (msg_id: string) => post<null>('/message/has_read', { msg_id });
export const removeMessage = (msg_id: string) => post<null>('/message/remove_readed', { msg_id });
export const restoreMessage = (msg_id: string) => post<null>('/message/restore', { msg_id });

/** Calls back whenever the server announces a message; gives the function that stops listening. */
export function listenForMessages(onMessage: () => void): () => void {
  if (typeof EventSource === 'undefined') return () => undefined;
  const source = new EventSource(urlOf('/message/stream'), { withCredentials: true });
  source.onmessage = onMessage;
  source.addEventListener('message_new', onMessage);
  return () => source.close();
}
