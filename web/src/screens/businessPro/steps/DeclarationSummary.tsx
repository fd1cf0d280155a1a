/** A declaration in words, and its devices with the business item each became. */
import { Link } from 'react-router';
import type { Row } from '@/api/layout';
import type { DeclarationDetail, DeviceChoice, OnsiteWhere } from '@/api/shapes';
import { FeeCell } from '@/screens/businessPro/apply/DeviceTable';
import { ways } from '@/screens/businessPro/apply/model';
import { EquipmentLink } from '@/ui/EquipmentLink';
import { classOf } from '@/ui/equipmentRoutes';
import { byWay, formatDate, formatDateTime, formatMoney } from '@/ui/format';
import { KeyValues, Panel } from '@/ui/Panel';

const text = (value: unknown) => (value === null || value === undefined ? '' : String(value));
const truthy = (value: unknown) => value === true || value === 1 || value === '1';

/** Where it was made, for those made on site. */
function placeOf(place: OnsiteWhere) {
  const where = place.latitude
    ? `纬度 ${place.latitude}，经度 ${place.longitude}，精度 ${place.accuracy} 米，${formatDateTime(place.located)}`
    : place.noplace;
  const way = place.distance === null ? '' : `，离档案位置 ${place.distance} 米`;
  return (
    <>
      {where}
      {way}
      {place.warning && <span className="caution">　{place.warning}</span>}
    </>
  );
}

function summaryOf(main: Row, place: OnsiteWhere | null) {
  const way = ways.find((one) => one.value === main.reportget)?.label ?? '';
  return [
    { label: '受检单位', value: text(main.unitname), span: 2 },
    { label: '信用代码', value: <span className="code">{text(main.unitcode)}</span> },
    { label: '单位地址', value: text(main.unitaddress), span: 2 },
    { label: '联系人', value: `${text(main.inscontactname)}　${text(main.INSCONTACTTEL)}` },
    { label: '设备类别', value: text(main.equclacodeName || main.equclassName) },
    { label: '检验类别', value: `${text(main.seisortName)}　${text(main.testsortName)}` },
    { label: '申报', value: `${byWay(main.appway)}　${formatDate(main.appdate)}` },
    { label: '期望日期', value: formatDate(main.plandate) || '未填' },
    { label: '约定日期', value: formatDate(main.agreeddate) || '未定' },
    { label: '检验部门', value: text(main.chedeptName) },
    {
      label: '报告领取',
      value: [way, text(main.mailaddress)].filter(Boolean).join('　'),
    },
    {
      label: '缴费单位',
      value: (
        <>
          {text(main.payunitname)}
          {main.payunitNote ? <span className="caution">　{text(main.payunitNote)}</span> : null}
        </>
      ),
      span: main.payunitNote ? 3 : 1,
    },
    {
      label: '预计费用',
      value: `${formatMoney(main.feepreview)} 元　${text(main.chargestateName)}`,
    },
    ...(truthy(main.isurgent)
      ? [{ label: '加急', value: <span className="caution">{text(main.urgentreason)}</span>, span: 3 }]
      : []),
    ...(main.earlyreason
      ? [{ label: '提前申报', value: <span className="caution">{text(main.earlyreason)}</span>, span: 3 }]
      : []),
    ...(truthy(main.afterstop) ? [{ label: '停用设备', value: '停用后重新检验', span: 3 }] : []),
    ...(place ? [{ label: '现场位置', value: placeOf(place), span: 3 }] : []),
    ...(main.remark ? [{ label: '备注', value: text(main.remark), span: 3 }] : []),
  ];
}

export function Summary({ declaration: { main, place } }: { declaration: DeclarationDetail }) {
  return (
    <Panel title="申报内容" sub={text(main.appno)}>
      <KeyValues items={summaryOf(main, place)} columns={3} labelWidth={64} />
    </Panel>
  );
}

interface Business {
  id: string;
  seisn: string;
  step: string;
  statusName: string;
  reportno: string;
  inspectornames: string;
}

export function Devices({ declaration, items }: { declaration: DeclarationDetail; items?: boolean }) {
  const rows = declaration.equipment;
  return (
    <Panel title="设备" sub={`${rows.length} 台`} flush>
      <table className="plain device-table">
        <colgroup>
          <col style={{ width: 156 }} />
          <col style={{ width: 130 }} />
          <col />
          <col style={{ width: 96 }} />
          <col style={{ width: 76 }} />
          <col style={{ width: 76 }} />
          {items && <col style={{ width: 220 }} />}
        </colgroup>
        <thead>
          <tr>
            <th>设备代码</th>
            <th>使用登记证</th>
            <th>名称与地点</th>
            <th>下次检验</th>
            <th>上次结论</th>
            <th className="right">费用 元</th>
            {items && <th>业务</th>}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={text(row.id)} className={truthy(row.overdue) ? 'late' : undefined}>
              <td className="code">
                <EquipmentLink equclass={classOf(row.equclacode)} id={row.equdatasysid}>
                  {text(row.equcode) || '未编码'}
                </EquipmentLink>
              </td>
              <td className="code">{text(row.usecertno)}</td>
              <td title={`${text(row.equname)} ${text(row.useplace)}`}>
                {text(row.equname)} {text(row.useplace)}
                {row.remark ? <span className="hint">　{text(row.remark)}</span> : null}
              </td>
              <td>{formatDate(row.ninspdate) || '首检'}</td>
              <td>{text(row.lastresultName).split('(')[0]}</td>
              <td className="right">
                <FeeCell device={row as unknown as DeviceChoice} />
              </td>
              {items && <td>{row.business ? <Item business={row.business as Business} /> : ''}</td>}
            </tr>
          ))}
        </tbody>
      </table>
    </Panel>
  );
}

function Item({ business }: { business: Business }) {
  return (
    <span
      title={[business.seisn, business.reportno, business.statusName, business.inspectornames]
        .filter(Boolean)
        .join('　')}
    >
      <Link className="code" to={`/businessPro/reportEnterInfo?id=${business.id}`}>
        {business.reportno || business.seisn}
      </Link>
      {'　'}
      {business.statusName}
    </span>
  );
}

interface ReturnMark {
  backReason?: unknown;
  backDescription?: unknown;
  backUser?: unknown;
}

/** Why it came back, over the page of the step that has to mend it. */
export function ReturnNote({ row }: { row: ReturnMark }) {
  if (!row.backReason) return null;
  return (
    <p className="return-note">
      退回原因 {text(row.backReason)}　{text(row.backDescription)}
      {row.backUser ? `（${text(row.backUser)}）` : ''}
    </p>
  );
}
