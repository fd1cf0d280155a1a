/** The archive of one device of any class: who it is, when it is due and why, and its whole life. */
import { useQuery } from '@tanstack/react-query';
import { App, Button, Checkbox } from 'antd';
import dayjs from 'dayjs';
import { useState } from 'react';
import { Link, useLocation, useNavigate, useSearchParams } from 'react-router';
import { labelOf, useDict } from '@/api/dict';
import { LinesPanel } from '@/screens/bsArchives/piping/LinesPanel';
import { Attachments } from '@/ui/Attachments';
import { classOfPath, equipmentEditRoute, equipmentPermission } from '@/ui/equipmentRoutes';
import { formatDate, formatNumber, isBlank } from '@/ui/format';
import { EquipmentIcon } from '@/ui/icons';
import { KeyValues, Panel, StateDot } from '@/ui/Panel';
import { usePermission } from '@/ui/permission';
import { DetailView, type Fact } from '@/views/DetailView';
import { FaultNote, NoRecord } from '@/views/ListStates';
import { WhyDate } from '@/views/WhyDate';
import { type DeviceDetail, deviceQuery, type Inspection, type Line, plainLabel } from './api';
import { DayModes } from './DayModes';
import { HistoryTab } from './HistoryTab';
import { Inspections } from './Inspections';
import { LifeLine } from './LifeLine';
import { Maintenance } from './Maintenance';
import { QrDialog } from './QrDialog';
import { Timeline } from './Timeline';
import './equipment.css';

/** Which groups of the field table stand under which tab; a group of no tab stands under the first. */
const TABS = [
  { key: 'basic', label: '基本信息', groups: ['基本', '制造', '安装'] },
  { key: 'technical', label: '技术参数', groups: ['技术参数'] },
  { key: 'use', label: '使用信息', groups: ['使用'] },
  { key: 'inspection', label: '检验信息', groups: ['检验'] },
];
const SHORT = 8;

export default function EquipmentPage() {
  const { pathname } = useLocation();
  const [search] = useSearchParams();
  const [asOf, setAsOf] = useState('');
  const [known, setKnown] = useState(false);
  const equclass = classOfPath(pathname);
  const id = search.get('id') ?? '';
  const query = useQuery({
    ...deviceQuery(equclass, id, asOf, !asOf || known),
    placeholderData: (old) => old,
  });
  if (!id) return <NoRecord />;
  if (query.isError) {
    return (
      <FaultNote
        error={query.error}
        onRetry={() => {
          setAsOf('');
          void query.refetch();
        }}
      />
    );
  }
  if (!query.data) return <div className="page fixed" />;
  return <Device detail={query.data} asOf={asOf} onAsOf={setAsOf} known={known} onKnown={setKnown} />;
}

interface Props {
  detail: DeviceDetail;
  asOf: string;
  onAsOf: (day: string) => void;
  known: boolean;
  onKnown: (known: boolean) => void;
}

