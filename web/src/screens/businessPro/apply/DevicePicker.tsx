/** The devices of the unit to pick from: all are shown, those that cannot be declared with the reason. */
import { Checkbox, Input, type InputRef, Modal, Segmented } from 'antd';
import { useMemo, useRef, useState } from 'react';
import type { DeviceChoice } from '@/api/shapes';
import { formatMoney } from '@/ui/format';
import { StateNote } from '@/ui/Panel';
import { FeeCell } from './DeviceTable';
import { feeOf, placeOf, secondOf, type Words } from './model';

interface Props {
  unitname: string;
  devices: DeviceChoice[];
  loading: boolean;
  /** Already on the declaration. */
  chosen: ReadonlySet<string>;
  /** Class of the declaration, when it is known: one declaration holds one class. */
  equclass?: string;
  words: Words;
  onAdd: (devices: DeviceChoice[]) => void;
  onClose: () => void;
}

type Shown = 'able' | 'due' | 'all';

export const codesOf = (device: DeviceChoice) =>
  [
    device.equcode,
    device.regcode,
    device.usecertno,
    device.prono,
    device.subject !== 'device' && device.model,
  ]
    .filter(Boolean)
    .join(' ')
    .toUpperCase();

function matches(device: DeviceChoice, text: string): boolean {
  const wanted = text.trim().toUpperCase();
  return !wanted || `${codesOf(device)} ${device.equname} ${device.useplace}`.toUpperCase().includes(wanted);
}

export function DevicePicker({ unitname, devices, loading, chosen, equclass, words, onAdd, onClose }: Props) {
  const [picked, setPicked] = useState<ReadonlySet<string>>(new Set());
  const [find, setFind] = useState('');
  const finder = useRef<InputRef>(null);
  const [shown, setShown] = useState<Shown>('able');
  const free = useMemo(
    () =>
      devices
        .filter((device) => !chosen.has(device.equdatasysid))
        .map((device) =>
          device.why || !equclass || device.equclass === equclass
            ? device
            : { ...device, why: '种类不同，须另行申报' },
        ),
    [devices, chosen, equclass],
  );
  const list = free.filter(
    (device) =>
      matches(device, find) && (shown === 'all' || (!device.why && (shown === 'able' || device.overdue))),
  );
  const able = list.filter((device) => !device.why);
  const taken = free.filter((device) => picked.has(device.equdatasysid));
  const toggle = (id: string) => {
    const next = new Set(picked);
    if (!next.delete(id)) next.add(id);
    setPicked(next);
  };
  const every = able.length > 0 && able.every((device) => picked.has(device.equdatasysid));
  return (
    <Modal
      open
      width={960}
      title={`从单位${words.things}选　${unitname}`}
      okText={taken.length > 0 ? `加入 ${taken.length} ${words.unit}` : '加入'}
      cancelText="取消"
      okButtonProps={{ disabled: taken.length === 0 }}
      onCancel={onClose}
      afterOpenChange={(open) => open && finder.current?.focus()}
      onOk={() => {
        onAdd(taken);
        onClose();
      }}
    >
      <div className="picker-bar">
        <Input
          ref={finder}
          allowClear
          style={{ width: 260 }}
          placeholder={words.things === '设备' ? '五码、名称、地点' : '编号、型号、安装位置'}
          value={find}
          onChange={(event) => setFind(event.target.value)}
        />
        <Segmented<Shown>
          value={shown}
          onChange={setShown}
          options={[
            { value: 'able', label: `可申报 ${free.filter((one) => !one.why).length}` },
            { value: 'due', label: `超期 ${free.filter((one) => !one.why && one.overdue).length}` },
            { value: 'all', label: `全部 ${free.length}` },
          ]}
        />
        <span className="spacer" />
        <span className="soft">
          已选 <b>{taken.length}</b> {words.unit}，预计 {formatMoney(feeOf(taken))} 元
        </span>
      </div>
      <div className="picker-table">
        <table className="plain device-table">
          <colgroup>
            <col style={{ width: 34 }} />
            <col style={{ width: 156 }} />
            <col style={{ width: 136 }} />
            <col />
            <col style={{ width: 96 }} />
            <col style={{ width: 84 }} />
          </colgroup>
          <thead>
            <tr>
              <th>
                <Checkbox
                  aria-label="全选可申报的"
                  checked={every}
                  disabled={able.length === 0}
                  onChange={() =>
                    setPicked(every ? new Set() : new Set(able.map((device) => device.equdatasysid)))
                  }
                />
              </th>
              <th>{words.code}</th>
              <th>{words.second}</th>
              <th>{words.place}</th>
              <th>下次检验</th>
              <th className="right">费用 元</th>
            </tr>
          </thead>
          <tbody>
            {list.map((device) => (
              <tr
                key={device.equdatasysid}
                className={`${device.overdue ? 'late' : ''} ${device.why ? 'barred' : ''}`}
                onClick={() => !device.why && toggle(device.equdatasysid)}
              >
                <td>
                  <Checkbox
                    aria-label={`选 ${device.equcode || device.equname}`}
                    checked={picked.has(device.equdatasysid)}
                    disabled={Boolean(device.why)}
                    onClick={(event) => event.stopPropagation()}
                    onChange={() => toggle(device.equdatasysid)}
                  />
                </td>
                <td className="code">{device.equcode || '未编码'}</td>
                <td className="code">{secondOf(device)}</td>
                <td title={placeOf(device)}>
                  {placeOf(device)}
                  {device.stopped && <span className="caution">　{device.state}</span>}
                  {device.why && <span className="caution">　{device.why}</span>}
                </td>
                <td>{device.ninspdate ?? '首检'}</td>
                <td className="right">
                  <FeeCell device={device} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
        {list.length === 0 && !loading && (
          <StateNote
            kind="none"
            title={free.length === 0 ? `该单位没有${words.things}档案` : `没有符合条件的${words.things}`}
          >
            {free.length > 0 && `“全部”里写着其余${words.things}不能申报的原因`}
          </StateNote>
        )}
      </div>
    </Modal>
  );
}
