/** Devices of the person's unit to be looked after by this person: those that nobody has come first. */

import { useQuery } from '@tanstack/react-query';
import { Checkbox, Input, Modal } from 'antd';
import { useState } from 'react';
import { post, read } from '@/api/client';
import { StateNote } from '@/ui/Panel';
import { usePaused } from '@/ui/pickers/common';
import { useApp } from '@/ui/useApp';
import { FaultNote } from '@/views/ListStates';
import '@/screens/bsArchives/units/units.css';
import { useBusy } from '@/views/useBusy';

interface Props {
  id: string;
  name: string;
  onClose: () => void;
  onSaved: () => void;
}

export function AssignDialog({ id, name, onClose, onSaved }: Props) {
  const { message } = useApp();
  const [text, setText] = useState('');
  const [picked, setPicked] = useState<string[]>([]);
  const [busy, run] = useBusy();
  const wanted = usePaused(text);
  const devices = useQuery({
    queryKey: ['free devices', id, wanted],
    queryFn: () => read('/api/person/freeDevices', { id, text: wanted }),
    placeholderData: (old) => old,
    staleTime: 0,
  });
  const rows = devices.data ?? [];
  const toggle = (one: string) =>
    setPicked((all) => (all.includes(one) ? all.filter((key) => key !== one) : [...all, one]));
  const save = async () => {
    await run(async () => {
      const added = await post('/api/person/assign', { id, equipment: picked });
      message.success(`已分配 ${added} 台`);
      onSaved();
      onClose();
    });
  };
  return (
    <Modal
      open
      width={860}
      title={`分配设备　${name}`}
      okText={picked.length > 0 ? `分配 ${picked.length} 台` : '分配'}
      okButtonProps={{ disabled: picked.length === 0 }}
      confirmLoading={busy}
      onOk={save}
      onCancel={onClose}
    >
      <Input.Search
        allowClear
        placeholder="设备代码、使用地点、使用单位"
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <div className="assign-list">
        {devices.isError && <FaultNote error={devices.error} onRetry={() => devices.refetch()} />}
        {devices.isSuccess && rows.length === 0 && (
          <StateNote kind="none" title="没有可分配的设备">
            本单位在用设备都已由此人负责，或没有符合条件的设备
          </StateNote>
        )}
        {rows.length > 0 && (
          <table className="plain">
            <colgroup>
              <col style={{ width: 34 }} />
              <col style={{ width: 168 }} />
              <col style={{ width: 72 }} />
              <col />
              <col />
              <col style={{ width: 84 }} />
            </colgroup>
            <thead>
              <tr>
                <th>
                  <Checkbox
                    aria-label="全选"
                    checked={picked.length === rows.length}
                    indeterminate={picked.length > 0 && picked.length < rows.length}
                    onChange={(event) => setPicked(event.target.checked ? rows.map((row) => row.id) : [])}
                  />
                </th>
                <th>设备代码</th>
                <th>名称</th>
                <th>使用单位</th>
                <th>使用地点</th>
                <th className="right">已有负责人</th>
              </tr>
            </thead>
            <tbody>
              {rows.map((row) => (
                <tr key={row.id}>
                  <td>
                    <Checkbox
                      aria-label={`选中 ${row.equcode}`}
                      checked={picked.includes(row.id)}
                      onChange={() => toggle(row.id)}
                    />
                  </td>
                  <td className="code">{row.equcode}</td>
                  <td>{row.equname}</td>
                  <td title={row.useorgname}>{row.useorgname}</td>
                  <td title={row.useplace}>{row.useplace}</td>
                  <td className="right">{row.others ? `${row.others} 人` : '无'}</td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
      </div>
    </Modal>
  );
}
