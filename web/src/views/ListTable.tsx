/** The table of a list: drawn again only when its rows, columns or marks change, and of a long page only in part. */
import { Checkbox, Table } from 'antd';
import { memo, useMemo } from 'react';
import type { Action, Column, Row, TableConfig } from '@/api/layout';
import { isSkeleton, tableColumns } from './listColumns';
import { LeftOut, type RowWindow, WindowedBody } from './rowWindow';

interface Props {
  config: TableConfig;
  columns: Column[];
  rows: Row[];
  sort: string | undefined;
  /** The box the table stands in. */
  width: number;
  height: number;
  picked: string[];
  current: string | undefined;
  drawn: RowWindow['drawn'];
  run: (action: Action, rows: Row[]) => void;
  onPick: (keys: string[]) => void;
  onCurrent: (key: string) => void;
  onSort: (sort: string | undefined) => void;
}

const HEAD_HEIGHT = 33;
const WINDOWED = { body: { wrapper: WindowedBody } };
const NO_WORDS = { emptyText: ' ' };

export const ListTable = memo(function ListTable(props: Props) {
  const { config, columns, rows, sort, width, height, picked, current, drawn, run } = props;
  const keyOf = (row: Row) => String(row[config.rowKey]);
  const table = useMemo(
    () => tableColumns({ config, columns, sort, rows, room: width, run }),
    [config, columns, sort, rows, width, run],
  );
  const shown = useMemo(() => (drawn ? rows.slice(drawn.start, drawn.end) : rows), [rows, drawn]);
  const leftOut = useMemo(
    () => ({
      above: drawn ? drawn.start * drawn.rowHeight : 0,
      below: drawn ? Math.max(0, rows.length - drawn.end) * drawn.rowHeight : 0,
    }),
    [drawn, rows.length],
  );
  return (
    <LeftOut value={leftOut}>
      <Table<Row>
        size="small"
        tableLayout="fixed"
        rowKey={keyOf}
        dataSource={shown}
        columns={table.columns}
        components={drawn ? WINDOWED : undefined}
        pagination={false}
        scroll={{ x: table.width, y: height > HEAD_HEIGHT ? height - HEAD_HEIGHT : undefined }}
        locale={NO_WORDS}
        rowClassName={(row) => rowClass(row, config, current)}
        rowSelection={{
          columnWidth: table.pickWidth,
          fixed: true,
          selectedRowKeys: picked,
          preserveSelectedRowKeys: Boolean(drawn),
          columnTitle: drawn ? (
            <Checkbox
              aria-label="选中本页全部"
              checked={picked.length === rows.length}
              indeterminate={picked.length > 0 && picked.length < rows.length}
              onChange={(event) => props.onPick(event.target.checked ? rows.map(keyOf) : [])}
            />
          ) : undefined,
          onChange: (next) => props.onPick(next.map(String)),
          getCheckboxProps: (row) => ({ disabled: isSkeleton(row), 'aria-label': '选中此行' }) as object,
        }}
        onRow={(row) => ({ onClick: () => props.onCurrent(keyOf(row)) })}
        onChange={(_page, _filters, sorter) => {
          const one = Array.isArray(sorter) ? sorter[0] : sorter;
          const prop = String(one?.columnKey ?? '');
          props.onSort(one?.order ? `${one.order === 'descend' ? '-' : ''}${prop}` : undefined);
        }}
      />
    </LeftOut>
  );
});

function rowClass(row: Row, config: TableConfig, current: string | undefined): string {
  const late = config.late && String(row[config.late]) === '1' ? 'late' : '';
  return String(row[config.rowKey]) === current ? `${late} current-row` : late;
}
