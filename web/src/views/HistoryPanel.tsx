/** Who changed what and when, from the audit of the record. */
import { useQuery } from '@tanstack/react-query';
import { historyQuery } from '@/api/common';
import type { HistoryEntry } from '@/api/shapes';
import { formatDateTime, isBlank } from '@/ui/format';
import { StateNote } from '@/ui/Panel';
import { FaultNote } from './ListStates';
import './forms.css';

const spoken = (value: unknown) => (isBlank(value) ? '空' : String(value));

export function HistoryPanel({ entity, id }: { entity: string; id: string }) {
  const history = useQuery(historyQuery(entity, id));
  if (history.isError) return <FaultNote error={history.error} onRetry={() => history.refetch()} />;
  if (history.data?.length === 0) {
    return (
      <StateNote kind="empty" title="没有变更记录">
        修改后，谁在何时改了什么会排在这里
      </StateNote>
    );
  }
  return <HistoryList entries={history.data ?? []} />;
}

/** From which day a change holds, where that is not the day it was written down. */
function sinceOf(entry: HistoryEntry): string {
  if (!entry.since || entry.since === formatDateTime(entry.at).slice(0, 10)) return '';
  return entry.since === '起始' ? '自始生效' : `自 ${entry.since} 起`;
}

export function HistoryList({ entries }: { entries: HistoryEntry[] }) {
  return (
    <ol className="history">
      {entries.map((entry, index) => (
        <li key={`${entry.at}-${index}`}>
          <p>
            <span className="soft" title={entry.requestNo && `请求编号 ${entry.requestNo}`}>
              {formatDateTime(entry.at)}
            </span>{' '}
            <b>{entry.userName}</b> {entry.action}
            {entry.cause && <span>　依据 {entry.cause}</span>}
            {sinceOf(entry) && <span>　{sinceOf(entry)}</span>}
          </p>
          {entry.fields.length > 0 && (
            <ul>
              {entry.fields.map((field) => (
                <li key={field.prop}>
                  <span className="soft">{field.label}</span>{' '}
                  {entry.action !== '新增' && (
                    <>
                      <s>{spoken(field.old)}</s> →{' '}
                    </>
                  )}
                  {spoken(field.new)}
                </li>
              ))}
            </ul>
          )}
        </li>
      ))}
    </ol>
  );
}