function Device({ detail, asOf, onAsOf, known, onKnown }: Props) {
  const { head, groups } = detail;
  const named = nameOf(detail);
  const navigate = useNavigate();
  const { message } = App.useApp();
  const { guard } = usePermission();
  const [qr, setQr] = useState(false);
  const [empty, setEmpty] = useState(false);
  const today = dayjs().format('YYYY-MM-DD');
  const placed = new Set(TABS.flatMap((tab) => tab.groups));
  const groupsOf = (tab: (typeof TABS)[number], first: boolean) =>
    groups.filter((group) => tab.groups.includes(group.title) || (first && !placed.has(group.title)));
  const correct = (field = '') =>
    guard('basic:correct:apply', () =>
      navigate(
        `/bsArchives/correctMng/addDetail?entity=equipment&id=${detail.id}${field && `&field=${field}`}`,
      ),
    );
  const declare = () => {
    if (!head.equcode && !head.usecertno) {
      message.warning('设备还没有编码，请从申报页面按单位选择');
      return;
    }
    navigate(`/businessPro/newapply?codes=${encodeURIComponent(head.equcode || head.usecertno)}`);
  };
  const toggle = (
    <Checkbox checked={empty} onChange={(event) => setEmpty(event.target.checked)}>
      显示没有填写的项目
    </Checkbox>
  );
  return (
    <>
      <DetailView
        title={head.equclacodeName || head.equname}
        tabTitle={head.equcode || head.usecertno || named}
        subtitle={[head.useplace, named].filter(Boolean).join('　')}
        identity={[
          head.equcode && `设备代码 ${head.equcode}`,
          head.usecertno && `登记证 ${head.usecertno}`,
          head.ele96333code && `应急码 ${head.ele96333code}`,
        ]
          .filter(Boolean)
          .join('　')}
        icon={<EquipmentIcon code={head.equclacode} size={24} />}
        facts={factsOf(detail)}
        actions={
          <>
            <DayModes
              day={asOf || today}
              known={known}
              past={asOf !== ''}
              onDay={(day) => onAsOf(day === today ? '' : day)}
              onKnown={onKnown}
            />
            <Button onClick={() => setQr(true)}>二维码</Button>
            <Button onClick={() => correct()}>纠错</Button>
            <Button onClick={declare}>申报检验</Button>
            <Button
              type="primary"
              onClick={() =>
                guard(equipmentPermission(head.equclass, 'save'), () =>
                  navigate(equipmentEditRoute(head.equclass, detail.id)),
                )
              }
            >
              编辑
            </Button>
          </>
        }
        tabs={[
          ...TABS.map((tab, index) => ({
            key: tab.key,
            label: tab.label,
            content: (
              <Groups
                groups={groupsOf(tab, index === 0)}
                empty={empty}
                extra={toggle}
                controlled={detail.controlled}
                onCorrect={correct}
              />
            ),
          })),
          ...(head.equclass === '8000' ? [linesTab(detail.id)] : []),
          {
            key: 'files',
            label: '附件',
            content: <Attachments attrefsysid={detail.id} owner="equipment" />,
          },
          {
            key: 'history',
            label: '变更记录',
            content: <HistoryTab entity="equipment" id={detail.id} />,
          },
          {
            key: 'inspections',
            label: `检验经过 ${detail.inspections.length}`,
            content: <Inspections rows={detail.inspections} />,
          },
          {
            key: 'maintenance',
            label: '维保',
            content: <Maintenance id={detail.id} lift={head.equclass === '3000'} />,
          },
          { key: 'timeline', label: '时间轴', content: <Timeline id={detail.id} /> },
        ]}
        aside={<Beside detail={detail} />}
        foot={<LifeLine detail={detail} />}
        notice={
          detail.asOf && (
            <p className="as-of">
              {known ? `这是 ${detail.asOf} 结束时档案记载的内容` : `这是 ${detail.asOf} 当天的实际情况`}
              {detail.asOfNote && `（${detail.asOfNote}）`}
              {'　'}
              <button type="button" className="link" onClick={() => onAsOf('')}>
                看现在的
              </button>
            </p>
          )
        }
      />
      {qr && <QrDialog id={detail.id} title={head.equcode || head.equname} onClose={() => setQr(false)} />}
    </>
  );
}

/** A piping project is called by its own name, a device by the name of its kind. */
function nameOf({ head, groups }: DeviceDetail): string {
  const project = groups.flatMap((group) => group.fields).find((line) => line.prop === 'projname');
  return String(project?.value || head.equname);
}

const linesTab = (id: string) => ({ key: 'lines', label: '管线', content: <LinesPanel id={id} /> });

function lateness(days: number | null, overdue: boolean): string {
  if (days === null) return '';
  if (overdue || days < 0) return `超期 ${Math.abs(days)} 天`;
  return days === 0 ? '今日到期' : `余 ${days} 天`;
}

function daysTo(day: string | null): number | null {
  return day ? dayjs(day).startOf('day').diff(dayjs().startOf('day'), 'day') : null;
}

