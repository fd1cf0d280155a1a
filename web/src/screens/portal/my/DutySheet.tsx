/** A record of duty by exceptions: everything is as it should be until somebody says what is not; signed and handed in. */
import { useMutation, useQuery } from '@tanstack/react-query';
import { Button, Input } from 'antd';
import { useState } from 'react';
import { uploadAttachment } from '@/api/attachments';
import { messageOf, post, read } from '@/api/client';
import type { CheckLine, CheckState, ClassDuties } from '@/api/shapes';
import { withSignature } from '@/api/signature';
import { Loading } from '@/screens/portal/DeskPanels';
import { useApp } from '@/ui/useApp';
import { FaultNote } from '@/views/ListStates';
import { again, Labelled, partQuery, Sheet } from './parts';

interface Props {
  equclass: string;
  period: string;
  day: string;
  onClose: () => void;
}

const API = '/api/companyDuty';
const NAMES: Record<string, string> = { D: '日管控', W: '周排查', M: '月调度' };
const GOOD = '√';
const BAD = '×';
const PHOTO = '18'; // 现场照片 in the dictionary of attachment kinds

export default function DutySheet({ equclass, period, day, onClose }: Props) {
  const { data } = useQuery(partQuery<ClassDuties[]>('/api/my/duties'));
  const kind = data?.find((one) => one.equclass === equclass);
  const known = kind?.duties.find((one) => one.period === period && one.firstday === day);
  const [begun, setBegun] = useState('');
  const id = begun || known?.id || '';
  const title = `${kind?.name ?? ''}${NAMES[period] ?? ''} ${day}`;
  if (!kind)
    return (
      <Sheet title={title} onClose={onClose}>
        <Loading />
      </Sheet>
    );
  if (id) return <Filling id={id} title={title} onClose={onClose} />;
  return (
    <Begin
      title={title}
      form={{ equclass, period, firstday: day }}
      late={kind.missing.includes(day)}
      onBegun={setBegun}
      onClose={onClose}
    />
  );
}

interface BeginProps {
  title: string;
  form: Record<string, string>;
  /** The day has passed: why it is written only now must be said. */
  late: boolean;
  onBegun: (id: string) => void;
  onClose: () => void;
}

function Begin({ title, form, late, onBegun, onClose }: BeginProps) {
  const { message } = useApp();
  const [latereason, setReason] = useState('');
  const begin = useMutation({
    mutationFn: () => post<{ id: string }>(`${API}/save`, { ...form, latereason }),
    onSuccess: async ({ id }) => {
      onBegun(id);
      await again();
    },
    onError: (error) => message.error(messageOf(error)),
  });
  const footer = (
    <Button type="primary" size="large" block loading={begin.isPending} onClick={() => begin.mutate()}>
      开始填写
    </Button>
  );
  return (
    <Sheet title={title} onClose={onClose} footer={footer}>
      <p>平台按档案预先填好，各项先记为符合；只填有异常的，没有异常的提交即为零风险报告。</p>
      {late && (
        <div className="box-form">
          <Labelled label="补录原因">
            {(id) => (
              <Input
                id={id}
                size="large"
                value={latereason}
                onChange={(event) => setReason(event.target.value)}
              />
            )}
          </Labelled>
        </div>
      )}
    </Sheet>
  );
}

type Answer = Pick<CheckLine, 'result' | 'value' | 'finding'>;

function Filling({ id, title, onClose }: { id: string; title: string; onClose: () => void }) {
  const list = useQuery({
    queryKey: ['box', 'duty', id],
    queryFn: () => read<CheckState>(`${API}/checkList`, { id }),
    staleTime: 0,
    refetchOnWindowFocus: false,
  });
  if (list.error)
    return (
      <Sheet title={title} onClose={onClose}>
        <FaultNote error={list.error} onRetry={() => void list.refetch()} />
      </Sheet>
    );
  if (!list.data)
    return (
      <Sheet title={title} onClose={onClose}>
        <Loading />
      </Sheet>
    );
  return (
    <Lines
      state={list.data}
      title={title}
      onClose={onClose}
      onPicture={() => void list.refetch()}
      onDone={onClose}
    />
  );
}

interface LinesProps {
  state: CheckState;
  title: string;
  onClose: () => void;
  onPicture: () => void;
  onDone: () => void;
}

