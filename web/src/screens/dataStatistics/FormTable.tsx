/** A form counted for a period: each number leads to its rows; what does not add up is said under the table. */

import { ExportOutlined } from '@ant-design/icons';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { useState } from 'react';
import { Link } from 'react-router';
import { fetchFile, get, messageOf } from '@/api/client';
import type { CountedCell, CountedForm, CountedLine } from '@/api/shapes';
import { formatNumber } from '@/ui/format';
import { StateNote } from '@/ui/Panel';
import { DayPicker } from '@/ui/pickers/DayPicker';
import { saveFile } from '@/ui/saveFile';
import { dayOf } from '@/ui/typed';
import { useApp } from '@/ui/useApp';
import { FaultNote } from '@/views/ListStates';
import './formTable.css';

const FORMS = '/api/statistics/form';
type Asked = { begin?: string; end?: string };

export default function FormTable({ id }: { data: unknown; id: string }) {
  const { message } = useApp();
  const [asked, setAsked] = useState<Asked>({});
  const query = useQuery({
    queryKey: ['stat-form', id, asked],
    queryFn: () => get(`${FORMS}/preview`, { id, ...asked }),
    placeholderData: keepPreviousData,
    staleTime: 0,
    retry: false,
  });
  if (query.error)
    return (
      <FaultNote
        error={query.error}
        onRetry={() => {
          setAsked({});
          query.refetch();
        }}
      />
    );
  const told = query.data;
  if (!told) return null;
  const download = async () => {
    try {
      const { blob, name } = await fetchFile(`${FORMS}/sheet`, { id, ...asked });
      saveFile(blob, name);
    } catch (error) {
      message.error(messageOf(error));
    }
  };
  const day = (label: string, key: 'begin' | 'end') => (
    <>
      <label htmlFor={`form-${key}`}>{label}</label>
      <DayPicker
        id={`form-${key}`}
        allowClear={false}
        style={{ width: 130 }}
        value={told[key]}
        onChange={(chosen) => dayOf(chosen) && setAsked({ begin: told.begin, end: told.end, [key]: chosen })}
      />
    </>
  );
  return (
    <>
      <div className="stat-form-bar">
        {day('统计期间 从', 'begin')}
        {day('到', 'end')}
        <span className="spacer" />
        <span className="hint">统计时间 {told.at.slice(0, 16).replace('T', ' ')}，按您的数据范围</span>
        <Button icon={<ExportOutlined />} onClick={download}>
          导出
        </Button>
      </div>
      {told.lines.length === 0 ? (
        <StateNote kind="none" title="这段时间没有数据" />
      ) : (
        <div className="stat-form-table">
          <Table told={told} />
        </div>
      )}
      <Notes told={told} />
    </>
  );
}

export function Table({ told }: { told: CountedForm }) {
  return (
    <table className="plain">
      <thead>
        <tr>
          <th>{told.by}</th>
          {told.columns.map((one) => (
            <th key={one.code} className="right" title={`${one.code} 第${one.edition}版`}>
              {one.heading}（{one.unit}）
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {[...told.lines, told.total].map((line) => (
          <tr key={line.value || 'total'} className={line.value ? '' : 'stat-form-sum'}>
            <td className={line.faults.length ? 'late' : ''}>{line.label}</td>
            {told.columns.map((one) => (
              <td key={one.code} className="right">
                <Cell cell={line.cells[one.code]} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Cell({ cell }: { cell?: CountedCell }) {
  if (!cell || cell.value === null) return <span className="soft">—</span>;
  if (cell.value === 0) return <span className="soft">0</span>;
  const words = Number.isInteger(cell.value)
    ? formatNumber(cell.value)
    : cell.value.toLocaleString('zh-CN', { maximumFractionDigits: 1, minimumFractionDigits: 1 });
  return cell.link ? <Link to={cell.link}>{words}</Link> : words;
}

export function Notes({ told }: { told: CountedForm }) {
  const faults = [...told.lines, told.total].flatMap((line: CountedLine) =>
    line.faults.map((fault) => `${line.label}：${fault}`),
  );
  return (
    <>
      {faults.map((fault) => (
        <p key={fault} className="late">
          {fault}
        </p>
      ))}
      {told.note && <p className="hint">{told.note}</p>}
    </>
  );
}