function factsOf(detail: DeviceDetail): Fact[] {
  const { head } = detail;
  const running = detail.inspections.filter((one) => !one.issued && one.step !== 'ENDED');
  const detection = daysTo(head.ndetdate);
  const lift = head.equclass === '3000';
  return [
    {
      label: '使用状态',
      value: <StateDot tone={head.equstatus === '1' ? 'go' : 'ok'}>{head.equstatusName || '未知'}</StateDot>,
      note: head.regdate ? `${head.regdate} 登记` : head.regstatusName,
    },
    {
      label: '上次结论',
      value: (
        <strong className={head.failed ? 'late' : undefined}>
          {head.insresultName.split('(')[0] || '没有检验'}
        </strong>
      ),
      note: [head.inspdate, head.insreportno].filter(Boolean).join('　'),
    },
    {
      label: '下次检验日期',
      value: (
        <strong className={head.overdue ? 'late' : undefined}>
          {head.ninspdate ?? '未定'}
          <WhyDate next={detail.explain} field="ninspdate" />
        </strong>
      ),
      note: lateness(head.days, head.overdue),
    },
    {
      label: lift ? '下次检测日期' : '下次年度检验',
      value: (
        <>
          {(lift ? head.ndetdate : head.ninspdate2) ?? (lift ? '未定' : '没有')}
          {head.ndetdate && <WhyDate next={detail.explain} field="ndetdate" />}
        </>
      ),
      note: head.ndetdate ? lateness(detection, false) : '',
    },
    lift
      ? { label: '维保单位', value: head.maiorgname || '没有登记', note: head.useorgname }
      : { label: '使用单位', value: head.useorgname, note: head.useplace },
    {
      label: '在办业务',
      value: running.length > 0 ? `${running.length} 件` : '没有',
      note: running[0] ? `${running[0].seisn}　${running[0].stepName}` : '',
    },
  ];
}

/** The deepest class is said by its kind: the same words a second time would only be in the way. */
const fieldOf = (prop: string) => (prop === 'equkind' ? 'equclacode' : prop);

function linesOf(fields: Line[], empty: boolean): Line[] {
  const kind = fields.some((line) => line.prop === 'equkind' && shownOf(line) !== '');
  return fields.filter((line) => !(kind && line.prop === 'equclacode') && (empty || shownOf(line) !== ''));
}

/** Codes are never pulled apart by the spacing between scripts. */
const CODE = /(code|no|cert|certno|model)$/i;

interface GroupsProps {
  groups: DeviceDetail['groups'];
  empty: boolean;
  extra: React.ReactNode;
  /** Fields that have a way to their correction. */
  controlled: string[];
  onCorrect: (field: string) => void;
}

function shownOf(line: Line): string {
  if (isBlank(line.shown)) return '';
  if (line.type === 'date') return formatDate(line.shown);
  if (line.type === 'int' || line.type === 'decimal') return formatNumber(line.shown);
  return String(line.shown);
}

function Groups({ groups, empty, extra, controlled, onCorrect }: GroupsProps) {
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

function Beside({ detail }: { detail: DeviceDetail }) {
  const { head } = detail;
  const names = useDict('C604');
  const conclusions = useDict('C605');
  const near = detail.inspections.slice(0, SHORT);
  const notes = noticesOf(detail);
  return (
    <>
      <Panel title="近次检验" sub={`${detail.inspections.length} 次`} flush>
        <table className="plain">
          <colgroup>
            <col style={{ width: 88 }} />
            <col />
            <col style={{ width: 118 }} />
            <col style={{ width: 84 }} />
          </colgroup>
          <thead>
            <tr>
              <th>日期</th>
              <th>类型</th>
              <th>报告编号</th>
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
      {notes.length > 0 && (
        <Panel title="还要注意">
          {notes.map((note) => (
            <p key={note} className="caution">
              {note}
            </p>
          ))}
        </Panel>
      )}
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

function NearRow({ row, type, conclusion }: { row: Inspection; type: string; conclusion: string }) {
  return (
    <tr>
      <td>{row.inspdate ?? row.stepName}</td>
      <td title={type}>{type}</td>
      <td className="code">
        {row.imported ? (
          row.reportno
        ) : (
          <Link to={`/businessPro/reportEnterInfo?id=${row.id}`}>{row.reportno || row.seisn}</Link>
        )}
      </td>
      <td className={row.failed ? 'late right' : 'right'}>{row.issued ? conclusion : row.stepName}</td>
    </tr>
  );
}

const SOON_DAYS = 60;

function noticesOf({ head, explain, notes }: DeviceDetail): string[] {
  const out: string[] = [...notes];
  const detection = daysTo(head.ndetdate);
  const brake = daysTo(head.nextbraketestdate);
  if (head.unqualcode) out.push('上次结论不合格，复检合格前不得使用');
  if (detection !== null && detection < SOON_DAYS)
    out.push(`自行检测 ${head.ndetdate} ${detection < 0 ? '已过期' : '到期'}`);
  if (brake !== null && brake < SOON_DAYS)
    out.push(`125% 制动试验 ${head.nextbraketestdate} ${brake < 0 ? '已过期' : '到期'}`);
  return [...out, ...(explain?.warnings ?? [])];
}
