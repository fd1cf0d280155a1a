/** 新增 and 编辑 of saved queries, from their lists. */
import type { ActionHandler } from '@/views/actionRegistry';
import { QueryBuilder } from './QueryBuilder';

const kindOf = (viewNo: string) => viewNo.replace(/^query_|_list$/g, '');

export const addQuery: ActionHandler = ({ viewNo, open, navigate, refresh }) =>
  open((close) => (
    <QueryBuilder
      kind={kindOf(viewNo)}
      onClose={close}
      onSaved={(id) => {
        close();
        refresh();
        navigate(`/query-settings/resultTable?id=${id}`);
      }}
    />
  ));

export const editQuery: ActionHandler = ({ viewNo, ids, open, refresh }) =>
  open((close) => (
    <QueryBuilder
      kind={kindOf(viewNo)}
      id={ids[0]}
      onClose={close}
      onSaved={() => {
        close();
        refresh();
      }}
    />
  ));
