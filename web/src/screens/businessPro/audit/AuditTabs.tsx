/** What to hold the report against: findings and differences, record, photos, archive, fee, log. */
import { Image, Input, Tabs } from 'antd';
import { useEffect, useRef, useState } from 'react';
import { urlOf } from '@/api/client';
import type { AuditScreen, EntryItem, Photo as EntryPhoto, Finding } from '@/api/shapes';
import { ReasonBox, sortFindings } from '@/screens/businessPro/entry/Findings';
import { NoticeLinks } from '@/screens/businessPro/entry/NoticeLine';
import { SubReportRows } from '@/screens/businessPro/parts/SubReports';
import { EquipmentLink } from '@/ui/EquipmentLink';
import { formatMoney } from '@/ui/format';
import { KeyValues, StateNote } from '@/ui/Panel';
import { WhyDate } from '@/views/WhyDate';
import { FlowLogTable } from '@/workflow/FlowLog';
import { MARK_LENGTH, type Marks } from './marks';
import { Reasons } from './Reasons';
import { SignedBy } from './SignedBy';

interface Props {
  screen: AuditScreen;
  approval: boolean;
  readOnly: boolean;
  onReason: (key: string, reason: string) => void;
  /** What is asked for at single items when the report goes back. */
  marks: Marks;
  onMark: (seq: number, text: string) => void;
}

/** The item of the first finding that is more than information; 0 when none names an item. */
export const firstOf = (findings: Finding[]) =>
  sortFindings(findings).find((one) => one.level !== 'info' && one.seq > 0)?.seq ?? 0;

export function AuditTabs(props: Props) {
  const { screen, readOnly, marks, onMark } = props;
  const [key, setKey] = useState('check');
  const [seq, setSeq] = useState(() => firstOf(screen.findings ?? [])); // the record opens where there is something to look at
  const { head } = screen;
  const photos = (screen.photos ?? []).filter((photo) => photo.mime.startsWith('image/'));
  const show = (wanted: number) => {
    setSeq(wanted);
    setKey('record');
  };
  const bodies: Record<string, React.ReactNode> = {
    check: <CheckTab {...props} onShow={show} />,
    record: (
      <RecordTab items={screen.items ?? []} seq={seq} readOnly={readOnly} marks={marks} onMark={onMark} />
    ),
    photos: <PhotoTab photos={photos} />,
    subs: <SubReportRows subs={screen.subs} />,
    device: <DeviceTab screen={screen} />,
    fee: <FeeTab screen={screen} />,
    log: <FlowLogTable seisn={head.seisn} />,
  };
  return (
    <section className="panel audit-tabs">
      <Tabs
        size="small"
        activeKey={key}
        onChange={setKey}
        items={[
          { key: 'check', label: '核对' },
          { key: 'record', label: '原始记录' },
          { key: 'photos', label: `照片 ${photos.length}` },
          ...(screen.subs.rows.length > 0
            ? [{ key: 'subs', label: `分项报告 ${screen.subs.rows.length}` }]
            : []),
          { key: 'device', label: '设备档案' },
          { key: 'fee', label: `收费 ${head.chargestateName}` },
          { key: 'log', label: '流转日志' },
        ]}
      />
      <div className="audit-tab-body">{bodies[key]}</div>
    </section>
  );
}

function Effects({ screen }: { screen: AuditScreen }) {
  const { head, record } = screen;
  const conclusion = screen.conclusions?.find((one) => one.value === record?.conclusion);
  const failed = conclusion?.failed ?? false;
  return (
    <div className="effects">
      <b>批准后</b>
      <p>
        结论 <b className={failed ? 'late' : undefined}>{conclusion?.label ?? head.conclusionName}</b>
        {'　'}下次检验 <b>{record?.nextdate ?? (failed ? '不变' : '未定')}</b>
        <WhyDate next={screen.explained} />
        {(screen.dates ?? []).map((one) => (
          <span key={one.field}>
            {'　'}
            {one.label} <b>{one.value}</b>
          </span>
        ))}
        {head.duedate && <span className="hint">原为 {head.duedate}</span>}
      </p>
      <p className="hint">写入设备档案，报告签章并生成查验码{failed && '，同时告知监管人员和使用单位'}</p>
    </div>
  );
}

interface CheckProps extends Props {
  onShow: (seq: number) => void;
}