function Lines({ state, title, onClose, onPicture, onDone }: LinesProps) {
  const { message } = useApp();
  const [typed, setTyped] = useState<Record<string, Answer>>({});
  const lines = state.items.map((line) => ({ ...line, ...typed[line.no] }));
  const wrong = lines.filter((line) => line.result === BAD).length;
  const change = ({ no, result, value, finding }: CheckLine, part: Partial<Answer>) =>
    setTyped({ ...typed, [no]: { result, value, finding, ...part } });
  const submit = useMutation({
    mutationFn: async () => {
      const items = Object.entries(typed).map(([no, answer]) => ({ no, ...answer }));
      const { version } = items.length
        ? await post<CheckState>(state.url, { id: state.id, version: state.version, items })
        : state;
      await withSignature(() => post(`${API}/submit`, { ids: state.id, version }));
    },
    onSuccess: async () => {
      message.success(wrong ? `已提交，异常 ${wrong} 项` : '已提交零风险报告');
      await again();
      onDone();
    },
    onError: async (error) => {
      message.error(messageOf(error));
      await again();
    },
  });
  const footer = state.editable ? (
    <Button type="primary" size="large" block loading={submit.isPending} onClick={() => submit.mutate()}>
      {wrong ? `提交，异常 ${wrong} 项` : '提交零风险报告'}
    </Button>
  ) : undefined;
  return (
    <Sheet title={title} onClose={onClose} footer={footer}>
      <p className="hint">
        共 {lines.length} 项，{state.editable ? '有异常的点开填写' : '已提交'}
      </p>
      <ul className="box-cards">
        {lines.map((line) => (
          <li key={line.no} className={line.result === BAD ? 'box-item no' : 'box-item'}>
            <div className="box-between">
              <span>{line.text}</span>
              {line.kind === 'mark' && state.editable && (
                <Button
                  danger={line.result === BAD}
                  onClick={() => change(line, { result: line.result === BAD ? GOOD : BAD, finding: '' })}
                >
                  {line.result === BAD ? '改为正常' : '有异常'}
                </Button>
              )}
              {line.kind === 'mark' && !state.editable && <b>{line.result}</b>}
            </div>
            {line.kind !== 'mark' && state.editable && (
              <Input.TextArea
                autoSize
                maxLength={200}
                aria-label={line.text}
                value={line.value}
                onChange={(event) => change(line, { value: event.target.value })}
              />
            )}
            {line.kind !== 'mark' && !state.editable && <p className="hint">{line.value}</p>}
            {line.result === BAD && state.editable && (
              <Input.TextArea
                autoSize={{ minRows: 2 }}
                maxLength={500}
                placeholder="写明问题和处理"
                aria-label={`${line.text}的问题`}
                value={line.finding}
                onChange={(event) => change(line, { finding: event.target.value })}
              />
            )}
            {line.result === BAD && !state.editable && <p className="late">{line.finding}</p>}
            {line.photo && (
              <Photo
                label={line.pictured ? '已有照片，再拍一张' : '拍照（今天抽到这一项）'}
                place={{ attrefsysid: state.id, owner: line.files, type: PHOTO, item: line.no }}
                disabled={!state.editable}
                onSent={onPicture}
              />
            )}
          </li>
        ))}
      </ul>
    </Sheet>
  );
}

interface PhotoProps {
  label: string;
  place: Record<string, string>;
  disabled?: boolean;
  onSent: (name: string) => void;
}

/** A picture that is taken or picked, sent at once; what is none is refused by the server with a sentence. */
export function Photo({ label, place, disabled, onSent }: PhotoProps) {
  const { message } = useApp();
  const send = useMutation({
    mutationFn: (file: File) => uploadAttachment(place, file),
    onSuccess: (_answer, file) => onSent(file.name),
    onError: (error) => message.error(messageOf(error)),
  });
  return (
    <label className={disabled ? 'box-photo disabled' : 'box-photo'}>
      {send.isPending ? '正在上传……' : label}
      <input
        type="file"
        accept="image/*"
        aria-label={label}
        disabled={disabled || send.isPending}
        onChange={(event) => {
          const [file] = event.target.files ?? [];
          if (file) send.mutate(file);
          event.target.value = '';
        }}
      />
    </label>
  );
}
