/** The portrait of a unit in one of five roles: figures that open their rows, two charts, what happened last. */
import { useQuery } from '@tanstack/react-query';
import { Button, Input } from 'antd';
import { lazy, Suspense, useState } from 'react';
import { Link, useLocation, useNavigate, useSearchParams } from 'react-router';
import { FigureRow } from '@/ui/Figures';
import { formatDate, formatNumber } from '@/ui/format';
import { EquipmentIcon } from '@/ui/icons';
import { Panel, StateNote } from '@/ui/Panel';
import { usePaused } from '@/ui/pickers/common';
import { useTabTitle } from '@/ui/tab';
import { FaultNote } from '@/views/ListStates';
import { candidatesQuery, portraitQuery } from './api';
import './units.css';
import type { Portrait } from '@/api/shapes';

const PortraitChart = lazy(() => import('./PortraitChart'));

const ROLES: Record<string, [string, string]> = {
  superviseUnitCount: ['supervise', '监察单位'],
  useUnitCount: ['use', '使用单位'],
  installUnitCount: ['install', '安装单位'],
  inspUnitCount: ['inspect', '检验单位'],
  maintenanceUnitCount: ['maintain', '维保单位'],
};
const TONES = { no: 'late', ca: 'caution', '': undefined } as const;

export function PortraitPage() {
  const { pathname } = useLocation();
  const [search] = useSearchParams();
  const [role, name] = ROLES[pathname.split('/').pop() ?? ''] ?? ROLES.useUnitCount!;
  const id = search.get('id') ?? '';
  const query = useQuery(portraitQuery(role, id));
  if (!id) return <Choose role={role} name={name} />;
  if (query.isError) {
    return (
      <div className="page">
        <section className="panel">
          <FaultNote error={query.error} onRetry={() => query.refetch()} />
        </section>
      </div>
    );
  }
  if (!query.data) return <div className="page fixed" />;
  return <Shown portrait={query.data} />;
}

function Choose({ role, name }: { role: string; name: string }) {
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const [text, setText] = useState('');
  const found = useQuery(candidatesQuery(role, usePaused(text)));
  const rows = found.data ?? [];
  return (
    <div className="page fixed portrait">
      <Panel title={`选择${name}`} sub="名称、曾用名、信用代码或拼音首字母" className="portrait-pick" flush>
        <div style={{ padding: '8px 12px' }}>
          <Input.Search
            autoFocus
            allowClear
            placeholder={`查找${name}`}
            style={{ maxWidth: 420 }}
            value={text}
            onChange={(event) => setText(event.target.value)}
            onSearch={() => rows[0] && navigate(`${pathname}?id=${rows[0].id}`)}
          />
        </div>
        <div className="candidates">
          {found.isError && <FaultNote error={found.error} onRetry={() => found.refetch()} />}
          {found.isSuccess && rows.length === 0 && <StateNote kind="none" title={`没有这样的${name}`} />}
          {rows.length > 0 && (
            <table className="plain">
              <thead>
                <tr>
                  <th>单位名称</th>
                  <th style={{ width: 200 }}>统一社会信用代码</th>
                  <th style={{ width: 120 }}>所在区划</th>
                  <th>地址</th>
                </tr>
              </thead>
              <tbody>
                {rows.map((row) => (
                  <tr key={row.id}>
                    <td>
                      <Link to={`${pathname}?id=${row.id}`}>{row.name}</Link>
                    </td>
                    <td className="code">{row.code}</td>
                    <td>{row.areacodeName}</td>
                    <td title={row.address}>{row.address}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          )}
        </div>
      </Panel>
    </div>
  );
}

function Shown({ portrait }: { portrait: Portrait }) {
  const { unit, figures, classes, charts, events } = portrait;
  const navigate = useNavigate();
  const { pathname } = useLocation();
  useTabTitle(`${unit.name}画像`);
  return (
    <div className="page fixed portrait">
      <section className="panel">
        <div className="portrait-head">
          <div>
            <b>{unit.name}</b>{' '}
            <span className="soft">{[unit.unittypeName, unit.areacodeName].filter(Boolean).join('　')}</span>
            <div className="soft">
              <span className="code">{unit.code}</span>　{unit.contact}{' '}
              <span className="code">{unit.tel}</span>
              {unit.creditName ? `　信用 ${unit.creditName}` : ''}
              {unit.blacklist ? <span className="late">　黑名单</span> : null}
            </div>
          </div>
          <span className="spacer" />
          <Button onClick={() => navigate(pathname)}>换一个单位</Button>
          <Button type="primary" onClick={() => navigate(`/bsArchives/unit/detail?id=${unit.id}`)}>
            单位档案
          </Button>
        </div>
        <FigureRow
          figures={figures.map(({ label, value, note, tone, route }) => ({
            label,
            value,
            note,
            tone: TONES[tone],
            to: route,
          }))}
        />
      </section>
      <div className="portrait-grid">
        {charts.map((chart) => (
          <Panel key={chart.key} title={chart.title} sub="点击柱条看明细">
            <Suspense fallback={null}>
              <PortraitChart chart={chart} onOpen={navigate} />
            </Suspense>
          </Panel>
        ))}
        <Panel title="设备种类" sub={`${classes.length} 类`} flush className="scrolling">
          {classes.length === 0 ? (
            <StateNote kind="empty" title="没有设备" />
          ) : (
            <table className="plain">
              <thead>
                <tr>
                  <th>种类</th>
                  <th className="right" style={{ width: 80 }}>
                    台数
                  </th>
                  <th className="right" style={{ width: 80 }}>
                    在用
                  </th>
                  <th className="right" style={{ width: 80 }}>
                    30日到期
                  </th>
                  <th className="right" style={{ width: 80 }}>
                    超期
                  </th>
                  <th className="right" style={{ width: 80 }}>
                    不合格
                  </th>
                </tr>
              </thead>
              <tbody>
                {classes.map((row) => (
                  <tr key={row.equclass}>
                    <td>
                      <EquipmentIcon code={row.equclass} /> {row.name}
                    </td>
                    <td className="right">
                      <Link to={row.route}>{formatNumber(row.total)}</Link>
                    </td>
                    <td className="right">{formatNumber(row.inuse)}</td>
                    <td className="right">{formatNumber(row.soon)}</td>
                    <Counted count={row.overdue} to={`${row.route}&overdue=1`} />
                    <Counted count={row.unqualified} to={`${row.route}&unqualified=1`} />
                  </tr>
                ))}
              </tbody>
            </table>
          )}
        </Panel>
        <Panel title="近期事项" flush className="scrolling">
          {events.length === 0 ? (
            <StateNote kind="empty" title="没有近期事项" />
          ) : (
            <table className="plain">
              <colgroup>
                <col style={{ width: 92 }} />
                <col style={{ width: 84 }} />
                <col />
                <col style={{ width: 140 }} />
              </colgroup>
              <tbody>
                {events.map((event) => (
                  <tr key={`${event.at}${event.number}${event.text}`}>
                    <td className="soft">{formatDate(event.at)}</td>
                    <td className="soft">{event.kind}</td>
                    <td title={event.text} className={event.bad ? 'late' : undefined}>
                      {event.text}
                    </td>
                    <td>
                      <Link className="code" to={event.route}>
                        {event.number || '查看'}
                      </Link>
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          )}
        </Panel>
      </div>
    </div>
  );
}

function Counted({ count, to }: { count: number; to: string }) {
  return (
    <td className="right">
      {count > 0 ? (
        <Link className="late" to={to}>
          {formatNumber(count)}
        </Link>
      ) : (
        0
      )}
    </td>
  );
}
