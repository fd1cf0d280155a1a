/** 设备统计: devices by two dimensions; every number leads to its rows. */

import { ExportOutlined, SwapOutlined } from '@ant-design/icons';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Button, Select } from 'antd';
import { useCallback, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { fetchFile, get, messageOf } from '@/api/client';
import { useDict } from '@/api/dict';
import { Chart, type ChartOption } from '@/charts/Chart';
import { formatNumber } from '@/ui/format';
import { Panel, StateNote } from '@/ui/Panel';
import { AreaPicker } from '@/ui/pickers/AreaPicker';
import { saveFile } from '@/ui/saveFile';
import { useApp } from '@/ui/useApp';
import { FaultNote } from '@/views/ListStates';
import './counting.css';
import type { StatTable } from '@/api/shapes';

const CALL = '/api/eqdbase/eqdBasic/equmentStat';
const DETAIL = '/bsArchives/equipment/equmentStatDetial';
const LAST = 'scdeap_stat';

function lastUsed(): { row: string; col: string } {
  const [row = 'class', col = 'status'] = (localStorage.getItem(LAST) ?? '').split('/').filter(Boolean);
  return { row, col };
}

export function StatPage() {
  const { message } = useApp();
  const navigate = useNavigate();
  const [sides, setSides] = useState(lastUsed);
  const [equclass, setClass] = useState<string>();
  const [area, setArea] = useState<string>();
  const classes = useDict('C601');
  const asked = { ...sides, byclass: equclass, byarea: area };
  const query = useQuery({
    queryKey: ['equipment stat', asked],
    queryFn: () => get(CALL, asked),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
  const table = query.data;
  const choose = (next: { row: string; col: string }) => {
    localStorage.setItem(LAST, `${next.row}/${next.col}`);
    setSides(next);
  };
  const linkOf = (parts: Record<string, string | undefined>) => {
    const all = { byclass: equclass, byarea: area, ...parts };
    const text = new URLSearchParams(Object.entries(all).filter((e): e is [string, string] => Boolean(e[1])));
    return `${DETAIL}?${text}`;
  };
  const download = async () => {
    try {
      const { blob, name } = await fetchFile(`${CALL}Export`, asked);
      saveFile(blob, name);
    } catch (error) {
      message.error(messageOf(error));
    }
  };
  const option = useCallback<ChartOption>((c, parts) => chartOf(table, c, parts), [table]);
  if (query.error) return <FaultNote error={query.error} onRetry={() => query.refetch()} />;
  const dimensions = table?.dimensions ?? [];
  return (
    <div className="page count-page">
      <section className="panel count-bar">
        <label htmlFor="stat-row">行</label>
        <Select
          id="stat-row"
          value={sides.row}
          options={dimensions}
          onChange={(row) => choose({ ...sides, row })}
        />
        <Button
          type="text"
          aria-label="行列互换"
          icon={<SwapOutlined />}
          onClick={() => choose({ row: sides.col, col: sides.row })}
        />
        <label htmlFor="stat-col">列</label>
        <Select
          id="stat-col"
          value={sides.col}
          options={dimensions}
          onChange={(col) => choose({ ...sides, col })}
        />
        <label htmlFor="stat-class">设备种类</label>
        <Select
          id="stat-class"
          allowClear
          placeholder="全部"
          value={equclass}
          options={classes.map((one) => ({ value: one.value, label: one.label }))}
          onChange={setClass}
        />
        <label htmlFor="stat-area">区县</label>
        <AreaPicker id="stat-area" value={area} onChange={(value) => setArea(value?.slice(0, 6))} />
        <span className="spacer" />
        {table && <span className="hint">统计时间 {table.at.slice(0, 16)}</span>}
        <Button icon={<ExportOutlined />} onClick={download}>
          导出
        </Button>
      </section>
      {table && table.total === 0 && <StateNote kind="none" title="没有符合条件的设备" />}
      {table && table.total > 0 && (
        <>
          <Panel flush className="count-table">
            <table className="plain">
              <thead>
                <tr>
                  <th>{table.row.label}</th>
                  {table.columns.map((column) => (
                    <th key={column.value} className="right">
                      {column.label}
                    </th>
                  ))}
                  <th className="right">合计</th>
                  <th className="right">超期</th>
                  <th className="right">不合格</th>
                </tr>
              </thead>
              <tbody>
                {table.rows.map((line) => {
                  const mine = { [table.row.prop]: line.value + table.row.suffix };
                  return (
                    <tr key={line.value}>
                      <td>{line.label}</td>
                      {table.columns.map((column) => (
                        <td key={column.value} className="right">
                          <Count
                            value={line.cells[column.value] ?? 0}
                            to={linkOf({ ...mine, [table.col.prop]: column.value + table.col.suffix })}
                          />
                        </td>
                      ))}
                      <td className="right">
                        <Count value={line.total} to={linkOf(mine)} bold />
                      </td>
                      <td className="right late">
                        <Count value={line.late} to={linkOf({ ...mine, overdue: '1' })} />
                      </td>
                      <td className="right late">
                        <Count value={line.unqualified} to={linkOf({ ...mine, unqualified: '1' })} />
                      </td>
                    </tr>
                  );
                })}
                <tr className="count-sum">
                  <td>合计</td>
                  {table.columns.map((column) => (
                    <td key={column.value} className="right">
                      <Count
                        value={column.total}
                        to={linkOf({ [table.col.prop]: column.value + table.col.suffix })}
                      />
                    </td>
                  ))}
                  <td className="right">
                    <Count value={table.total} to={linkOf({})} bold />
                  </td>
                  <td className="right late">
                    <Count value={table.late} to={linkOf({ overdue: '1' })} />
                  </td>
                  <td className="right late">
                    <Count value={table.unqualified} to={linkOf({ unqualified: '1' })} />
                  </td>
                </tr>
              </tbody>
            </table>
          </Panel>
          <Panel title={`按${table.row.label}`} sub={`共 ${formatNumber(table.total)} 台，点击条形查看明细`}>
            <Chart
              option={option}
              height={240}
              label={`按${table.row.label}统计，共 ${table.total} 台`}
              onClick={(name) => {
                const line = table.rows.find((one) => one.label === name);
                if (line) navigate(linkOf({ [table.row.prop]: line.value + table.row.suffix }));
              }}
            />
          </Panel>
        </>
      )}
    </div>
  );
}

function chartOf(
  table: StatTable | undefined,
  c: Parameters<ChartOption>[0],
  parts: Parameters<ChartOption>[1],
) {
  const rows = table?.rows ?? [];
  const bar = (name: string, colour: string, data: number[]) => ({
    name,
    type: 'bar',
    barMaxWidth: 22,
    itemStyle: { color: colour },
    data,
  });
  return {
    grid: { left: 48, right: 8, top: 30, bottom: 24 },
    legend: parts.legend,
    tooltip: parts.tooltip,
    xAxis: {
      ...parts.category,
      data: rows.map((line) => line.label),
      axisLabel: { ...parts.category.axisLabel, interval: 0, width: 96, overflow: 'truncate' },
    },
    yAxis: { ...parts.value, minInterval: 1 },
    series: [
      bar(
        '台数',
        c.accent,
        rows.map((line) => line.total),
      ),
      bar(
        '超期',
        c.alarm,
        rows.map((line) => line.late),
      ),
    ],
  };
}

function Count({ value, to, bold }: { value: number; to: string; bold?: boolean }) {
  if (value === 0) return <span className="soft">0</span>;
  return <Link to={to}>{bold ? <b>{formatNumber(value)}</b> : formatNumber(value)}</Link>;
}
