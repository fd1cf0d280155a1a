/** 合并: which archives are the same and why, side by side, which one stays, and what moves to it. */

import { useQuery } from '@tanstack/react-query';
import { Button, Checkbox, Input, Modal, Radio } from 'antd';
import { useState } from 'react';
import { plainLabel } from '@/screens/bsArchives/equipment/api';
import { isBlank } from '@/ui/format';
import { StateNote } from '@/ui/Panel';
import { useApp } from '@/ui/useApp';
import { FaultNote } from '@/views/ListStates';
import { useBusy } from '@/views/useBusy';
import { candidatesQuery, merge, mergeCheckQuery } from './api';
import './changes.css';
import type { Evidence, MergeCheck, MergeHead } from '@/api/shapes';

interface Props {
  /** Equipment class, or `unit`. */
  type: string;
  ids: string[];
  onClose: () => void;
  onDone: () => void;
}

export function MergeDialog({ type, ids, onClose, onDone }: Props) {
  const { message } = useApp();
  const found = useQuery(candidatesQuery(type, ids));
  const [picked, setPicked] = useState(ids);
  const [kept, setKept] = useState('');
  const [reason, setReason] = useState('');
  const [onlyDiffers, setOnlyDiffers] = useState(true);
  const [busy, run] = useBusy();
  const check = useQuery(mergeCheckQuery(type, [...picked].sort()));
  // Evidence between two of the picked ones: without any they are likely not the same.
  const proved = (found.data ?? []).some(
    (one) => picked.includes(one.id) && one.candidates.some((other) => picked.includes(other.id)),
  );
  const data = picked.length > 1 ? check.data : undefined;
  const lacking = (data?.fields ?? []).filter(
    (field) =>
      kept && isBlank(field.values[kept]) && Object.values(field.values).some((value) => !isBlank(value)),
  );
  const against = (data?.against ?? []).filter((one) => one.id !== kept);
  const what = type === 'unit' ? '个单位' : '台设备';
  const submit = async () => {
    await run(async () => {
      const objects = data?.objects ?? [];
      const others = objects.filter((one) => one.id !== kept);
      const done = await merge(type, others, objects.find((one) => one.id === kept)!, reason.trim());
      const moved = Object.values(done.moves).reduce((sum, count) => sum + count, 0);
      message.success(`已合并 ${done.merged} ${what}，转移 ${moved} 条数据，可在删除痕迹中撤销`);
      onClose();
      onDone();
    });
  };
  return (
    <Modal
      open
      width={1180}
      style={{ top: 40 }}
      title="合并档案"
      mask={{ closable: false }}
      onCancel={onClose}
      footer={[
        against[0] && (
          <span key="against" className="late">
            {against[0].sentence}　
          </span>
        ),
        !against[0] && lacking.length > 0 && (
          <span
            key="lacking"
            className="caution"
            title={lacking.map((field) => plainLabel(field.label)).join('、')}
            style={{ marginRight: 10 }}
          >
            保留的一份缺少 {lacking.length} 项其他档案已填的内容
          </span>
        ),
        <Input
          key="reason"
          style={{ width: 320, marginRight: 8 }}
          placeholder="合并原因（必填）"
          maxLength={500}
          value={reason}
          onChange={(event) => setReason(event.target.value)}
        />,
        <Button key="cancel" onClick={onClose}>
          取消
        </Button>,
        <Button
          key="merge"
          type="primary"
          loading={busy}
          disabled={!kept || !reason.trim() || picked.length < 2 || against.length > 0}
          onClick={submit}
        >
          合并
        </Button>,
      ]}
    >
      {found.isError ? (
        <FaultNote error={found.error} onRetry={() => found.refetch()} />
      ) : (
        <div className="merge-dialog">
          <Pick
            found={found.data ?? []}
            loading={found.isPending}
            picked={picked}
            onPick={(next) => {
              setPicked(next);
              if (!next.includes(kept)) setKept('');
            }}
          />
          <div>
            {check.isError && picked.length > 1 ? (
              <FaultNote error={check.error} onRetry={() => check.refetch()} />
            ) : data ? (
              <>
                <div className="merge-bar">
                  <span>
                    {kept
                      ? '其余档案并入加粗的一份'
                      : '点选要保留的一份；其余的检验、附件等数据转入它，合并后可在删除痕迹中撤销'}
                  </span>
                  <Checkbox checked={onlyDiffers} onChange={(event) => setOnlyDiffers(event.target.checked)}>
                    只看不同的项目
                  </Checkbox>
                  {found.isSuccess && !proved && (
                    <span className="caution">
                      没有发现相同的依据，请核对是否同一{type === 'unit' ? '单位' : '设备'}
                    </span>
                  )}
                </div>
                <Compare data={data} kept={kept} onKeep={setKept} onlyDiffers={onlyDiffers} />
              </>
            ) : (
              <StateNote kind="empty" title="至少选两份档案">
                左边列出相似的档案和依据，勾选后在这里逐项比较
              </StateNote>
            )}
          </div>
        </div>
      )}
    </Modal>
  );
}

