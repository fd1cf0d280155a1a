/** 任务确认办理: the main inspector agrees to people, day and instruments, and takes the safety briefing. */

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Button, Checkbox, Input } from 'antd';
import dayjs from 'dayjs';
import { useContext, useEffect, useRef, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { doneWords, messageOf, postEnvelope, read } from '@/api/client';
import { fresh } from '@/api/fresh';
import { seen } from '@/api/seen';
import type { ConfirmDetail } from '@/api/shapes';
import { openItem } from '@/screens/businessPro/api';
import { Checks } from '@/screens/businessPro/parts/Checks';
import { limitWords } from '@/ui/limit';
import { KeyValues, Panel, StateNote } from '@/ui/Panel';
import { useSaveKey } from '@/ui/pageKeys';
import { DayPicker } from '@/ui/pickers/DayPicker';
import { useTab, useTabTitle } from '@/ui/tab';
import { useApp } from '@/ui/useApp';
import { useOwnCopy } from '@/ui/useOwnCopy';
import { FaultNote } from '@/views/ListStates';
import { PrintContext } from '@/views/useActions';
import { backOf, MoveDialog, moveNamed } from '@/workflow/MoveDialog';
import { StepStrip } from '@/workflow/StepStrip';
import { ReturnNote } from './DeclarationSummary';
import '@/screens/businessPro/parts/business.css';

interface Values {
  confirmeddate: string;
  contacted: string;
  siteconditions: string;
  safetybriefed: boolean;
}

/** The planned day, or today when it has passed unconfirmed. */
function laterOf(day: string | null): string {
  const today = dayjs().format('YYYY-MM-DD');
  return day && day > today ? day : today;
}

export default function TaskConfirm() {
  const [search] = useSearchParams();
  const id = search.get('id') ?? '';
  const { message } = useApp();
  const client = useQueryClient();
  const navigate = useNavigate();
  const tab = useTab();
  const print = useContext(PrintContext);
  const own = useOwnCopy();
  const detail = useQuery({
    queryKey: ['task to confirm', id, own.key],
    queryFn: () => read('/api/appmain/taskConfirmDetail', { id }),
    ...own.options,
  });
  const checks = useQuery(fresh(['task confirm check', id], '/api/appmain/taskConfirmCheck', { id }));
  const [values, setValues] = useState<Values>();
  const [busy, setBusy] = useState(false);
  const [returning, setReturning] = useState(false);
  const applied = useRef<ConfirmDetail>(undefined);
  const data = detail.data;
  useEffect(() => {
    if (!data || applied.current === data) return;
    applied.current = data;
    const { item, contact } = data;
    setValues({
      confirmeddate: item.confirmeddate ?? laterOf(item.plandate),
      contacted: item.contacted || [contact.name, contact.tel].filter(Boolean).join(' '),
      siteconditions: item.siteconditions,
      safetybriefed: item.safetybriefed,
    });
    void openItem(id);
  }, [data, id]);
  useTabTitle(data ? `确认 ${data.item.seisn}` : undefined);

  const finish = () => {
    void client.invalidateQueries({ queryKey: ['rows'] });
    tab.close();
    navigate('/businessPro/taskConfirm');
  };
  const confirming = moveNamed(data?.moves, 'confirm');
  const send = async (call: string, done: string): Promise<boolean> => {
    if (!values || !data || busy) return false;
    setBusy(true);
    try {
      const body = { ...seen([data.item]), ...values, safetybriefed: values.safetybriefed ? '1' : '' };
      const answer = await postEnvelope(call, body);
      message.success(doneWords(answer, done));
      return true;
    } catch (error) {
      message.error(messageOf(error));
      return false;
    } finally {
      setBusy(false);
    }
  };
  const broken = (checks.data ?? []).find((check) => !check.ok);
  const refusal = broken?.text ?? (values?.safetybriefed ? '' : '请先完成安全交底');
  const confirm = async () => {
    if (refusal || !confirming) return;
    if (await send(confirming.call, '任务已确认')) finish();
  };
  useSaveKey(() => void confirm());

  if (detail.isError) return <FaultNote error={detail.error} onRetry={() => detail.refetch()} />;
  if (!data || !values) return <div className="page fixed" />;
  const { item, contact, instruments } = data;
  const limit = limitWords(item.limit_at);
  const set = (change: Partial<Values>) => setValues({ ...values, ...change });
  return (
    <div className="page fixed">
      <StepStrip
        title={item.seisn}
        subject={`${item.unitname}　${item.equname}　${item.useplace}`}
        who={item.taskno ? `任务单 ${item.taskno}` : undefined}
        limit={limit ? `确认期限 ${limit.text}` : undefined}
        late={limit?.late}
        actions={
          <Button
            onClick={() =>
              print({ printType: 'RWD', ids: [id], title: `任务单 ${item.taskno}`, seisns: [item.seisn] })
            }
          >
            任务单
          </Button>
        }
      />
      <ReturnNote row={item} />
      <div className="step-columns">
        <section className="step-main" tabIndex={0} aria-label="业务内容">
          <Panel title="任务">
            <KeyValues
              labelWidth={64}
              items={[
                { label: '主检', value: item.scinspectorname },
                { label: '检验人员', value: item.inspectornames },
                { label: '车辆', value: item.vehicle || '未安排' },
                { label: '计划日期', value: `${item.plandate ?? '未定'}　${item.timeslot}` },
                { label: '下次检验', value: item.duedate ?? '首检' },
                { label: '设备代码', value: <span className="code">{item.equcode}</span> },
                { label: '联系人', value: `${contact.name}　${contact.tel}` },
                { label: '单位地址', value: contact.address, span: 2 },
                ...(item.taskremark ? [{ label: '任务说明', value: item.taskremark, span: 3 }] : []),
              ]}
            />
          </Panel>
          <Panel title="检验仪器" sub={`${instruments.length} 件`} flush>
            <table className="plain">
              <thead>
                <tr>
                  <th>名称</th>
                  <th>型号</th>
                  <th>编号</th>
                  <th>证书编号</th>
                  <th>校准有效期至</th>
                </tr>
              </thead>
              <tbody>
                {instruments.map((one) => (
                  <tr key={one.id}>
                    <td>{one.name}</td>
                    <td>{one.model}</td>
                    <td className="code">{one.instno}</td>
                    <td className="code">{one.certno}</td>
                    <td className={values.confirmeddate > (one.validto ?? '9999') ? 'late' : undefined}>
                      {one.validto ?? '未知'}
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
            {instruments.length === 0 && <StateNote kind="empty" title="没有安排仪器" />}
          </Panel>
        </section>
        <div className="step-side">
          <Panel title="确认检查">
            <Checks checks={checks.data ?? []} />
          </Panel>
          <Panel title="确认">
            {confirming ? (
              <div className="field-grid">
                <span className="label">确认日期</span>
                <DayPicker
                  aria-label="确认日期"
                  minDate={dayjs()}
                  value={values.confirmeddate}
                  onChange={(confirmeddate) => set({ confirmeddate })}
                />
                <span className="label">现场联系人</span>
                <Input
                  aria-label="现场联系人"
                  maxLength={64}
                  value={values.contacted}
                  onChange={(event) => set({ contacted: event.target.value })}
                />
                <span className="label">现场条件</span>
                <Input.TextArea
                  aria-label="现场条件"
                  rows={3}
                  maxLength={500}
                  placeholder="停梯时间、维保人员到场、机房和底坑条件"
                  value={values.siteconditions}
                  onChange={(event) => set({ siteconditions: event.target.value })}
                />
                <span className="label">
                  安全交底<em> *</em>
                </span>
                <Checkbox
                  checked={values.safetybriefed}
                  onChange={(event) => set({ safetybriefed: event.target.checked })}
                >
                  已向检验人员和现场配合人员交底，防护用品齐全
                </Checkbox>
              </div>
            ) : (
              <p className="soft">不在任务确认环节，只能查看</p>
            )}
          </Panel>
        </div>
      </div>
      {confirming && (
        <section className="panel step-foot">
          <span className="hint">确认后任务进入报告生成</span>
          <span className="spacer" />
          {refusal && <span className="caution ellipsis">{refusal}</span>}
          <Button onClick={() => setReturning(true)}>退回</Button>
          <Button onClick={() => void send('/api/appmain/taskConfirmSave', '已保存')}>只保存</Button>
          <Button type="primary" loading={busy} disabled={Boolean(refusal)} onClick={confirm}>
            确认 Alt S
          </Button>
        </section>
      )}
      {returning && (
        <MoveDialog
          move={backOf(data.moves)}
          rows={[item]}
          onClose={() => setReturning(false)}
          onDone={finish}
        />
      )}
    </div>
  );
}
