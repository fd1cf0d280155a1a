/** 新增申报登记 and 申报登记编辑: one page of the paper form, with what still stops submission beside it. */

import { CheckOutlined, LoadingOutlined, PlusOutlined, SearchOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import { Button, Input } from 'antd';
import dayjs from 'dayjs';
import { useEffect, useRef, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { userQuery } from '@/api/user';
import { classOf } from '@/ui/equipmentRoutes';
import { byWay } from '@/ui/format';
import { usePageKeys } from '@/ui/pageKeys';
import { useScans } from '@/ui/scanned';
import { useTab, useTabTitle, useUnsaved } from '@/ui/tab';
import { useApp } from '@/ui/useApp';
import { useOpeningFocus } from '@/ui/useOpeningFocus';
import { FaultNote } from '@/views/ListStates';
import { Standing } from '@/workflow/Standing';
import { ApplyConflictDialog } from './ApplyConflictDialog';
import { ApplyFields } from './ApplyFields';
import { Beside } from './Beside';
import { DevicePicker } from './DevicePicker';
import { DeviceTable } from './DeviceTable';
import { type ApplyValues, emptyApply, wordsOf } from './model';
import { useApply } from './useApply';
import { useFindDevice } from './useFindDevice';
import './apply.css';
import '@/views/forms.css';
import '@/screens/businessPro/parts/business.css';

export default function NewDeclaration() {
  return <ApplyPage start={emptyApply} />;
}

/** The page; `start` is what an empty one begins with. */
export function ApplyPage({ start }: { start: ApplyValues }) {
  const [search] = useSearchParams();
  const id = search.get('id') ?? undefined;
  const user = useQuery(userQuery);
  // The draft belongs to a person; without knowing who, none is read.
  if (!user.data) return <div className="page fixed" />;
  const codes = search.get('codes') ?? undefined;
  const draftKey = `apply${start.equclacode} ${user.data.id}`;
  return <ApplyForm id={id} codes={codes} draftKey={draftKey} start={start} />;
}

interface Props {
  id?: string;
  /** A device to begin with, told by the page one came from. */
  codes?: string;
  draftKey: string;
  start: ApplyValues;
}

function ApplyForm({ id, codes, draftKey, start }: Props) {
  const { message, modal } = useApp();
  const navigate = useNavigate();
  const tab = useTab();
  const state = useApply(id, draftKey, start);
  const { values, stopping } = state;
  const words = wordsOf(values.subject);
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const [picking, setPicking] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  const finder = useFindDevice(state);
  const scans = useScans(finder.add);
  useTabTitle(values.appno ? `申报 ${values.appno}` : undefined);
  useUnsaved(state.dirty);
  const begun = useRef(false);
  const begin = useRef(finder.add);
  begin.current = finder.add;
  useEffect(() => {
    if (!codes || begun.current) return;
    begun.current = true;
    void begin.current(codes);
  }, [codes]);

  const go = (field: string) => {
    setLeft((old) => new Set([...old, field]));
    const place = box.current?.querySelector<HTMLElement>(`[data-field="${field}"]`);
    place?.scrollIntoView({ block: 'center' });
    place?.querySelector<HTMLElement>('input, textarea, button')?.focus();
  };
  const submit = async () => {
    if (stopping.length > 0) {
      setLeft(new Set(stopping.map((check) => check.field ?? '')));
      go(stopping[0]!.field ?? '');
      return;
    }
    const said = await state.submit();
    if (!said) return;
    message.success(said);
    tab.close();
    navigate('/businessPro/applyList');
  };
  const pick = () => {
    if (!values.unitsysid) {
      message.warning('请先选择受检单位');
      go('unitsysid');
    } else setPicking(true);
  };
  usePageKeys((event) => {
    if (!event.altKey) return false;
    if (event.code === 'KeyS') void submit();
    else if (event.code === 'KeyA') pick();
    else return false;
    return true;
  });

  // What was handed in, voided or ended is no form any more: its page shows it.
  const past = useRef<boolean>(undefined);
  if (past.current === undefined && !state.loading) past.current = state.submitted;
  const leave = useRef(() => {});
  leave.current = () => {
    tab.close();
    navigate(`/businessPro/applyInfo?id=${id}`, { replace: true });
  };
  useEffect(() => {
    if (!state.loading && past.current) leave.current();
  }, [state.loading]);

  useOpeningFocus(box, !state.loading && !state.error, '.apply-body input');
  if (state.error) return <FaultNote error={state.error} onRetry={state.reload} />;
  if (state.loading || past.current) return <div className="page fixed" />;
  const { submitted } = state;
  const change = (change: Parameters<typeof state.set>[0]) => state.set(change);
  const able = values.devices.filter((device) => !device.why).length;

  return (
    <div className="page fixed apply-page" ref={box}>
      <section className="panel form-bar">
        <b className="form-title">{values.appno ? `${words.title}登记编辑` : `新增${words.title}`}</b>
        <span className="hint code">{values.appno ?? '保存时编号'}</span>
        {values.appway && <span className="hint">{byWay(values.appway)}</span>}
        <span className="spacer" />
        {state.draftAt && (
          <span className="soft">
            <CheckOutlined /> 草稿 {dayjs(state.draftAt).format('HH:mm:ss')}
          </span>
        )}
        {submitted ? (
          <span className="caution">已提交，不能修改</span>
        ) : (
          <>
            <Button loading={state.busy === 'save'} disabled={!values.unitsysid} onClick={state.save}>
              暂存
            </Button>
            <Button type="primary" loading={state.busy === 'submit'} onClick={submit}>
              提交 <span className="key-note">Alt S</span>
            </Button>
          </>
        )}
      </section>
      {state.restored && (
        <p className="return-note">
          已恢复 {dayjs(state.restored).format('MM-DD HH:mm')} 没有保存的内容{'　'}
          <button type="button" className="link" onClick={state.reset}>
            重新填写
          </button>
        </p>
      )}
      <Standing notice={state.standing} />
      <div className="form-columns">
        <section className="panel apply-body">
          <ApplyFields
            state={state}
            left={left}
            onLeave={(name) => setLeft((old) => new Set([...old, name]))}
          />
          <div className="device-head" data-field="equipment">
            <b>{words.things}</b>
            {values.devices.length > 0 && (
              <b>
                {values.devices.length} {words.unit}
                {able < values.devices.length && `，可申报 ${able} ${words.unit}`}
              </b>
            )}
            <span className="spacer" />
            <Input
              style={{ width: 232 }}
              prefix={<SearchOutlined />}
              placeholder={words.scan}
              aria-label={words.things === '设备' ? '设备五码' : words.code}
              {...scans.input}
              disabled={submitted}
              suffix={scans.busy ? <LoadingOutlined /> : <span />}
            />
            <Button icon={<PlusOutlined />} disabled={submitted} onClick={pick}>
              从单位{words.things}选 Alt A
            </Button>
          </div>
          {values.devices.length > 0 ? (
            <DeviceTable
              devices={values.devices}
              words={words}
              onRemove={
                submitted
                  ? undefined
                  : (gone) =>
                      change({ devices: values.devices.filter((device) => device.equdatasysid !== gone) })
              }
            />
          ) : (
            <p className="device-empty hint">
              {values.unitsysid
                ? `还没有${words.things}，扫码加入，或从单位的${words.things}里选`
                : `选好受检单位后，从它的${words.things}里选；也可以先扫${words.things}上的码，单位随之带出`}
            </p>
          )}
        </section>
        <Beside
          state={state}
          onGo={go}
          onSaveFirst={async () => {
            if (values.unitsysid) await state.save();
            else go('unitsysid');
          }}
          onLikeLast={(next) => {
            change(next);
            message.success('已照上次申报填写，请核对');
          }}
        />
      </div>
      {picking && (
        <DevicePicker
          unitname={values.unitname}
          devices={state.unitDevices}
          loading={state.loadingDevices}
          equclass={values.equclacode ? classOf(values.equclacode) : undefined}
          words={words}
          chosen={new Set(values.devices.map((device) => device.equdatasysid))}
          onAdd={(devices) => {
            const classes = new Set([...values.devices, ...devices].map((device) => device.equclass));
            if (classes.size > 1) {
              modal.warning({
                title: '提示',
                content: '一张申报单只能申报同一种类的设备，请分开申报',
                okText: '知道了',
              });
              return;
            }
            state.add(devices);
          }}
          onClose={() => setPicking(false)}
        />
      )}
      {state.conflict && (
        <ApplyConflictDialog
          conflict={state.conflict}
          onTake={state.takeLatest}
          onClose={state.dropConflict}
        />
      )}
    </div>
  );
}
