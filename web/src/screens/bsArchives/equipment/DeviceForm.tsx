/** The form of a device of any class: the fields follow the kind; the archive is asked for a double. */

import { type UseQueryOptions, useQuery } from '@tanstack/react-query';
import { Button, Form } from 'antd';
import { type ReactNode, useCallback, useEffect, useId, useMemo, useRef, useState } from 'react';
import { ApiError, messageOf, read } from '@/api/client';
import type { Row } from '@/api/layout';
import type { EquipmentForm } from '@/api/shapes';
import { EquipmentLink } from '@/ui/EquipmentLink';
import { isBlank } from '@/ui/format';
import { useSaveKey } from '@/ui/pageKeys';
import { usePaused } from '@/ui/pickers/common';
import { useTab, useUnsaved } from '@/ui/tab';
import { useApp } from '@/ui/useApp';
import { FormFields } from '@/views/FormFields';
import { FormGuide } from '@/views/FormGuide';
import { FaultNote } from '@/views/ListStates';
import { plainLabel } from './api';
import '@/views/forms.css';
import './equipment.css';

type Field = EquipmentForm['groups'][number]['fields'][number];
// biome-ignore lint/suspicious/noExplicitAny: the key of the query is the caller's
export type ConfigQuery = UseQueryOptions<EquipmentForm, Error, EquipmentForm, any>;

interface Existing {
  id: string;
  equclass: string;
  text: string;
}

interface Props {
  equclass: string;
  /** What the form begins with. */
  start: Row;
  /** The device that is changed: its own number is no double. */
  ownId?: string;
  title: (configTitle: string) => string;
  code?: string;
  hint?: string;
  /** Below the bar, with a way to a field. */
  notes?: (toField: (prop: string) => void) => ReactNode;
  /** Whether the sentence of the form on what comes after saving is shown. */
  tellsBeginning: boolean;
  config: (kind: string) => ConfigQuery;
  /** What of a field is otherwise than the form of its class says. */
  altered?: (field: Field) => Partial<Field>;
  /** Saves and leads on; what it throws is said at its field. `saved` is called before the page is left. */
  send: (config: EquipmentForm, values: Row, saved: () => void) => Promise<void>;
  /** The field to begin with. */
  first: string;
}

const asItIs = () => ({});

export function DeviceForm(props: Props) {
  const { equclass, start, ownId, config: configOf, altered = asItIs, first } = props;
  const { message } = useApp();
  const tab = useTab();
  const name = useId();
  const [form] = Form.useForm();
  const [dirty, setDirty] = useState(false);
  const [busy, setBusy] = useState(false);
  const [existing, setExisting] = useState<Existing | null>(null);
  // What has been set while the fields of another kind were shown is kept in the form, not in this state.
  const kind = String(Form.useWatch('equclacode', form) ?? start.equclacode ?? '');
  const config = useQuery(configOf(kind));
  const prono = usePaused(String(Form.useWatch('prono', form) ?? ''), 500);
  const maker = String(Form.useWatch('porgaosysid', form) ?? '');
  const repeat = useQuery({
    queryKey: ['repeated number', prono, maker],
    queryFn: () => read('/api/eqdbase/eqdBasic/valiRepeatCcbh', { prono, porgaosysid: maker }),
    enabled: Boolean(prono && maker),
  }).data;
  useUnsaved(dirty);

  const applied = useRef<Row>(undefined);
  useEffect(() => {
    if (applied.current === start) return;
    applied.current = start;
    form.setFieldsValue(start);
  }, [start, form]);

  const shown = useMemo<EquipmentForm | undefined>(() => {
    if (!config.data) return undefined;
    return {
      ...config.data,
      groups: config.data.groups.map((group) => ({
        ...group,
        fields: group.fields.map((field) => ({
          ...field,
          label: plainLabel(field.label),
          ...(field.type === 'category' ? { root: equclass } : {}),
          ...altered(field),
        })),
      })),
    };
  }, [config.data, equclass, altered]);

  const toField = useCallback(
    (prop: string) => form.scrollToField(prop, { block: 'center', focus: true }),
    [form],
  );
  const ready = Boolean(shown);
  useEffect(() => {
    if (first && ready) toField(first);
  }, [first, ready, toField]);

  const save = async () => {
    if (busy || !shown) return;
    try {
      await form.validateFields();
    } catch (invalid) {
      const first = (invalid as { errorFields?: { name: (string | number)[] }[] }).errorFields?.[0];
      if (first) form.scrollToField(first.name, { block: 'center', focus: true });
      return;
    }
    setBusy(true);
    setExisting(null);
    try {
      await props.send(shown, form.getFieldsValue(true) as Row, () => setDirty(false));
    } catch (error) {
      refused(error);
    } finally {
      setBusy(false);
    }
  };
  const refused = (error: unknown) => {
    if (error instanceof ApiError && error.errorCode === 'DUPLICATE') {
      const known = error.body.existing as { id: string; equclass: string } | undefined;
      if (known) setExisting({ ...known, text: error.errorMsg });
    }
    const field = error instanceof ApiError ? String(error.body.field ?? '') : '';
    if (field) {
      form.setFields([{ name: field, errors: [messageOf(error)] }]);
      form.scrollToField(field, { block: 'center', focus: true });
    }
    message.error(messageOf(error));
  };
  useSaveKey(() => void save());

  const double =
    existing ??
    (repeat?.repeat && repeat.id && repeat.id !== ownId
      ? {
          id: repeat.id,
          equclass: String(repeat.equclass ?? equclass),
          text: `该制造单位的出厂编号 ${prono} 已有档案：${[repeat.equname, repeat.equcode, repeat.useorgname].filter(Boolean).join(' ')}`,
        }
      : null);

  if (config.isError) return <FaultNote error={config.error} onRetry={() => config.refetch()} />;
  return (
    <div className="page fixed form-view">
      <section className="panel form-bar">
        <b className="form-title">{props.title(config.data?.title.replace('新增', '') ?? '')}</b>
        <span className="hint code">{props.code}</span>
        {props.hint && <span className="hint">{props.hint}</span>}
        {dirty && <span className="hint">有未保存的内容</span>}
        <span className="spacer" />
        <Button onClick={tab.close}>取消</Button>
        <Button type="primary" loading={busy} disabled={!shown} onClick={save}>
          保存 <span className="key-note">Alt S</span>
        </Button>
      </section>
      {double && (
        <p className="return-note">
          {double.text}　
          <EquipmentLink equclass={double.equclass} id={double.id}>
            打开已有档案
          </EquipmentLink>
        </p>
      )}
      {props.tellsBeginning && config.data && <p className="form-note">{config.data.beginning}</p>}
      {props.notes?.(toField)}
      <div className="form-columns">
        {shown && <FormGuide config={shown} form={form} record={start} />}
        <section className="panel form-body">
          {shown && (
            <Form
              name={name}
              form={form}
              layout="horizontal"
              labelAlign="left"
              colon={false}
              className="record-form equipment-form"
              onValuesChange={() => setDirty(true)}
            >
              {isBlank(kind) && <p className="hint">先选择设备类别，技术参数随类别变化</p>}
              <FormFields config={shown} form={form} record={start} />
            </Form>
          )}
        </section>
      </div>
    </div>
  );
}
