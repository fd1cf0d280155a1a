/** How far the declaration goes there and then, as far as the server says that this inspector may. */
import { useQuery } from '@tanstack/react-query';
import { Checkbox, Input, Radio, Select } from 'antd';
import { read } from '@/api/client';
import type { OnsiteDevice, OnsiteSort } from '@/api/shapes';
import type { OnsiteValues, Until } from './model';

interface Props {
  device: OnsiteDevice;
  sort: OnsiteSort;
  values: OnsiteValues;
  onChange: (change: Partial<OnsiteValues>) => void;
}

export function Further({ device, sort, values, onChange }: Props) {
  const ways: { value: Until; label: string; why: string }[] = [
    { value: 'submit', label: '申报，由窗口受理', why: '' },
    { value: 'accept', label: '申报并当场受理', why: sort.acceptwhy },
    { value: 'begin', label: '当场受理，由我主检，马上检验', why: sort.beginwhy },
  ];
  return (
    <>
      <Radio.Group
        value={values.until}
        onChange={(event) => onChange({ until: event.target.value as Until })}
      >
        {ways.map((one) => (
          <Radio key={one.value} value={one.value} disabled={Boolean(one.why)}>
            {one.label}
            {one.why && <span className="hint">　{one.why}</span>}
          </Radio>
        ))}
      </Radio.Group>
      {values.until === 'begin' && (
        <Beginning device={device} sort={sort} values={values} onChange={onChange} />
      )}
    </>
  );
}

function Beginning({ device, sort, values, onChange }: Props) {
  const asked = { equdatasysid: device.id, seisort: sort.seisort, testsort: sort.testsort };
  const people = useQuery({
    queryKey: ['onsite people', asked],
    queryFn: () => read('/api/onsite/people', asked),
  });
  const boxes = useQuery({ queryKey: ['onsite boxes'], queryFn: () => read('/api/onsite/boxes') });
  return (
    <>
      <div className="onsite-field">
        <span>协检</span>
        <Select
          size="large"
          aria-label="协检"
          value={values.coinspector || undefined}
          options={people.data?.map((one) => ({
            value: one.value,
            label: one.why ? `${one.label}（${one.why}）` : one.label,
            disabled: Boolean(one.why),
          }))}
          onChange={(coinspector: string) => onChange({ coinspector })}
        />
      </div>
      <div className="onsite-field">
        <span>仪器箱</span>
        <Select
          size="large"
          aria-label="仪器箱"
          value={values.boxno || undefined}
          options={boxes.data?.map(({ value, label }) => ({ value, label }))}
          onChange={(boxno: string) => onChange({ boxno })}
        />
      </div>
      <div className="onsite-field">
        <span>现场条件</span>
        <Input
          size="large"
          aria-label="现场条件"
          maxLength={500}
          value={values.siteconditions}
          onChange={(event) => onChange({ siteconditions: event.target.value })}
        />
      </div>
      <Checkbox
        checked={values.safetybriefed}
        onChange={(event) => onChange({ safetybriefed: event.target.checked })}
      >
        已做安全交底
      </Checkbox>
      <Checkbox
        checked={values.confirmHoliday}
        onChange={(event) => onChange({ confirmHoliday: event.target.checked })}
      >
        今天如不是工作日，已与单位确认
      </Checkbox>
    </>
  );
}