interface PickProps {
  found: (MergeHead & { candidates: (MergeHead & { evidence: Evidence[] })[] })[];
  loading: boolean;
  picked: string[];
  onPick: (ids: string[]) => void;
}

function Pick({ found, loading, picked, onPick }: PickProps) {
  const own = new Set(found.map((one) => one.id));
  const near = new Map(
    found.flatMap((one) => one.candidates.filter((c) => !own.has(c.id)).map((c) => [c.id, c] as const)),
  );
  const between = new Map(
    found.flatMap((one) =>
      one.candidates.filter((c) => own.has(c.id)).map((c) => [c.id, c.evidence] as const),
    ),
  );
  const toggle = (id: string, on: boolean) =>
    onPick(on ? [...picked, id] : picked.filter((one) => one !== id));
  const line = (one: MergeHead, evidence: Evidence[] | undefined) => (
    <li key={one.id}>
      <Checkbox
        checked={picked.includes(one.id)}
        aria-label={`选择 ${one.name}`}
        onChange={(event) => toggle(one.id, event.target.checked)}
      />
      <div>
        <div>
          {one.name} <span className="hint code">{one.code}</span>
        </div>
        <div className="hint">{one.place}</div>
        {evidence?.map((why) => (
          <span key={why.label} className={`merge-why ${why.strong ? 'strong' : ''}`} title={why.value}>
            {why.label}
          </span>
        ))}
      </div>
    </li>
  );
  return (
    <div className="merge-pick">
      <b>所选档案</b>
      <ul>{found.map((one) => line(one, between.get(one.id)))}</ul>
      <p style={{ marginTop: 12 }}>
        <b>可能相同的其他档案</b> <span className="hint">{near.size > 0 ? `${near.size} 份` : ''}</span>
      </p>
      <ul>{[...near.values()].map((one) => line(one, one.evidence))}</ul>
      {near.size === 0 && <p className="hint">{loading ? '正在查找…' : '没有找到相似的档案'}</p>}
    </div>
  );
}

interface CompareProps {
  data: MergeCheck;
  kept: string;
  onKeep: (id: string) => void;
  onlyDiffers: boolean;
}

const words = (value: unknown) => (isBlank(value) ? '—' : String(value));

function Compare({ data, kept, onKeep, onlyDiffers }: CompareProps) {
  const filled = (id: string) => data.fields.filter((field) => !isBlank(field.values[id])).length;
  const counts = data.objects.map((one) => filled(one.id));
  const most = Math.max(...counts) > Math.min(...counts) ? Math.max(...counts) : Number.NaN;
  const rows = data.fields.filter((field) => !onlyDiffers || field.differs);
  const mark = (id: string) => (id === kept ? 'kept' : undefined);
  return (
    <table className="plain merge-compare">
      <thead>
        <tr>
          <th>保留</th>
          {data.objects.map((one) => (
            <th key={one.id} className={mark(one.id)}>
              <Radio checked={kept === one.id} onChange={() => onKeep(one.id)}>
                {one.name} <span className="code">{one.code}</span>
              </Radio>
              {filled(one.id) === most && <div className="hint">内容最全</div>}
              {one.open && <div className="caution">有在办业务</div>}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {data.moves.map((move) => (
          <tr key={move.label}>
            <td>{move.label}</td>
            {data.objects.map((one) => (
              <td key={one.id} className={mark(one.id)}>
                {move.rows[one.id] ?? 0} 条{kept && one.id !== kept && move.rows[one.id] ? '，将转移' : ''}
              </td>
            ))}
          </tr>
        ))}
        {rows.map((field) => (
          <tr key={field.prop} className={field.differs ? 'differs' : undefined}>
            <td>{plainLabel(field.label)}</td>
            {data.objects.map((one) => (
              <td key={one.id} className={mark(one.id)}>
                {words(field.values[one.id])}
              </td>
            ))}
          </tr>
        ))}
        {rows.length === 0 && (
          <tr>
            <td colSpan={data.objects.length + 1} className="hint">
              各项内容都相同
            </td>
          </tr>
        )}
      </tbody>
    </table>
  );
}
