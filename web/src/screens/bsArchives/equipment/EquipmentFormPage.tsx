/** 新增 and 编辑 of a device of any class: the fields follow the kind; the archive is asked for a double. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { App, Button, Form } from 'antd';
import { useCallback, useEffect, useId, useMemo, useRef, useState } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router';
import { ApiError, messageOf, post, read } from '@/api/client';
import type { Row } from '@/api/layout';
import type { DeviceDetail, EquipmentForm } from '@/api/shapes';
import { EquipmentLink } from '@/ui/EquipmentLink';
import { classOfPath, equipmentRoute } from '@/ui/equipmentRoutes';
import { isBlank } from '@/ui/format';
import { useSaveKey } from '@/ui/pageKeys';
import { usePaused } from '@/ui/pickers/common';
import { useTab, useTabTitle, useUnsaved } from '@/ui/tab';
import { useOwnCopy } from '@/ui/useOwnCopy';
import { FormFields } from '@/views/FormFields';
import { FaultNote } from '@/views/ListStates';
import { deviceQuery, equipmentFormQuery, plainLabel } from './api';
import { bodyOf, startOf } from './formModel';
import '@/views/forms.css';
import './equipment.css';

export default function EquipmentFormPage() {
  const { pathname } = useLocation();
  const [search] = useSearchParams();
  const equclass = classOfPath(pathname);
  const id = search.get('id') ?? '';
  const own = useOwnCopy();
  const base = deviceQuery(equclass, id);
  const detail = useQuery({
    queryKey: ['device to edit', id, own.key],
    queryFn: base.queryFn,
    enabled: Boolean(id),
    ...own.options,
  });
  if (detail.isError) return <FaultNote error={detail.error} onRetry={() => detail.refetch()} />;
  if (id && !detail.data) return <div className="page fixed" />;
  return <DeviceForm equclass={equclass} detail={detail.data} first={search.get('field') ?? ''} />;
}

interface Existing {
  id: string;
  equclass: string;
  text: string;
}

interface FormProps {
  equclass: string;
  detail?: DeviceDetail;
  /** The field to begin with. */
  first: string;
}

function DeviceForm({ equclass, detail, first }: FormProps) {
  const { message } = App.useApp();
  const client = useQueryClient();
  const navigate = useNavigate();
  const tab = useTab();
  const name = useId();
  const [form] = Form.useForm();
  const [dirty, setDirty] = useState(false);
  const [busy, setBusy] = useState(false);
  const [existing, setExisting] = useState<Existing | null>(null);
  const start = useMemo(() => startOf(detail), [detail]);
  // What has been set while the fields of another kind were shown is kept in the form, not in this state.
  const kind = String(Form.useWatch('equclacode', form) ?? start.equclacode ?? '');
  const config = useQuery(equipmentFormQuery(equclass, kind));
  const prono = usePaused(String(Form.useWatch('prono', form) ?? ''), 500);
  const maker = String(Form.useWatch('porgaosysid', form) ?? '');
  const repeat = useQuery({
    queryKey: ['repeated number', prono, maker],
    queryFn: () => read('/api/eqdbase/eqdBasic/valiRepeatCcbh', { prono, porgaosysid: maker }),
    enabled: Boolean(prono && maker),
  }).data;
  useUnsaved(dirty);
  useTabTitle(detail ? `编辑 ${detail.head.equcode || detail.head.equname}` : undefined);

  const applied = useRef<Row>(undefined);
  useEffect(() => {
    if (applied.current === start) return;
    applied.current = start;
    form.setFieldsValue(start);
  }, [start, form]);

  const isLacking = useCallback(
    (prop: string) => detail?.lacking.some((one) => one.field === prop) ?? false,
    [detail],
  );
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
          // an old record is completed step by step: what it lacks may still be left out, and was never fixed
          ...(detail?.lacking.length ? { required: false } : {}),
          ...(field.locked && detail?.locked && !isLacking(field.prop)
            ? { readonly: true, help: '登记后锁定，更正请走档案更正' }
            : {}),
        })),
      })),
    };
  }, [config.data, detail?.locked, equclass, isLacking, detail?.lacking]);

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
      const body = bodyOf(shown, form.getFieldsValue(true) as Row, start, equclass, detail);
      const call = detail ? 'editEqm' : 'addEqm';
      const saved = await post(`/api/eqdbase/eqdBasic/${call}`, body);
      message.success(saved.pending ? '已提交审核，同意后生效' : '保存成功');
      setDirty(false);
      void client.invalidateQueries({ queryKey: ['rows'] });
      void client.invalidateQueries({ queryKey: ['device', equclass, saved.id] });
      tab.close();
      const page = equipmentRoute(saved.equclass, saved.id);
      if (page) navigate(page);
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
    (repeat?.repeat && repeat.id && repeat.id !== detail?.id
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
        <b className="form-title">
          {detail ? `编辑 ${detail.head.equname}` : `新增${config.data?.title.replace('新增', '') ?? ''}`}
        </b>
        <span className="hint code">{detail?.head.equcode}</span>
        {detail?.locked && <span className="hint">已登记，身份项目锁定</span>}
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
      {!detail && config.data && <p className="form-note">{config.data.beginning}</p>}
      {detail && detail.lacking.length > 0 && (
        <p className="return-note">
          待完善档案，补全后才能申报：
          {detail.lacking.map((one) => (
            <Button key={one.field} type="link" size="small" onClick={() => toField(one.field)}>
              {one.label}
            </Button>
          ))}
        </p>
      )}
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
  );
}
