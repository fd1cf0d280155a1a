/** The figures of a year: headlines, charts and tables. */
import { lazy, type ReactNode, Suspense } from 'react';
import type { Annual, Figures } from '@/api/shapes';
import { formatNumber } from '@/ui/format';
import type { Series } from './AnnualChart';
import { share } from './api';

const AnnualChart = lazy(() => import('./AnnualChart'));

const DEVICES: Series[] = [
  { name: '在用', of: (line) => line.inuse, colour: 'accent' },
  { name: '停用', of: (line) => line.stopped, colour: 'accentMid' },
  { name: '其他在册', of: (line) => line.total - line.inuse - line.stopped, colour: 'ink3' },
];
const INSPECTIONS: Series[] = [
  { name: '合格', of: (line) => line.inspected - line.unqualified, colour: 'accent' },
  { name: '不合格', of: (line) => line.unqualified, colour: 'alarm' },
];

interface Headline {
  label: string;
  value: string;
  note?: string;
}

function Headlines({ items }: { items: Headline[] }) {
  return (
    <dl className="annual-headline">
      {items.map(({ label, value, note }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
          {note && <dd className="hint">{note}</dd>}
        </div>
      ))}
    </dl>
  );
}

const sumOf = (lines: Figures[], name: keyof Omit<Figures, 'code' | 'name'>) =>
  lines.reduce((sum, line) => sum + line[name], 0);

export function Tables({ annual }: { annual: Annual }) {
  const { classes = [], areas = [], kinds = [], kindsOfClasses = [], edition, notes } = annual;
  const all = (name: Parameters<typeof sumOf>[1]) => sumOf(classes, name);
  const { units } = edition!;
  const known = classes.filter((line) => line.total + line.inspected > 0);
  return (
    <>
      <section className="public-card annual-figures">
        <Headlines
          items={[
            {
              label: '在册设备',
              value: formatNumber(all('total')),
              note: `在用 ${formatNumber(all('inuse'))}`,
            },
            { label: '本年新登记', value: formatNumber(all('registered')) },
            {
              label: '检验率',
              value: share(all('done'), all('due')),
              note: `已检 ${formatNumber(all('done'))} / 应检 ${formatNumber(all('due'))}`,
            },
            {
              label: '检验合格率',
              value: share(all('inspected') - all('unqualified'), all('inspected')),
              note: `检验 ${formatNumber(all('inspected'))}`,
            },
            ...(annual.area
              ? []
              : [
                  { label: '使用单位', value: formatNumber(units.useunits) },
                  { label: '持证人员', value: formatNumber(units.persons) },
                ]),
          ]}
        />
        {!annual.area && (
          <p className="hint">
            维保单位 {formatNumber(units.maintainers)}　施工单位 {formatNumber(units.installers)}　制造单位{' '}
            {formatNumber(units.makers)}
          </p>
        )}
      </section>
      {known.length > 0 && (
        <div className="annual-charts">
          <Card title="年末设备" sub="按种类，台（套、条）">
            <Suspense fallback={<div className="annual-room" />}>
              <AnnualChart label="年末设备按种类" lines={known} series={DEVICES} />
            </Suspense>
          </Card>
          <Card title="检验" sub="按种类，件">
            <Suspense fallback={<div className="annual-room" />}>
              <AnnualChart label="检验按种类" lines={known} series={INSPECTIONS} />
            </Suspense>
          </Card>
        </div>
      )}
      <Card title="设备与检验" sub="按设备种类">
        <FigureTable head="设备种类" lines={classes} />
      </Card>
      {!annual.area && (
        <Card title="设备与检验" sub="按区县">
          <FigureTable head="区县" lines={areas} />
        </Card>
      )}
      <Card title="检验项目" sub="按检验类别与设备种类，括号内为不合格">
        {kinds.length === 0 ? (
          <p className="hint">本年度没有检验报告</p>
        ) : (
          <KindTable kinds={kinds} classes={known} cells={kindsOfClasses} />
        )}
      </Card>
      <Card title="统计口径">
        <ul className="annual-notes">
          {notes.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      </Card>
    </>
  );
}

function Card({ title, sub, children }: { title: string; sub?: string; children: ReactNode }) {
  return (
    <section className="public-card annual-card">
      <h2>
        {title}
        {sub && <small>{sub}</small>}
      </h2>
      {children}
    </section>
  );
}

const COLUMNS = [
  ['total', '年末在册'],
  ['inuse', '在用'],
  ['stopped', '停用'],
  ['scrapped', '报废注销'],
  ['registered', '新登记'],
  ['due', '应检'],
  ['done', '已检'],
] as const;

function FigureTable({ head, lines }: { head: string; lines: Figures[] }) {
  const names = [
    'total',
    'inuse',
    'stopped',
    'scrapped',
    'registered',
    'due',
    'done',
    'inspected',
    'unqualified',
  ];
  const total = {
    code: '=',
    name: '合计',
    ...Object.fromEntries(names.map((name) => [name, sumOf(lines, name as 'total')])),
  } as Figures;
  return (
    <div className="annual-scroll">
      <table className="plain">
        <thead>
          <tr>
            <th className="annual-name">{head}</th>
            {COLUMNS.map(([name, label]) => (
              <th key={name} className="right">
                {label}
              </th>
            ))}
            <th className="right">检验率</th>
            <th className="right">检验数</th>
            <th className="right">不合格</th>
            <th className="right">合格率</th>
          </tr>
        </thead>
        <tbody>
          {[...lines, total].map((line) => (
            <tr key={line.code} className={line === total ? 'annual-sum' : undefined}>
              <td>{line.name}</td>
              {COLUMNS.map(([name]) => (
                <td key={name} className="right">
                  {formatNumber(line[name])}
                </td>
              ))}
              <td className="right">{share(line.done, line.due)}</td>
              <td className="right">{formatNumber(line.inspected)}</td>
              <td className={line.unqualified > 0 ? 'right late' : 'right'}>
                {formatNumber(line.unqualified)}
              </td>
              <td className="right">{share(line.inspected - line.unqualified, line.inspected)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface KindProps {
  kinds: Figures[];
  classes: Figures[];
  cells: NonNullable<Annual['kindsOfClasses']>;
}

function KindTable({ kinds, classes, cells }: KindProps) {
  const found = new Map(cells.map((cell) => [`${cell.equclass} ${cell.seisort}`, cell]));
  return (
    <div className="annual-scroll">
      <table className="plain">
        <thead>
          <tr>
            <th className="annual-name">检验类别</th>
            {classes.map((one) => (
              <th key={one.code} className="right">
                {one.name.replace(/（.*?）/g, '')}
              </th>
            ))}
            <th className="right">合计</th>
            <th className="right">合格率</th>
          </tr>
        </thead>
        <tbody>
          {kinds.map((kind) => (
            <tr key={kind.code}>
              <td>{kind.name}</td>
              {classes.map((one) => (
                <td key={one.code} className="right">
                  <Counted cell={found.get(`${one.code} ${kind.code}`)} />
                </td>
              ))}
              <td className="right">
                <Counted cell={kind} />
              </td>
              <td className="right">{share(kind.inspected - kind.unqualified, kind.inspected)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Counted({ cell }: { cell: { inspected: number; unqualified: number } | undefined }) {
  if (!cell || cell.inspected === 0) return <span className="soft">0</span>;
  return (
    <>
      {formatNumber(cell.inspected)}
      {cell.unqualified > 0 && <span className="late">（{formatNumber(cell.unqualified)}）</span>}
    </>
  );
}
