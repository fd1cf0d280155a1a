/** Messages in three lists: unread, read, trash. Reading marks as read; trash can be restored. */

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Button, Segmented } from 'antd';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { messageOf } from '@/api/client';
import {
  type MessageList,
  markRead,
  messageBoxQuery,
  messageContentQuery,
  removeMessage,
  restoreMessage,
  unreadCountQuery,
} from '@/api/messages';
import type { MessageBox, MessageLine } from '@/api/shapes';
import { formatDateTime, formatWhen } from '@/ui/format';
import { StateNote } from '@/ui/Panel';
import { useApp } from '@/ui/useApp';
import { FaultNote } from '@/views/ListStates';
import './portal.css';

const lists: { value: MessageList; label: string; none: string }[] = [
  { value: 'unread', label: '未读', none: '没有未读消息' },
  { value: 'readed', label: '已读', none: '没有已读消息' },
  { value: 'trash', label: '回收站', none: '回收站是空的' },
];

/** Moves a message between the lists at once; the server's answer confirms or undoes it. */
function moved(box: MessageBox, message: MessageLine, from: MessageList, to: MessageList): MessageBox {
  return {
    ...box,
    [from]: box[from].filter((one) => one.msg_id !== message.msg_id),
    [to]: [message, ...box[to]],
  };
}

export default function MessageCentre() {
  const client = useQueryClient();
  const { message: toast } = useApp();
  const [list, setList] = useState<MessageList>('unread');
  const [chosen, setChosen] = useState<MessageLine>();
  const box = useQuery(messageBoxQuery);
  const shown = box.data?.[list] ?? [];
  const current = lists.find((one) => one.value === list)!;

  const move = async (
    message: MessageLine,
    from: MessageList,
    to: MessageList,
    call: (id: string) => Promise<unknown>,
  ) => {
    const before = box.data;
    if (before) client.setQueryData(messageBoxQuery.queryKey, moved(before, message, from, to));
    try {
      await call(message.msg_id);
      void client.invalidateQueries({ queryKey: unreadCountQuery.queryKey });
    } catch (error) {
      client.setQueryData(messageBoxQuery.queryKey, before);
      toast.error(messageOf(error));
    }
  };

  const readAll = async () => {
    try {
      await markRead('all');
      await client.invalidateQueries({ queryKey: ['messages'] });
    } catch (error) {
      toast.error(messageOf(error));
    }
  };

  const open = (message: MessageLine) => {
    setChosen(message);
    if (list === 'unread') void move(message, 'unread', 'readed', markRead);
  };

  if (box.isError) {
    return (
      <div className="page">
        <section className="panel" style={{ flex: 1 }}>
          <FaultNote error={box.error} onRetry={() => box.refetch()} />
        </section>
      </div>
    );
  }
  return (
    <div className="page fixed message-centre">
      <section className="panel message-column">
        <div className="message-head">
          <Segmented
            value={list}
            options={lists.map(({ value, label }) => ({
              value,
              label: `${label} ${box.data?.[value]?.length ?? ''}`,
            }))}
            onChange={setList}
          />
          <span className="spacer" />
          {list === 'unread' && shown.length > 0 && (
            <Button type="text" size="small" onClick={readAll}>
              全部已读
            </Button>
          )}
        </div>
        {box.isSuccess && shown.length === 0 && <StateNote kind="empty" title={current.none} />}
        <ul className="message-list">
          {shown.map((message) => (
            <li key={message.msg_id}>
              <button
                type="button"
                className={chosen?.msg_id === message.msg_id ? 'on' : ''}
                onClick={() => open(message)}
              >
                <span className={message.level === 'high' ? 'ellipsis caution' : 'ellipsis'}>
                  {message.title}
                </span>
                <time className="hint">{formatWhen(message.create_time)}</time>
              </button>
              {list === 'readed' && (
                <Button
                  type="text"
                  size="small"
                  onClick={() => move(message, 'readed', 'trash', removeMessage)}
                >
                  移除
                </Button>
              )}
              {list === 'trash' && (
                <Button
                  type="text"
                  size="small"
                  onClick={() => move(message, 'trash', 'readed', restoreMessage)}
                >
                  还原
                </Button>
              )}
            </li>
          ))}
        </ul>
      </section>
      <section className="panel article message-content">
        {chosen ? <Content message={chosen} /> : <StateNote kind="empty" title="选一条消息查看" />}
      </section>
    </div>
  );
}

function Content({ message }: { message: MessageLine }) {
  const navigate = useNavigate();
  const { data, isError, error, refetch } = useQuery(messageContentQuery(message.msg_id));
  const text = typeof data === 'string' ? data : data?.content;
  return (
    <>
      <h1>{message.title}</h1>
      <p className="hint">{formatDateTime(message.create_time)}</p>
      {isError ? (
        <FaultNote error={error} onRetry={() => refetch()} />
      ) : (
        <div className="article-text">{text}</div>
      )}
      {message.route && (
        <p>
          <Button type="primary" onClick={() => navigate(message.route!)}>
            去办理
          </Button>
        </p>
      )}
    </>
  );
}
