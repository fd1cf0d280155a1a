/** One recomputation of next dates: what it would change and why, its changes device by device, confirm or drop. */

import { useQuery } from '@tanstack/react-query';
import { Checkbox, Modal, Progress, Space, Tabs } from 'antd';
import { useState } from 'react';
import { messageOf, post, read } from '@/api/client';
import { useDict } from '@/api/dict';
import type { Run } from '@/api/shapes';
import { StateNote } from '@/ui/Panel';
import { PermissionButton } from '@/ui/permission';
import { useApp } from '@/ui/useApp';
import { FaultNote } from '@/views/ListStates';
import { ListView } from '@/views/ListView';

const BEAT = 1500;
const RUNNING = ['waiting', 'counting', 'writing'];

export function DateRunDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const query = useQuery({
    queryKey: ['date run', id],
    queryFn: () => read('/api/dateRun/detail', { id }),
    staleTime: 0,
    refetchInterval: (q) => (q.state.data && RUNNING.includes(q.state.data.state) ? BEAT : false),
  });
  const run = query.data;
  return (
    <Modal
      open
      width={1080}
      title={run ? `下次日期重算　${run.stateName}` : '下次日期重算'}
      onCancel={onClose}
      footer={run ? <Decision run={run} onDone={() => query.refetch()} /> : null}
    >
      {query.error && <FaultNote error={query.error} onRetry={() => query.refetch()} />}
      {run && <Found run={run} />}
    </Modal>
  );
}

function Found({ run }: { run: Run }) {
  const classes = Object.fromEntries(useDict('C601').map((e) => [e.value, e.label]));
  if (run.state === 'waiting' || run.state === 'counting')
    return <StateNote kind="empty" title={`预览中，已计算 ${run.passed.toLocaleString()} 台设备`} />;
  return (
    <>
      <p className="hint">
        {run.reason}　共 {run.passed.toLocaleString()} 台在用设备，{run.changed.toLocaleString()}{' '}
        处日期有变化：提前 {run.ways.earlier.toLocaleString()}，推迟 {run.ways.later.toLocaleString()}，补上{' '}
        {run.ways.added.toLocaleString()}；不能重算 {run.left_count.toLocaleString()}。{run.message}
      </p>
      {run.state === 'writing' && (
        <Progress percent={Math.floor((100 * (run.written + run.skipped)) / Math.max(1, run.changed))} />
      )}
      <Tabs
        items={[
          {
            key: 'summary',
            label: '按规则汇总',
            children: run.summary.length ? (
              <table className="plain">
                <colgroup>
                  <col style={{ width: 160 }} />
                  <col style={{ width: 120 }} />
                  <col style={{ width: 180 }} />
                  <col style={{ width: 64 }} />
                  <col style={{ width: 90 }} />
                  <col />
                </colgroup>
                <thead>
                  <tr>
                    <th>设备种类</th>
                    <th>规则号</th>
                    <th>日期</th>
                    <th>变化</th>
                    <th className="right">处数</th>
                    <th>举例</th>
                  </tr>
                </thead>
                <tbody>
                  {run.summary.map((s) => (
                    <tr key={`${s.equclass} ${s.ruleid} ${s.fieldName} ${s.way}`}>
                      <td>{classes[s.equclass] ?? s.equclass}</td>
                      <td className="code">{s.ruleid}</td>
                      <td>{s.fieldName}</td>
                      <td>{s.wayName}</td>
                      <td className="right">{s.count.toLocaleString()}</td>
                      <td className="code">{s.examples[0]}</td>
                    </tr>
                  ))}
                </tbody>
              </table>
            ) : (
              <StateNote kind="empty" title="所有日期都与规则一致" />
            ),
          },
          {
            key: 'left',
            label: '不能重算',
            children: run.left.length ? (
              <table className="plain">
                <thead>
                  <tr>
                    <th>设备种类</th>
                    <th>原因</th>
                    <th className="right">处数</th>
                  </tr>
                </thead>
                <tbody>
                  {run.left.map((l) => (
                    <tr key={`${l.equclass} ${l.reason}`}>
                      <td>{classes[l.equclass] ?? l.equclass}</td>
                      <td>{l.reason}</td>
                      <td className="right">{l.count.toLocaleString()}</td>
                    </tr>
                  ))}
                </tbody>
              </table>
            ) : (
              <StateNote kind="empty" title="没有不能重算的设备" />
            ),
          },
          {
            key: 'changes',
            label: '变化的设备',
            children: (
              <div style={{ height: 420 }}>
                <ListView viewNo="date_change_list" embedded fixed={{ run_id: run.id }} />
              </div>
            ),
          },
        ]}
      />
    </>
  );
}

function Decision({ run, onDone }: { run: Run; onDone: () => void }) {
  const { message } = useApp();
  const [later, setLater] = useState(false);
  const [busy, setBusy] = useState(false);
  if (run.state !== 'ready' && run.state !== 'failed') return null;
  const send = async (path: string) => {
    setBusy(true);
    try {
      await post(`/api/dateRun/${path}`, { id: run.id, version: run.version, later: later ? '1' : '0' });
    } catch (error) {
      message.error(messageOf(error));
    }
    setBusy(false);
    onDone();
  };
  const count = run.changed - (later ? 0 : run.ways.later) - run.written - run.skipped;
  return (
    <Space>
      {run.ways.later > 0 && (
        <Checkbox checked={later} onChange={(event) => setLater(event.target.checked)}>
          同时写入推迟的 {run.ways.later.toLocaleString()} 处
        </Checkbox>
      )}
      <PermissionButton permission="system:rule:save" disabled={busy} onClick={() => send('drop')}>
        放弃
      </PermissionButton>
      <PermissionButton
        permission="system:rule:save"
        type="primary"
        disabled={busy || count <= 0}
        onClick={() => send('confirm')}
      >
        确认写入 {count.toLocaleString()} 处
      </PermissionButton>
    </Space>
  );
}
