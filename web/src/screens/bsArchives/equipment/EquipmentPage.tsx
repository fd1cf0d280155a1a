/** The archive of one device of any class: who it is, when it is due and why, and its whole life. */

import { useQuery } from '@tanstack/react-query';
import { Button, Checkbox } from 'antd';
import dayjs from 'dayjs';
import { useState } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router';
import type { DeviceDetail } from '@/api/shapes';
import { LinesPanel } from '@/screens/bsArchives/piping/LinesPanel';
import { RevealDialog } from '@/screens/bsArchives/units/RevealDialog';
import { Attachments } from '@/ui/Attachments';
import { classOfPath, equipmentEditRoute, equipmentPermission } from '@/ui/equipmentRoutes';
import { EquipmentIcon } from '@/ui/icons';
import { StateDot } from '@/ui/Panel';
import { usePermission } from '@/ui/permission';
import { useApp } from '@/ui/useApp';
import { DayModes } from '@/views/DayModes';
import { DetailView, type Fact } from '@/views/DetailView';
import { FaultNote, NoRecord } from '@/views/ListStates';
import { RecordParts } from '@/views/RecordView';
import { WhyDate } from '@/views/WhyDate';
import { deviceQuery } from './api';
import { Beside, daysTo, Groups } from './DeviceParts';
import { HistoryTab } from './HistoryTab';
import { LifeLine } from './LifeLine';
import { Maintenance } from './Maintenance';
import { QrDialog } from './QrDialog';
import './equipment.css';

/** Which groups of the field table stand under which tab; a group of no tab stands under the first. */
const TABS = [
  { key: 'basic', label: '基本信息', groups: ['基本', '制造', '安装'] },
  { key: 'technical', label: '技术参数', groups: ['技术参数'] },
  { key: 'use', label: '使用信息', groups: ['使用'] },
  { key: 'inspection', label: '检验信息', groups: ['检验'] },
];

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
  const { message } = useApp();
  const { guard, offers } = usePermission();
  const save = equipmentPermission(head.equclass, 'save');
  const [qr, setQr] = useState(false);
  const [reveal, setReveal] = useState(false);
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
            {offers('basic:correct:apply') && <Button onClick={() => correct()}>纠错</Button>}
            {offers('inspection:apply:save') && <Button onClick={declare}>申报检验</Button>}
            {offers(save) && (
              <Button
                type="primary"
                onClick={() => guard(save, () => navigate(equipmentEditRoute(head.equclass, detail.id)))}
              >
                编辑
              </Button>
            )}
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
                onReveal={offers('system:phone:reveal') && !asOf ? () => setReveal(true) : undefined}
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
            content: <RecordParts viewNo="device_life" id={detail.id} only="inspections" />,
          },
          {
            key: 'maintenance',
            label: '维保',
            content: <Maintenance id={detail.id} lift={head.equclass === '3000'} />,
          },
          {
            key: 'timeline',
            label: '时间轴',
            content: <RecordParts viewNo="device_life" id={detail.id} only="timeline" />,
          },
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
      {reveal && (
        <RevealDialog
          phonesOf="equipment"
          id={detail.id}
          title={head.equcode || head.equname}
          onClose={() => setReveal(false)}
        />
      )}
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

function factsOf(detail: DeviceDetail): Fact[] {
  const { head } = detail;
  const running = detail.inspections.filter((one) => !one.issued && one.step !== 'ENDED');
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
      label: head.second,
      value: (
        <span className={head.secondlate ? 'late' : undefined}>
          {(lift ? head.ndetdate : head.ninspdate2) ?? (lift ? '未定' : '没有')}
          {head.ndetdate && <WhyDate next={detail.explain} field="ndetdate" />}
        </span>
      ),
      note: lateness(daysTo(lift ? head.ndetdate : head.ninspdate2), head.secondlate),
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
