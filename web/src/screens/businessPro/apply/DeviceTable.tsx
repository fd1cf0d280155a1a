/** The devices of a declaration, each with its state, its fee, and why it cannot stay. */
import { DeleteOutlined } from '@ant-design/icons';
import { Popover } from 'antd';
import { labelOf, useDict } from '@/api/dict';
import type { DeviceChoice } from '@/api/shapes';
import { EquipmentLink } from '@/ui/EquipmentLink';
import { formatMoney } from '@/ui/format';
import { feeOf, placeOf, secondOf, type Words } from './model';

/** The fee, opened: each line with its arithmetic; or why it is not known. */
export function FeeCell({ device }: { device: DeviceChoice }) {
  const lines = device.feelines ?? [];
  if (device.fee === null && lines.length === 0) {
    return <span title={device.feenote || undefined}>—</span>;
  }
  const words = (
    <div className="fee-words">
      <b>{device.fee === null ? '费用待定' : `预计 ${formatMoney(device.fee)} 元`}</b>
      {lines.map((line) => (
        <p key={`${line.feecode}${line.band}`}>
          {line.item} {line.band}　{line.amount === null ? '缺少参数' : `${formatMoney(line.amount)} 元`}
          <span className="hint"> {line.explanation}</span>
        </p>
      ))}
      {device.feenote && <p className="caution">{device.feenote}</p>}
    </div>
  );
  return (
    <Popover content={words} trigger="click" placement="left">
      <button type="button" className="link">
        {device.fee === null ? '待定' : formatMoney(device.fee)}
      </button>
    </Popover>
  );
}

interface Props {
  words: Words;
  devices: DeviceChoice[];
  onRemove?: (id: string) => void;
}

export function DeviceTable({ devices, words, onRemove }: Props) {
  const conclusions = useDict('C605');
  return (
    <>
      <table className="plain device-table">
        <colgroup>
          <col style={{ width: 160 }} />
          <col style={{ width: 140 }} />
          <col />
          <col style={{ width: 100 }} />
          <col style={{ width: 72 }} />
          <col style={{ width: 92 }} />
          {onRemove && <col style={{ width: 44 }} />}
        </colgroup>
        <thead>
          <tr>
            <th>{words.code}</th>
            <th>{words.second}</th>
            <th>{words.place}</th>
            <th>下次检验日期</th>
            <th>上次结论</th>
            <th className="right">预计费用 元</th>
            {onRemove && <th aria-label="操作" />}
          </tr>
        </thead>
        <tbody>
          {devices.map((device) => (
            <tr key={device.equdatasysid} className={device.overdue ? 'late' : undefined}>
              <td className="code">
                <EquipmentLink equclass={device.equclass} id={device.equdatasysid}>
                  {device.equcode || '未编码'}
                </EquipmentLink>
              </td>
              <td className="code">{secondOf(device)}</td>
              <td title={placeOf(device)}>
                {placeOf(device)}
                {device.why && <span className="caution">　{device.why}</span>}
              </td>
              <td>{device.ninspdate ?? '首检'}</td>
              <td>{labelOf(conclusions, device.insresult).split('(')[0]}</td>
              <td className="right">
                <FeeCell device={device} />
              </td>
              {onRemove && (
                <td>
                  <button
                    type="button"
                    className="icon-button"
                    aria-label={`移出 ${device.equcode || device.equname}`}
                    onClick={() => onRemove(device.equdatasysid)}
                  >
                    <DeleteOutlined />
                  </button>
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
      <p className="device-foot">
        <span className="hint">
          {devices.some((device) => device.overdue) ? '红色为下次检验日期已超期，受理后优先安排' : ''}
        </span>
        {devices.length > 0 && (
          <span>
            预计费用 <b>{formatMoney(feeOf(devices))}</b> 元
          </span>
        )}
      </p>
    </>
  );
}
