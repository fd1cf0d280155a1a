/** What the page of a device shows of it: its groups of fields, and beside them the last inspections and what to mind. */
import { useQueryClient } from '@tanstack/react-query';
import dayjs from 'dayjs';
import { lazy, type ReactNode, Suspense, useContext, useState } from 'react';
import { Link } from 'react-router';
import { labelOf, useDict } from '@/api/dict';
import type { DeviceDetail, DeviceField, Inspection } from '@/api/shapes';
import { formatDate, formatNumber, isBlank } from '@/ui/format';
import { KeyValues, Panel } from '@/ui/Panel';
import { usePermission } from '@/ui/permission';
import { PrintContext } from '@/views/useActions';
import { plainLabel } from './api';

const StateDialog = lazy(() =>
  import('@/screens/bsArchives/changes/StateDialog').then((m) => ({ default: m.StateDialog })),
);

const SHORT = 8;

export function daysTo(day: string | null): number | null {
  return day ? dayjs(day).startOf('day').diff(dayjs().startOf('day'), 'day') : null;
}

/** The deepest class is said by its kind: the same words a second time would only be in the way. */
const fieldOf = (prop: string) => (prop === 'equkind' ? 'equclacode' : prop);

function linesOf(fields: DeviceField[], empty: boolean): DeviceField[] {
  const kind = fields.some((line) => line.prop === 'equkind' && shownOf(line) !== '');
  return fields.filter((line) => !(kind && line.prop === 'equclacode') && (empty || shownOf(line) !== ''));
}

/** Codes are never pulled apart by the spacing between scripts. */
const CODE = /(code|no|cert|certno|model)$/i;

interface GroupsProps {
  groups: DeviceDetail['groups'];
  empty: boolean;
  extra: ReactNode;
  /** Fields that have a way to their correction. */
  controlled: string[];
  onCorrect: (field: string) => void;
  /** Asks for a number whose middle is hidden; absent for whoever may not. */
  onReveal?: () => void;
}

function shownOf(line: DeviceField): string {
  if (isBlank(line.shown)) return '';
  if (line.type === 'date') return formatDate(line.shown);
  if (line.type === 'int' || line.type === 'decimal') return formatNumber(line.shown);
  return String(line.shown);
}

const HIDDEN = '****';

export function Groups({ groups, empty, extra, controlled, onCorrect, onReveal }: GroupsProps) {
  const filled = groups.some((group) => group.fields.some((line) => empty || shownOf(line) !== ''));
  return (
    <div className="device-groups">
      <div className="device-groups-bar">{extra}</div>
      {!filled && <p className="hint near-empty">还没有填写</p>}
      {groups.map((group) => {
        const lines = linesOf(group.fields, empty);
        if (lines.length === 0) return null;
        return (
          <section key={group.title} className="detail-group">
            <h3>{group.title}</h3>
            <KeyValues
              labelWidth={104}
              items={lines.map((line) => ({
                label: plainLabel(line.label),
                value: (
                  <span className={CODE.test(line.prop) ? 'code' : undefined}>
                    {[shownOf(line) || '—', shownOf(line) && line.unit].filter(Boolean).join(' ')}
                    {onReveal && shownOf(line).includes(HIDDEN) && (
                      <button type="button" className="link reveal-link" onClick={onReveal}>
                        查看电话
                      </button>
                    )}
                    {controlled.includes(fieldOf(line.prop)) && (
                      <button
                        type="button"
                        className="link correct-link"
                        aria-label={`纠错 ${plainLabel(line.label)}`}
                        onClick={() => onCorrect(fieldOf(line.prop))}
                      >
                        纠错
                      </button>
                    )}
                  </span>
                ),
              }))}
            />
          </section>
        );
      })}
    </div>
  );
}

export function Beside({ detail }: { detail: DeviceDetail }) {
  const { head } = detail;
  const names = useDict('C604');
  const conclusions = useDict('C605');
  const near = detail.inspections.slice(0, SHORT);
  const notes = noticesOf(detail);
  return (
    <>
      <Minding detail={detail} notes={notes} />
      <Panel title="近次检验" sub={`${detail.inspections.length} 次`} flush>
        <table className="plain">
          <colgroup>
            <col style={{ width: 88 }} />
            <col />
            <col style={{ width: 96 }} />
          </colgroup>
          <thead>
            <tr>
              <th>日期</th>
              <th>类型、报告编号</th>
              <th className="right">结论</th>
            </tr>
          </thead>
          <tbody>
            {near.map((row) => (
              <NearRow
                key={row.id}
                row={row}
                type={labelOf(names, row.testsort)}
                conclusion={labelOf(conclusions, row.conclusion).split('(')[0] ?? ''}
              />
            ))}
          </tbody>
        </table>
        {near.length === 0 && <p className="hint near-empty">还没有检验</p>}
      </Panel>
      <Panel title="使用单位">
        <p>
          <Link to={`/bsArchives/equipment/allEquipentQuery?useorgsysid=${head.useorgsysid}`}>
            {head.useorgname}
          </Link>
        </p>
        <p className="hint">点开看该单位的全部设备</p>
      </Panel>
    </>
  );
}

