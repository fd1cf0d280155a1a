/** 未建档的单位: what is done with the units and makers of a file that have no archive, said once for all of its rows. */
import { Button, Select } from 'antd';
import { useState } from 'react';
import { decideUnits, type UnitAct } from '@/api/imports';
import type { ImportState } from '@/api/shapes';
import { formatNumber } from '@/ui/format';
import { UnitPicker } from '@/ui/pickers/UnitPicker';
import { useBusy } from './useBusy';

interface Props {
  viewNo: string;
  run: ImportState;
  onChecked: (run: ImportState) => void;
}

const ACTS: { value: UnitAct['act']; label: string }[] = [
  { value: 'create', label: '新建单位档案' },
  { value: 'choose', label: '选用已有单位' },
  { value: 'later', label: '以后再补' },
];

export function ImportUnknown({ viewNo, run, onChecked }: Props) {
  const [acts, setActs] = useState<Record<string, Partial<UnitAct>>>({});
  const [busy, doing] = useBusy();
  const unknown = run.units?.unknown ?? [];
  const set = (name: string, change: Partial<UnitAct>) =>
    setActs((all) => ({ ...all, [name]: { ...all[name], ...change } }));
  const ready = unknown.flatMap(({ name }): UnitAct[] => {
    const said = acts[name];
    if (!said?.act || (said.act === 'choose' && !said.unit)) return [];
    return [{ name, act: said.act, unit: said.unit ?? '' }];
  });
  return (
    <div className="import-units">
      <h4>
        {formatNumber(unknown.length)} 家单位没有档案{'　'}
        {ACTS.filter((one) => one.value !== 'choose').map((one) => (
          <Button
            key={one.value}
            type="link"
            size="small"
            onClick={() =>
              setActs(Object.fromEntries(unknown.map(({ name }) => [name, { act: one.value, unit: '' }])))
            }
          >
            全部{one.label}
          </Button>
        ))}
      </h4>
      <table className="plain">
        <tbody>
          {unknown.map((one) => (
            <tr key={one.name}>
              <td className="wrap">
                {one.name}
                <div className="hint">
                  {one.labels.join('、')}　{formatNumber(one.rows)} 行
                </div>
              </td>
              <td style={{ width: 150 }}>
                <Select
                  aria-label={`${one.name} 怎样处理`}
                  size="small"
                  style={{ width: '100%' }}
                  placeholder="请选择"
                  value={acts[one.name]?.act}
                  options={ACTS}
                  onChange={(act) =>
                    set(one.name, { act, unit: act === 'choose' ? (one.near[0]?.id ?? '') : '' })
                  }
                />
              </td>
              <td style={{ width: 300 }}>
                {acts[one.name]?.act === 'choose' && (
                  <UnitPicker
                    aria-label={`${one.name} 是`}
                    value={acts[one.name]?.unit || undefined}
                    display={one.near.find((near) => near.id === acts[one.name]?.unit)?.name}
                    onChange={(unit) => set(one.name, { unit: String(unit ?? '') })}
                  />
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <Button
        type="primary"
        disabled={ready.length === 0}
        loading={busy}
        onClick={() => doing(async () => onChecked(await decideUnits(viewNo, run.id, ready)))}
      >
        按此处理，再检查一遍
      </Button>
    </div>
  );
}
