/** Several devices booked for one visit: which, for what, on which days. The server judges each and refuses all or none. */
import { useMutation, useQuery } from '@tanstack/react-query';
import { Button, Checkbox, Input, Select } from 'antd';
import { useEffect, useState } from 'react';
import { messageOf, post, read } from '@/api/client';
import type { Row } from '@/api/layout';
import type { Offer } from '@/api/shapes';
import { dueWords } from '@/ui/limit';
import { useApp } from '@/ui/useApp';
import { FaultNote } from '@/views/ListStates';
import { again, Labelled, Sheet } from './parts';

interface Props {
  /** A device that is picked already. */
  first: string | undefined;
  onClose: () => void;
}

const PAGE = 60;
const weekdays = '日一二三四五六';
const dayLabel = (day: string) => `${day.slice(5)} 周${weekdays[new Date(`${day}T00:00:00`).getDay()]}`;

export default function BookSheet({ first, onClose }: Props) {
  const { message } = useApp();
  const [picked, setPicked] = useState<string[]>(first ? [first] : []);
  const [offers, setOffers] = useState<Offer[]>();
  const look = useMutation({
    mutationFn: (ids: string[]) => read<Offer[]>('/api/visit/offer', { ids }),
    onSuccess: setOffers,
    onError: (error) => message.error(messageOf(error)),
  });
  if (offers) return <Days offers={offers} onBack={() => setOffers(undefined)} onClose={onClose} />;
  const footer = (
    <Button
      type="primary"
      size="large"
      block
      disabled={picked.length === 0}
      loading={look.isPending}
      onClick={() => look.mutate(picked)}
    >
      已选 {picked.length} 台，选日期
    </Button>
  );
  return (
    <Sheet title="一起约检：选设备" onClose={onClose} footer={footer}>
      <Pick picked={picked} onPick={setPicked} />
    </Sheet>
  );
}

function Pick({ picked, onPick }: { picked: string[]; onPick: (ids: string[]) => void }) {
  const [text, setText] = useState('');
  const [asked, setAsked] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setAsked(text.trim()), 400);
    return () => clearTimeout(timer);
  }, [text]);
  const list = useQuery({
    queryKey: ['box', 'declarable', asked],
    queryFn: () =>
      read<{ list: Row[]; count: number }>('/api/online/deviceList', {
        pageSize: PAGE,
        ...(asked && { useplace: asked }),
      }),
  });
  if (list.error) return <FaultNote error={list.error} onRetry={() => void list.refetch()} />;
  const rows = list.data?.list ?? [];
  const toggle = (id: string, on: boolean) =>
    onPick(on ? [...picked, id] : picked.filter((one) => one !== id));
  return (
    <>
      <Input
        size="large"
        allowClear
        placeholder="按使用地点查找"
        aria-label="使用地点"
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <ul className="box-cards box-pick">
        {rows.map((row) => {
          const id = String(row.id);
          const due = dueWords(row.ninspdate as string | null);
          return (
            <li key={id}>
              <Checkbox checked={picked.includes(id)} onChange={(event) => toggle(id, event.target.checked)}>
                <b>{String(row.equname)}</b>　<span className="code">{String(row.equcode)}</span>
                <br />
                <span className="hint">{String(row.useplace)}</span>
                <br />
                <span className={due?.late ? 'late' : 'hint'}>
                  下次检验 {String(row.ninspdate ?? '未定')}
                  {due && `（${due.text}）`}
                </span>
              </Checkbox>
            </li>
          );
        })}
      </ul>
      {list.data && rows.length === 0 && <p className="hint">没有符合的设备</p>}
      {list.data && list.data.count > rows.length && (
        <p className="hint box-note">只列出最先到期的 {rows.length} 台，其余请按使用地点查找</p>
      )}
    </>
  );
}

type Mark = 'wished' | 'closed';
const turned: Record<string, Mark | undefined> = { '': 'wished', wished: 'closed', closed: undefined };

