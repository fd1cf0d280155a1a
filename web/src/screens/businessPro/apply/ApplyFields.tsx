/** The groups of the declaration as on paper: what, for whom, how. */
import { useQuery } from '@tanstack/react-query';
import { Checkbox, Input, Segmented, Select } from 'antd';
import dayjs from 'dayjs';
import { useEffect, useMemo } from 'react';
import { useDict } from '@/api/dict';
import type { UnitChoice } from '@/api/shapes';
import { combinationsQuery, officesQuery } from '@/screens/businessPro/api';
import { CategoryPicker, nest } from '@/ui/pickers/CategoryPicker';
import { DayPicker } from '@/ui/pickers/DayPicker';
import { UnitPicker } from '@/ui/pickers/UnitPicker';
import { Field } from './Field';
import { type ApplyValues, faultOf, isEarly, isMailed, isStopped, ways } from './model';
import type { ApplyState } from './useApply';

interface Props {
  state: ApplyState;
  /** Fields that were left once: only these show what is wrong with them. */
  left: ReadonlySet<string>;
  onLeave: (name: string) => void;
}

interface Node {
  value: string;
  children?: Node[];
}

/** Combinations are told by kind: a class or family is asked with the first kind below it. */
function kindBelow(nodes: Node[], code: string): string {
  for (const node of nodes) {
    if (node.value === code) {
      let leaf = node;
      while (leaf.children?.length) leaf = leaf.children[0]!;
      return leaf.value;
    }
    const below = kindBelow(node.children ?? [], code);
    if (below) return below;
  }
  return '';
}

type WithBilling = UnitChoice & { invoicetitle?: string; taxno?: string; email?: string };

interface Choice {
  value: string;
  label: string;
}

/** A re-inspection or a supervised inspection begins elsewhere and is not offered here, but keeps its name. */
function kept(offered: Choice[], own: string, words: readonly Choice[]): Choice[] {
  const word = offered.some((one) => one.value === own) ? undefined : words.find((one) => one.value === own);
  return word ? [...offered, { value: word.value, label: word.label }] : offered;
}