function CheckTab({ screen, approval, readOnly, onReason, onMark, marks, onShow }: CheckProps) {
  const findings = sortFindings(screen.findings ?? []);
  const look = findings.filter((one) => one.level !== 'info').length;
  const { differences } = screen;
  return (
    <>
      {approval && <Effects screen={screen} />}
      {screen.notices.length > 0 && (
        <p>
          意见通知书 <NoticeLinks notices={screen.notices} />
        </p>
      )}
      <SignedBy lines={screen.signed} />
      <p>
        检查发现 <b>{look > 0 ? `${look} 项要看` : '没有问题'}</b>{' '}
        <span className="hint">{screen.items?.length ?? 0} 个项目按规则核对</span>
      </p>
      <ol className="audit-findings">
        {findings.map((finding, index) => (
          <FindingLine
            key={`${finding.check}${finding.seq}${finding.text}`}
            finding={finding}
            at={index + 1}
            readOnly={readOnly}
            onReason={onReason}
            marked={marks[finding.seq] !== undefined}
            onMark={() => onMark(finding.seq, marks[finding.seq] || finding.text.slice(0, MARK_LENGTH))}
            onShow={onShow}
          />
        ))}
      </ol>
      <Reasons findings={findings} />
      <p>
        与上次报告的差异 <b>{differences.rows.length} 处</b>{' '}
        {differences.last ? (
          <span className="hint">
            <span className="code">{differences.last.reportno}</span>，{differences.last.inspdate}
          </span>
        ) : (
          <span className="hint">本系统内没有同类型的上次报告</span>
        )}
      </p>
      {differences.rows.length > 0 && (
        <table className="plain difference-table">
          <colgroup>
            <col style={{ width: 44 }} />
            <col />
            <col style={{ width: 110 }} />
            <col style={{ width: 110 }} />
            <col style={{ width: 64 }} />
          </colgroup>
          <thead>
            <tr>
              <th>项</th>
              <th>内容</th>
              <th>上次</th>
              <th>本次</th>
              <th aria-label="操作" />
            </tr>
          </thead>
          <tbody>
            {differences.rows.map((row) => (
              <tr key={`${row.seq} ${row.content}`}>
                <td>{row.seq || ''}</td>
                <td className="wrap">{row.content}</td>
                <td className="wrap">{row.before || '未填'}</td>
                <td className={row.now.startsWith('×') ? 'wrap late' : 'wrap'}>
                  <b>{row.now || '未填'}</b>
                </td>
                <td>
                  {row.seq > 0 && (
                    <button type="button" className="link" onClick={() => onShow(row.seq)}>
                      看记录
                    </button>
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </>
  );
}

interface LineProps {
  finding: Finding;
  at: number;
  readOnly: boolean;
  onReason: (key: string, reason: string) => void;
  marked: boolean;
  onMark: () => void;
  onShow: (seq: number) => void;
}

function FindingLine({ finding, at, readOnly, onReason, marked, onMark, onShow }: LineProps) {
  const answered = Boolean(finding.reason);
  return (
    <li className={finding.level}>
      <i>{at}</i>
      <span>
        {finding.text}
        {finding.key && <ReasonBox finding={finding} readOnly={readOnly || answered} onReason={onReason} />}
      </span>
      {finding.seq > 0 && (
        <button
          type="button"
          className="link"
          onClick={() => {
            if (!readOnly && !marked) onMark();
            onShow(finding.seq);
          }}
        >
          {readOnly || marked ? '看记录' : '要求修改'}
        </button>
      )}
    </li>
  );
}

interface RecordProps {
  items: EntryItem[];
  seq: number;
  readOnly: boolean;
  marks: Marks;
  onMark: (seq: number, text: string) => void;
}

function RecordTab({ items, seq, readOnly, marks, onMark }: RecordProps) {
  const box = useRef<HTMLTableElement>(null);
  useEffect(() => {
    box.current?.querySelector(`[data-seq="${seq}"]`)?.scrollIntoView({ block: 'center' });
  }, [seq]);
  return (
    <table className="plain difference-table" ref={box}>
      <colgroup>
        <col style={{ width: 36 }} />
        <col style={{ width: 76 }} />
        <col />
        <col style={{ width: 124 }} />
        <col style={{ width: 44 }} />
        <col style={{ width: 210 }} />
      </colgroup>
      <thead>
        <tr>
          <th>序</th>
          <th>条款</th>
          <th>项目</th>
          <th>实测</th>
          <th>结果</th>
          <th>说明</th>
        </tr>
      </thead>
      <tbody>
        {items.map((item) => {
          const values = item.measures
            .filter((measure) => item.values[measure.field])
            .map((measure) => `${item.values[measure.field]} ${measure.unit}`.trim());
          return (
            <tr
              key={item.seq}
              data-seq={item.seq}
              className={`${item.seq === seq ? 'shown' : ''} ${item.result === '×' ? 'late' : ''}`}
            >
              <td>{item.seq}</td>
              <td className="code">{item.number}</td>
              <td className="wrap" title={item.requirement}>
                {item.content}
                {item.key && <span className="soft"> *</span>}
              </td>
              <td className="wrap" title={item.measures.map((measure) => measure.limit).join('；')}>
                {values.join('；')}
              </td>
              <td>{item.result || '—'}</td>
              <td className="wrap">
                {[
                  item.monitored && '监护使用',
                  item.lines.length > 0 && `涉及管线${item.lines.join('、')}`,
                  item.note,
                ]
                  .filter(Boolean)
                  .join('；')}
                {!readOnly && (
                  <MarkBox item={item} text={marks[item.seq]} onMark={(text) => onMark(item.seq, text)} />
                )}
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

interface MarkProps {
  item: EntryItem;
  text: string | undefined;
  onMark: (text: string) => void;
}

/** What is to be changed at an item when the report goes back. */
function MarkBox({ item, text, onMark }: MarkProps) {
  if (text === undefined) {
    return (
      <button type="button" className="link mark-button" onClick={() => onMark('')}>
        要求修改
      </button>
    );
  }
  return (
    <Input.TextArea
      size="small"
      autoFocus={text === ''}
      autoSize={{ minRows: 1, maxRows: 4 }}
      maxLength={MARK_LENGTH}
      aria-label={`第 ${item.seq} 项要改什么`}
      placeholder="要改什么，退回时一并送出"
      value={text}
      onChange={(event) => onMark(event.target.value)}
    />
  );
}

const PREVIEW = '/api/equipment-documents/attachments/preview';

function PhotoTab({ photos }: { photos: EntryPhoto[] }) {
  if (photos.length === 0) return <StateNote kind="empty" title="没有照片" />;
  return (
    <div className="audit-photos">
      <Image.PreviewGroup>
        {photos.map((photo) => (
          <figure key={photo.attsysid}>
            <Image
              width={140}
              height={100}
              alt={photo.name}
              src={urlOf(PREVIEW, { attsysid: photo.attsysid, small: 1 })}
              preview={{ src: urlOf(PREVIEW, { attsysid: photo.attsysid }) }}
            />
            <figcaption className="hint">{photo.place}</figcaption>
          </figure>
        ))}
      </Image.PreviewGroup>
    </div>
  );
}

function DeviceTab({ screen }: { screen: AuditScreen }) {
  const { head } = screen;
  return (
    <>
      <KeyValues
        columns={2}
        labelWidth={64}
        items={[
          { label: '设备名称', value: head.equname },
          { label: '设备类别', value: head.equclacodeName },
          { label: '设备代码', value: <span className="code">{head.equcode}</span> },
          { label: '登记证', value: <span className="code">{head.usecertno}</span> },
          { label: '使用单位', value: head.unitname },
          { label: '使用地点', value: head.useplace },
          { label: '原到期日', value: head.duedate ?? '首检' },
          { label: '检验人员', value: head.inspectornames },
        ]}
      />
      <p>
        <EquipmentLink equclass={head.equclass} id={head.equdatasysid}>
          打开设备档案
        </EquipmentLink>
      </p>
    </>
  );
}

function FeeTab({ screen }: { screen: AuditScreen }) {
  const { head } = screen;
  return (
    <KeyValues
      columns={2}
      labelWidth={64}
      items={[
        { label: '收费状态', value: head.chargestateName },
        { label: '金额', value: head.fee === null ? '待定' : `${formatMoney(head.fee)} 元` },
        { label: '申报单', value: <span className="code">{head.appno}</span> },
        {
          label: '欠费发放',
          value: head.arrearsby ? `${head.arrearsby} 批准：${head.arrearsreason}` : '没有批准',
        },
      ]}
    />
  );
}