interface DaysProps {
  offers: Offer[];
  onBack: () => void;
  onClose: () => void;
}

const usual = (offer: Offer) =>
  (offer.choices.find((one) => one.proposed) ?? offer.choices.find((one) => !one.why))?.value ?? '';

function Days({ offers, onBack, onClose }: DaysProps) {
  const { message } = useApp();
  const days = useQuery({ queryKey: ['box', 'days'], queryFn: () => read<string[]>('/api/visit/days') });
  const [projects, setProjects] = useState<Record<string, string>>(
    Object.fromEntries(offers.map((offer) => [offer.id, usual(offer)])),
  );
  const [marks, setMarks] = useState<Record<string, Mark | undefined>>({});
  const [head, setHead] = useState({ inscontactname: '', INSCONTACTTEL: '', remark: '', earlyreason: '' });
  const marked = (mark: Mark) => (days.data ?? []).filter((day) => marks[day] === mark);
  const send = useMutation({
    mutationFn: () =>
      post<string>('/api/visit/book', {
        items: offers.map(({ id }) => ({ id, project: projects[id] })),
        wished: marked('wished'),
        closed: marked('closed'),
        ...head,
      }),
    onSuccess: async (number) => {
      message.success(`约检 ${number} 已提交，等待检验机构确认`);
      await again();
      onClose();
    },
    onError: (error) => message.error(messageOf(error)),
  });
  const field = (name: keyof typeof head, label: string, hint: string) => (
    <Labelled label={label}>
      {(id) => (
        <Input
          id={id}
          size="large"
          placeholder={hint}
          value={head[name]}
          onChange={(event) => setHead({ ...head, [name]: event.target.value })}
        />
      )}
    </Labelled>
  );
  const footer = (
    <div className="box-buttons">
      <Button size="large" onClick={onBack}>
        上一步
      </Button>
      <Button
        type="primary"
        size="large"
        loading={send.isPending}
        disabled={marked('wished').length === 0}
        onClick={() => send.mutate()}
      >
        提交约检
      </Button>
    </div>
  );
  return (
    <Sheet title={`一起约检：${offers.length} 台`} onClose={onClose} footer={footer}>
      <ul className="box-cards">
        {offers.map((offer) => (
          <li key={offer.id} className="box-offer">
            <span>
              <b>{offer.equname}</b>　<span className="hint">{offer.useplace}</span>
            </span>
            <Select
              size="large"
              aria-label={`${offer.equname}申报项目`}
              placeholder="没有可以申报的项目"
              value={projects[offer.id] || undefined}
              onChange={(value) => setProjects({ ...projects, [offer.id]: value })}
              options={offer.choices.map((one) => ({
                value: one.value,
                label: one.why ? `${one.label}：${one.why}` : one.label,
                disabled: Boolean(one.why),
              }))}
            />
          </li>
        ))}
      </ul>
      <h3>哪天方便</h3>
      <p className="hint">点一下是期望日期，再点是不便日期，第三下取消；能排在期望日期的会一次上门</p>
      <div className="box-calendar">
        {days.data?.map((day) => (
          <button
            key={day}
            type="button"
            className={marks[day] ?? ''}
            aria-pressed={Boolean(marks[day])}
            onClick={() => setMarks({ ...marks, [day]: turned[marks[day] ?? ''] })}
          >
            {dayLabel(day)}
            {marks[day] && <span>{marks[day] === 'wished' ? '期望' : '不便'}</span>}
          </button>
        ))}
      </div>
      <div className="box-form">
        {field('inscontactname', '联系人', '不填时为单位档案的联系人')}
        {field('INSCONTACTTEL', '联系电话', '不填时为单位档案的电话')}
        {field('earlyreason', '提前申报原因', '离下次检验日期还早的须填')}
        {field('remark', '备注', '停机时间、进场要求等')}
      </div>
    </Sheet>
  );
}