export function ApplyFields({ state, left, onLeave }: Props) {
  const { values, set, check } = state;
  const categories = useDict('C602');
  const kind = useMemo(() => {
    const code = values.devices[0]?.equclacode || values.equclacode;
    return kindBelow(nest(categories), code) || code;
  }, [categories, values.devices, values.equclacode]);
  const combos = useQuery(combinationsQuery(kind)).data ?? [];
  const subject = combos.find(
    (one) => one.seisort === values.seisort && one.testsort === values.testsort,
  )?.subject;
  useEffect(() => {
    if (subject && subject !== values.subject) set({ subject });
  }, [subject, values.subject, set]);
  const offices = useQuery(officesQuery).data ?? [];
  const departments = offices.filter((office) => office.type === 'dept' || office.type === 'station');
  const seisorts = useDict('C603');
  const testsorts = useDict('C604');
  const offered = new Map(combos.map((one) => [one.seisort, one.seisortName]));
  const sorts = kept(
    [...offered].map(([value, label]) => ({ value, label })),
    values.seisort,
    seisorts,
  );
  const types = kept(
    combos
      .filter((one) => one.seisort === values.seisort)
      .map((one) => ({ value: one.testsort, label: one.testsortName })),
    values.testsort,
    testsorts,
  );

  const common = (name: keyof ApplyValues & string) => ({
    name,
    fault: left.has(name) ? faultOf(name, values, check) : '',
    onLeave,
  });
  const typed = (name: keyof ApplyValues & string) => ({
    value: String(values[name] ?? ''),
    onChange: (event: { target: { value: string } }) =>
      set({ [name]: event.target.value } as Partial<ApplyValues>),
  });
  const pickUnit = (id: string | undefined, found?: UnitChoice) => {
    const unit = found as WithBilling | undefined;
    set({
      unitsysid: id ?? '',
      unitname: unit?.name ?? '',
      unitcode: unit?.code ?? '',
      unitaddress: unit?.address ?? '',
      inscontactname: unit?.contact ?? '',
      INSCONTACTTEL: unit?.tel ?? '',
      invoicetitle: unit?.invoicetitle || unit?.name || '',
      taxno: unit?.taxno || unit?.code || '',
      invoiceemail: unit?.email ?? '',
      // Devices of another unit do not follow; those without an owner on the form stay.
      devices: id === values.unitsysid || !values.unitsysid ? values.devices : [],
    });
  };
  const full = { width: '100%' } as const;

  return (
    <>
      <h3>申报内容</h3>
      <div className="apply-grid">
        <Field {...common('equclacode')} label="设备类别" required>
          <CategoryPicker
            style={full}
            placeholder="选择设备类别"
            value={values.equclacode || undefined}
            onChange={(equclacode) => set({ equclacode: equclacode ?? '', seisort: '', testsort: '' })}
          />
        </Field>
        <Field {...common('seisort')} label="检验类别" required>
          <Select
            style={full}
            aria-label="检验类别"
            placeholder={values.equclacode ? '选择检验类别' : '先选设备类别'}
            value={values.seisort || undefined}
            options={sorts}
            onChange={(seisort: string) => {
              const own = combos.filter((one) => one.seisort === seisort);
              set({ seisort, testsort: own.length === 1 ? own[0]!.testsort : '' });
            }}
          />
        </Field>
        <Field {...common('testsort')} label="检验类型" required>
          <Select
            style={full}
            aria-label="检验类型"
            placeholder={values.seisort ? '选择检验类型' : '先选检验类别'}
            value={values.testsort || undefined}
            options={types}
            onChange={(testsort: string) => set({ testsort })}
          />
        </Field>
      </div>
      <h3>受检单位</h3>
      <div className="apply-grid">
        <Field {...common('unitsysid')} label="单位名称" required span={2}>
          <UnitPicker
            style={full}
            placeholder="名称任意几个字、信用代码或拼音首字母"
            value={values.unitsysid || undefined}
            display={values.unitname}
            onChange={pickUnit}
          />
        </Field>
        <Field name="unitcode" label="信用代码">
          <span className="read-only-value code">{values.unitcode}</span>
        </Field>
        <Field name="unitaddress" label="单位地址" span={2}>
          <span className="read-only-value" title={values.unitaddress}>
            {values.unitaddress}
          </span>
        </Field>
        <Field {...common('inscontactname')} label="联系人" required>
          <Input {...typed('inscontactname')} maxLength={64} />
        </Field>
        <Field {...common('payunitsysid')} label="缴费单位">
          <UnitPicker
            style={full}
            placeholder="同受检单位"
            value={values.payunitsysid || undefined}
            display={values.payunitname}
            onChange={(id, unit) => set({ payunitsysid: id ?? '', payunitname: unit?.name ?? '' })}
          />
        </Field>
        <Field {...common('invoicetitle')} label="发票抬头">
          <Input {...typed('invoicetitle')} maxLength={200} placeholder="同缴费单位" />
        </Field>
        <Field {...common('taxno')} label="税号">
          <Input {...typed('taxno')} maxLength={32} placeholder="同缴费单位" />
        </Field>
        <Field {...common('invoiceemail')} label="发票邮箱">
          <Input {...typed('invoiceemail')} maxLength={128} placeholder="电子发票发到这里，可不填" />
        </Field>
        <Field {...common('INSCONTACTTEL')} label="联系电话" required>
          <Input
            {...typed('INSCONTACTTEL')}
            maxLength={20}
            inputMode="tel"
            status={
              left.has('INSCONTACTTEL') && faultOf('INSCONTACTTEL', values, check) ? 'error' : undefined
            }
          />
        </Field>
      </div>
      <h3>受理要求</h3>
      <div className="apply-grid">
        <Field {...common('plandate')} label="期望日期">
          <DayPicker
            aria-label="期望检验日期"
            minDate={dayjs()}
            value={values.plandate}
            onChange={(plandate) => set({ plandate })}
          />
        </Field>
        <Field {...common('reportget')} label="报告领取">
          <Segmented
            block
            options={ways}
            value={values.reportget}
            onChange={(reportget) => set({ reportget })}
          />
        </Field>
        <Field {...common('chedept')} label="检验部门">
          <Select
            style={full}
            allowClear
            aria-label="检验部门"
            placeholder="按设备种类自动分配"
            value={values.chedept || undefined}
            options={departments.map((one) => ({ value: String(one.id), label: String(one.name) }))}
            onChange={(chedept?: string) => set({ chedept: chedept ?? '' })}
          />
        </Field>
        {isMailed(values) && (
          <Field {...common('mailaddress')} label="邮寄地址" required span={3}>
            <Input {...typed('mailaddress')} maxLength={256} placeholder="收件地址、收件人" />
          </Field>
        )}
        <Field name="isurgent" label="加急">
          <Checkbox checked={values.isurgent} onChange={(event) => set({ isurgent: event.target.checked })}>
            加急，须写原因
          </Checkbox>
        </Field>
        {values.isurgent && (
          <Field {...common('urgentreason')} label="加急原因" required span={2}>
            <Input {...typed('urgentreason')} maxLength={256} />
          </Field>
        )}
        {isEarly(values) && (
          <Field {...common('earlyreason')} label="提前原因" required span={3}>
            <Input
              {...typed('earlyreason')}
              maxLength={256}
              placeholder={values.devices.find((one) => one.early)?.early}
            />
          </Field>
        )}
        {isStopped(values) && (
          <Field {...common('afterstop')} label="停用设备" required span={3}>
            <Checkbox
              checked={values.afterstop}
              onChange={(event) => set({ afterstop: event.target.checked })}
            >
              停用后重新检验
            </Checkbox>
          </Field>
        )}
        <Field {...common('remark')} label="备注" span={values.isurgent ? 3 : 2}>
          <Input {...typed('remark')} maxLength={500} />
        </Field>
      </div>
    </>
  );
}