/** What is wrong or near, before everything else beside a device, with what can be done about it at once. */
function Minding({ detail, notes }: { detail: DeviceDetail; notes: Notice[] }) {
  const { head } = detail;
  const { offers, guard } = usePermission();
  const client = useQueryClient();
  const print = useContext(PrintContext);
  const [stopping, setStopping] = useState(false);
  if (notes.length === 0) return null;
  const unsafe = notes.some((note) => note.late) && head.equstatus === '1' && !detail.asOf;
  const stopped = () => void client.invalidateQueries();
  return (
    <Panel
      title="还要注意"
      extra={
        <span className="minding-acts">
          {unsafe && offers('basic:equpment:state') && (
            <button
              type="button"
              className="link"
              onClick={() => guard('basic:equpment:state', () => setStopping(true))}
            >
              停止使用
            </button>
          )}
          {offers('basic:equpment:labels') && (
            <button
              type="button"
              className="link"
              onClick={() =>
                guard('basic:equpment:labels', () =>
                  print({ printType: 'SBKP', ids: [detail.id], title: `设备卡片 ${head.equcode}` }),
                )
              }
            >
              打印
            </button>
          )}
        </span>
      }
    >
      {notes.map((note) => (
        <p key={note.text} className={note.late ? 'late' : 'caution'}>
          {note.text}
        </p>
      ))}
      {stopping && (
        <Suspense fallback={null}>
          <StateDialog
            act="stop"
            rows={[{ id: detail.id, version: detail.version, equname: head.equname, equcode: head.equcode }]}
            ids={[detail.id]}
            onClose={() => setStopping(false)}
            onDone={stopped}
          />
        </Suspense>
      )}
    </Panel>
  );
}

function NearRow({ row, type, conclusion }: { row: Inspection; type: string; conclusion: string }) {
  return (
    <tr>
      <td>{row.inspdate ?? row.stepName}</td>
      <td className="wrap">
        {type}
        <span className="code hint near-number">
          {row.imported ? (
            row.reportno
          ) : (
            <Link to={`/businessPro/reportEnterInfo?id=${row.id}`}>{row.reportno || row.seisn}</Link>
          )}
        </span>
      </td>
      <td className={row.failed ? 'late right wrap' : 'right wrap'}>
        {row.issued ? conclusion : row.stepName}
      </td>
    </tr>
  );
}

const SOON_DAYS = 60;

/** The dates beside the next periodic inspection, as they are called on the page. */
const ALSO_DUE = [
  ['ninspdate2', '年度（外部）检验'],
  ['ndetdate', '自行检测'],
  ['nextbraketestdate', '125% 制动试验'],
  ['nwaterdate', '水（耐）压试验'],
  ['nextloadtestdate', '额定载荷试验'],
] as const;

/** A sentence, and whether it is of what may not go on. */
export interface Notice {
  text: string;
  late: boolean;
}

/** What is late or unsafe first, then what is near. */
export function noticesOf({
  head,
  explain,
  notes,
}: Pick<DeviceDetail, 'head' | 'explain' | 'notes'>): Notice[] {
  const near = (text: string) => ({ text, late: false });
  const due = ALSO_DUE.flatMap(([name, label]) => {
    const days = daysTo(head[name]);
    if (days === null || days >= SOON_DAYS) return [];
    return [{ text: `${label} ${head[name]} ${days < 0 ? '已过期' : '到期'}`, late: days < 0 }];
  });
  const first = head.overdue ? [{ text: `定期检验 ${head.ninspdate} 已过期，不得继续使用`, late: true }] : [];
  const failed = head.unqualcode ? [{ text: '上次结论不合格，复检合格前不得使用', late: true }] : [];
  const all = [...notes.map(near), ...failed, ...first, ...due, ...(explain?.warnings ?? []).map(near)];
  return [...all.filter((one) => one.late), ...all.filter((one) => !one.late)];
}
