/** A statistic that the server declares: lines over a period, each number leading to its rows, a plot and a sheet. */

import { ExportOutlined } from '@ant-design/icons';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Button, Select } from 'antd';
import { useCallback, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { fetchFile, get, messageOf } from '@/api/client';
import type { StatAnswer, StatLine, StatMeasure } from '@/api/shapes';
import { Chart, type ChartOption } from '@/charts/Chart';
import { linkOf, plotOf } from '@/charts/statPlot';
import { formatNumber } from '@/ui/format';
import { Panel, StateNote } from '@/ui/Panel';
import { DayPicker } from '@/ui/pickers/DayPicker';
import { saveFile } from '@/ui/saveFile';
import { dayOf } from '@/ui/typed';
import { useApp } from '@/ui/useApp';
import { FaultNote } from '@/views/ListStates';
import './stat.css';

type Asked = { by?: string; begin?: string; end?: string };
export function StatView({ viewNo }: { viewNo: string }) {
  const { message } = useApp();
  const navigate = useNavigate();
  const [asked, setAsked] = useState<Asked>(() => ({
    by: localStorage.getItem(`stat_${viewNo}`) ?? undefined,
  }));
  const url = `/api/stat/${viewNo}`;
  const query = useQuery({
    queryKey: ['stat', viewNo, asked],
    queryFn: () => get(url as never, asked) as unknown as Promise<StatAnswer>,
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
  const told = query.data;
  const option = useCallback<ChartOption>((c, parts) => plotOf(told, c, parts), [told]);
  if (query.error) return <FaultNote error={query.error} onRetry={() => query.refetch()} />;
  if (!told) return null;
  const narrow = (next: Asked) => {
    if (next.by) localStorage.setItem(`stat_${viewNo}`, next.by);
    setAsked((before) => ({ ...before, ...next }));
  };
  const download = async () => {
    try {
      const { blob, name } = await fetchFile(`${url}/export`, asked);
      saveFile(blob, name);
    } catch (error) {
      message.error(messageOf(error));
    }
  };
  const day = (id: string, label: string, value: string, key: 'begin' | 'end') => (
    <>
      <label htmlFor={id}>{label}</label>
      <DayPicker
        id={id}
        allowClear={false}
        style={{ width: 130 }}
        value={value}
        onChange={(day) => dayOf(day) && narrow({ [key]: day })}
      />
    </>
  );
  return (
    <div className="page stat-page">
      <section className="panel stat-bar">
        <label htmlFor="stat-by">统计方式</label>
        <Select id="stat-by" value={told.prop} options={told.dimensions} onChange={(by) => narrow({ by })} />
        {day('stat-begin', '从', told.begin, 'begin')}
        {day('stat-end', '到', told.end, 'end')}
        <span className="spacer" />
        <span className="hint">统计时间 {told.at.slice(0, 16).replace('T', ' ')}</span>
        <Button icon={<ExportOutlined />} onClick={download}>
          导出
        </Button>
      </section>
      {told.lines.length === 0 && <StateNote kind="none" title="这段时间没有数据" />}
      {told.lines.length > 0 && (
        <div className="stat-body">
          <Panel flush className="stat-table">
            <table className="plain">
              <thead>
                <tr>
                  <th>{told.by}</th>
                  {told.measures.map((one) => (
                    <Heads key={one.name} measure={one} />
                  ))}
                </tr>
              </thead>
              <tbody>
                {[...told.lines, told.total].map((line) => (
                  <tr key={line.value || 'total'} className={line.value ? '' : 'stat-sum'}>
                    <td>{line.label}</td>
                    {told.measures.map((one) => (
                      <Cells key={one.name} told={told} line={line} measure={one} />
                    ))}
                  </tr>
                ))}
                {told.middle && (
                  <tr className="stat-middle">
                    <td>{told.middle.label}</td>
                    {told.measures.map((one) => (
                      <Plain key={one.name} line={told.middle as StatLine} measure={one} />
                    ))}
                  </tr>
                )}
              </tbody>
            </table>
          </Panel>
          <Panel title={`按${told.by}`} sub={told.note || '点击条形查看明细'}>
            <Chart
              option={option}
              height={300}
              label={`${told.title}，按${told.by}，${told.lines.length}项`}
              onClick={(name) => {
                const line = told.lines.find((one) => one.label === name);
                if (line) navigate(linkOf(told, line));
              }}
            />
          </Panel>
        </div>
      )}
    </div>
  );
}

function Heads({ measure }: { measure: StatMeasure }) {
  return (
    <>
      <th className="right">{measure.label}</th>
      {measure.share && <th className="right">{measure.share}</th>}
    </>
  );
}

const DECIMALS: Record<string, number> = { money: 2, decimal: 1 };

const wordsOf = (measure: StatMeasure, value: number) =>
  measure.kind in DECIMALS
    ? value.toLocaleString('zh-CN', {
        minimumFractionDigits: DECIMALS[measure.kind],
        maximumFractionDigits: DECIMALS[measure.kind],
      })
    : formatNumber(value);

/** Numbers of a line that lead nowhere. */
function Plain({ line, measure }: { line: StatLine; measure: StatMeasure }) {
  return (
    <>
      <td className="right">{wordsOf(measure, line.cells[measure.name] ?? 0)}</td>
      {measure.share && <td className="right">—</td>}
    </>
  );
}

function Cells({ told, line, measure }: { told: StatAnswer; line: StatLine; measure: StatMeasure }) {
  const value = line.cells[measure.name] ?? 0;
  const share = line.shares[measure.name];
  const words = wordsOf(measure, value);
  return (
    <>
      <td className={measure.alarm ? 'right late' : 'right'}>
        {value === 0 ? (
          <span className="soft">0</span>
        ) : (
          <Link to={linkOf(told, line, measure)}>{words}</Link>
        )}
      </td>
      {measure.share && (
        <td className="right">{share === null || share === undefined ? '—' : `${share.toFixed(1)}%`}</td>
      )}
    </>
  );
}
