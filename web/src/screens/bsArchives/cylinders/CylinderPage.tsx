/** A vehicle with its gas cylinders and pipes: one form, two typed-in tables, saved as one. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { App, Button, Form } from 'antd';
import { lazy, Suspense, useEffect, useId, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { ApiError, messageOf, postEnvelope, read } from '@/api/client';
import { formConfigQuery, type Row } from '@/api/layout';
import { KeyValues, StateDot } from '@/ui/Panel';
import { usePermission } from '@/ui/permission';
import { useTab, useTabTitle, useUnsaved } from '@/ui/tab';
import { FormFields } from '@/views/FormFields';
import { useSaveKey } from '@/views/FormView';
import { HistoryPanel } from '@/views/HistoryPanel';
import { FaultNote } from '@/views/ListStates';
import { EditableRows, type RowFault } from './EditableRows';
import '@/views/forms.css';
import './cylinders.css';

const FormDialog = lazy(() => import('@/views/FormDialog'));
const SCRAPPED = '3';

interface Car extends Row {
  id: string;
  version: number;
  carno: string;
  usecertno: string;
  status: string;
  overdue: boolean;
  daysLeft: number | null;
  cylinders: Row[];
  pipes: Row[];
}

export default function CylinderPage() {
  const [search] = useSearchParams();
  const id = search.get('id') ?? '';
  const car = useQuery({
    queryKey: ['cylinder car', id],
    queryFn: () => read<Car>('/api/cylinder/load', { id }),
    enabled: Boolean(id),
    staleTime: 0,
    refetchOnMount: false,
  });
  if (car.isError) return <FaultNote error={car.error} onRetry={() => car.refetch()} />;
  if (id && !car.data) return <div className="page fixed" />;
  return <CarForm key={`${id} ${car.data?.version ?? ''}`} car={car.data} onRenew={() => car.refetch()} />;
}

function CarForm({ car, onRenew }: { car?: Car; onRenew: () => void }) {
  const { message } = App.useApp();
  const { guard, can } = usePermission();
  const client = useQueryClient();
  const navigate = useNavigate();
  const tab = useTab();
  const name = useId();
  const [form] = Form.useForm();
  const config = useQuery(formConfigQuery('cylinder_car_form'));
  const [rows, setRows] = useState<Row[]>(car?.cylinders ?? [{}]);
  const [pipes, setPipes] = useState<Row[]>(car?.pipes ?? []);
  const [dirty, setDirty] = useState(false);
  const [busy, setBusy] = useState(false);
  const [fault, setFault] = useState<(RowFault & { table: string }) | null>(null);
  const [dialog, setDialog] = useState<'register' | 'scrap' | null>(null);
  const fixed = car?.status === SCRAPPED || !can('basic:cylinder:save');
  useUnsaved(dirty);
  useTabTitle(car?.carno);
  useEffect(() => {
    if (car) form.setFieldsValue(car);
  }, [car, form]);

  const refused = (error: unknown) => {
    const field = error instanceof ApiError ? String(error.body.field ?? '') : '';
    const cell = /^(cylinders|pipes)\.(\d+)\.(\w*)$/.exec(field);
    if (cell) setFault({ table: cell[1]!, row: Number(cell[2]), prop: cell[3]!, sentence: messageOf(error) });
    else if (field) {
      form.setFields([{ name: field, errors: [messageOf(error)] }]);
      form.scrollToField(field, { block: 'center', focus: true });
    }
    message.error(messageOf(error));
  };
  const save = async () => {
    if (busy || fixed) return;
    setFault(null);
    try {
      await form.validateFields();
    } catch (invalid) {
      const first = (invalid as { errorFields?: { name: (string | number)[] }[] }).errorFields?.[0];
      if (first) form.scrollToField(first.name, { block: 'center', focus: true });
      return;
    }
    setBusy(true);
    try {
      const body = { ...form.getFieldsValue(true), id: car?.id, version: car?.version };
      const answer = await postEnvelope<Car>('/api/cylinder/save', {
        ...Object.fromEntries(
          config.data!.groups.flatMap((g) => g.fields).map((f) => [f.prop, body[f.prop]]),
        ),
        id: body.id,
        version: body.version,
        cylinders: rows.map((row, index) => ({ ...row, place: index })),
        pipes: pipes.map((row, index) => ({ ...row, place: index })),
      });
      message.success('保存成功');
      setDirty(false);
      void client.invalidateQueries({ queryKey: ['rows'] });
      if (car) onRenew();
      else {
        tab.close();
        navigate(`/bsArchives/equipment/CylinderDetails?id=${answer.data.id}`);
      }
    } catch (error) {
      refused(error);
    } finally {
      setBusy(false);
    }
  };
  useSaveKey(() => void save(), !fixed);
  if (config.isError) return <FaultNote error={config.error} onRetry={() => config.refetch()} />;
  const change = (put: (rows: Row[]) => void) => (next: Row[]) => {
    put(next);
    setDirty(true);
    setFault(null);
  };
  return (
    <div className="page fixed form-view">
      <section className="panel form-bar">
        <b className="form-title code">{car ? car.carno : '新增车用气瓶'}</b>
        {car && <Facts car={car} />}
        {dirty && <span className="hint">有未保存的内容</span>}
        <span className="spacer" />
        {car && car.status !== SCRAPPED && (
          <>
            {!car.usecertno && (
              <Button onClick={() => guard('basic:cylinder:save', () => setDialog('register'))}>
                使用登记
              </Button>
            )}
            <Button onClick={() => guard('basic:cylinder:save', () => setDialog('scrap'))}>随车报废</Button>
          </>
        )}
        {!fixed && (
          <Button type="primary" loading={busy} disabled={!config.data} onClick={save}>
            保存 <span className="key-note">Alt S</span>
          </Button>
        )}
      </section>
      <section className="panel form-body">
        {config.data && (
          <Form
            name={name}
            form={form}
            layout="horizontal"
            labelAlign="left"
            colon={false}
            className="record-form"
            onValuesChange={() => setDirty(true)}
          >
            <FormFields config={config.data} form={form} record={car} readOnly={fixed} />
          </Form>
        )}
        <section className="form-group">
          <h3>气瓶　{rows.length} 只</h3>
          <EditableRows
            viewNo="cylinder_row_form"
            rows={rows}
            onChange={change(setRows)}
            fault={fault?.table === 'cylinders' ? fault : null}
            addLabel="增加一只"
            readOnly={fixed}
            widths={{
              cylno: 116,
              batchno: 92,
              volume: 88,
              netweight: 80,
              workpress: 98,
              prodate: 122,
              scrapdate: 122,
            }}
          />
        </section>
        <section className="form-group">
          <h3>管路</h3>
          <EditableRows
            viewNo="cylinder_pipe_form"
            rows={pipes}
            onChange={change(setPipes)}
            fault={fault?.table === 'pipes' ? fault : null}
            addLabel="增加管路"
            readOnly={fixed}
            widths={{ count: 90 }}
          />
        </section>
        {car && (
          <section className="form-group">
            <h3>变更记录</h3>
            <HistoryPanel entity="cylinder_car" id={car.id} />
          </section>
        )}
      </section>
      <Suspense fallback={null}>
        {dialog === 'register' && car && (
          <FormDialog
            viewNo="cylinder_register_form"
            title={`使用登记 ${car.carno}`}
            extra={{ id: car.id }}
            onSaved={onRenew}
            onClose={() => setDialog(null)}
          />
        )}
        {dialog === 'scrap' && car && (
          <FormDialog
            viewNo="cylinder_scrap_form"
            title={`随车报废 ${car.carno}`}
            okText="报废"
            extra={{ id: car.id }}
            onSaved={onRenew}
            onClose={() => setDialog(null)}
          >
            <p className="hint">车上 {car.cylinders.length} 只气瓶一并报废，报废后不能再修改</p>
          </FormDialog>
        )}
      </Suspense>
    </div>
  );
}

function Facts({ car }: { car: Car }) {
  if (car.status === SCRAPPED)
    return (
      <>
        <StateDot tone="ok">已报废</StateDot>
        <span className="hint">
          {String(car.scrapdate)}　{String(car.scrapreason)}
        </span>
      </>
    );
  const left = car.daysLeft;
  return (
    <div className="car-facts">
      <KeyValues
        columns={2}
        labelWidth={64}
        items={[
          { label: '登记证', value: <span className="code">{car.usecertno || '未登记'}</span> },
          {
            label: '下次检验',
            value: (
              <span className={car.overdue ? 'late' : undefined}>
                {String(car.ninspdate ?? '未定')}
                {left !== null && (left < 0 ? `　超期 ${-left} 天` : `　余 ${left} 天`)}
              </span>
            ),
          },
        ]}
      />
    </div>
  );
}
