/** A notice of an inspection, taken note of and answered on the phone: what was done to each problem, with photos. */
import { useMutation, useQuery } from '@tanstack/react-query';
import { Button, Input } from 'antd';
import dayjs from 'dayjs';
import { useState } from 'react';
import { attachmentsQuery, previewUrl } from '@/api/attachments';
import { messageOf, post, read } from '@/api/client';
import type { Mend } from '@/api/shapes';
import { userQuery } from '@/api/user';
import { Loading } from '@/screens/portal/DeskPanels';
import { useApp } from '@/ui/useApp';
import { Photo } from './DutySheet';
import { again, Labelled, partQuery, Sheet } from './parts';

const MENDS = '/api/my/mends';
const SIGN = 'SIGN';
const PHOTO = '18'; // 现场照片

const today = () => dayjs().format('YYYY-MM-DD');

export default function NoticeSheet({ id, onClose }: { id: string; onClose: () => void }) {
  const { data } = useQuery(partQuery<Mend[]>(MENDS));
  const { data: user } = useQuery(userQuery);
  const mend = data?.find((one) => one.id === id);
  if (!data || !user)
    return (
      <Sheet title="检验意见通知书" onClose={onClose}>
        <Loading />
      </Sheet>
    );
  if (!mend)
    return (
      <Sheet title="检验意见通知书" onClose={onClose}>
        <p>这份通知书不需要再反馈</p>
      </Sheet>
    );
  const parts = { mend, name: user.name, onClose };
  return mend.step === SIGN ? <Receive {...parts} /> : <Answer {...parts} />;
}

interface Props {
  mend: Mend;
  name: string;
  onClose: () => void;
}

function Receive({ mend, name, onClose }: Props) {
  const { message } = useApp();
  const [form, setForm] = useState({ receiver: name, receivertel: '', receivedate: today() });
  const sign = useMutation({
    mutationFn: () => post('/api/opinion/sign', { id: mend.id, version: mend.version, ...form }),
    onSuccess: async () => {
      message.success(`${mend.number} 已签收，请在期限前反馈`);
      await again();
    },
    onError: (error) => message.error(messageOf(error)),
  });
  const footer = (
    <Button type="primary" size="large" block loading={sign.isPending} onClick={() => sign.mutate()}>
      签收通知书
    </Button>
  );
  return (
    <Sheet title={`签收 ${mend.number}`} onClose={onClose} footer={footer}>
      <Problems mend={mend} />
      <div className="box-form">
        <Labelled label="接收人">
          {(id) => (
            <Input
              id={id}
              size="large"
              value={form.receiver}
              onChange={(event) => setForm({ ...form, receiver: event.target.value })}
            />
          )}
        </Labelled>
        <Labelled label="接收人电话">
          {(id) => (
            <Input
              id={id}
              size="large"
              inputMode="tel"
              value={form.receivertel}
              onChange={(event) => setForm({ ...form, receivertel: event.target.value })}
            />
          )}
        </Labelled>
        <Labelled label="签收日期">
          {(id) => (
            <input
              id={id}
              type="date"
              value={form.receivedate}
              onChange={(event) => setForm({ ...form, receivedate: event.target.value })}
            />
          )}
        </Labelled>
      </div>
    </Sheet>
  );
}

function Problems({ mend }: { mend: Mend }) {
  return (
    <>
      <p>
        {mend.equname} <span className="code">{mend.equcode}</span>
        {mend.due && <span className="caution">　{mend.due} 前反馈</span>}
      </p>
      <ul className="box-cards">
        {mend.problems.map((one) => (
          <li key={one.id}>
            <b>
              {one.seq}. {one.place}
            </b>
            <p>{one.problem}</p>
            <p className="hint">{one.advice}</p>
          </li>
        ))}
      </ul>
    </>
  );
}

type Done = { measure: string; donedate: string; doneby: string };

function Answer({ mend, name, onClose }: Props) {
  const { message } = useApp();
  const files = useQuery(attachmentsQuery(mend.id));
  const [done, setDone] = useState<Record<string, Done>>(
    Object.fromEntries(
      mend.problems.map((one) => [
        one.id,
        { measure: one.measure, donedate: one.donedate ?? today(), doneby: one.doneby || name },
      ]),
    ),
  );
  const change = (id: string, part: Partial<Done>) => setDone({ ...done, [id]: { ...done[id]!, ...part } });
  const send = useMutation({
    mutationFn: async () => {
      for (const { id, version } of mend.problems)
        await post('/api/opinion/answer', { id, version, ...done[id] });
      // the answers were written: the notice is read again for the version that it has now
      const fresh = (await read<Mend[]>(MENDS)).find((one) => one.id === mend.id) ?? mend;
      await post('/api/opinion/feedback', {
        id: mend.id,
        version: fresh.version,
        feedbackman: name,
        feedbackdate: today(),
      });
    },
    onSuccess: async () => {
      message.success(`${mend.number} 反馈已提交，等待检验机构确认`);
      await again();
      onClose();
    },
    onError: async (error) => {
      message.error(messageOf(error));
      await again();
    },
  });
  const footer = (
    <Button type="primary" size="large" block loading={send.isPending} onClick={() => send.mutate()}>
      提交反馈
    </Button>
  );
  return (
    <Sheet title={`反馈 ${mend.number}`} onClose={onClose} footer={footer}>
      <p>
        {mend.equname} <span className="code">{mend.equcode}</span>
        {mend.due && <span className="caution">　{mend.due} 前反馈</span>}
      </p>
      {mend.problems.map((one) => (
        <fieldset key={one.id} className="box-form">
          <legend>
            {one.seq}. {one.place}
          </legend>
          <p>{one.problem}</p>
          <p className="hint">{one.advice}</p>
          <Labelled label="整改措施与结果">
            {(id) => (
              <Input.TextArea
                id={id}
                rows={3}
                maxLength={500}
                value={done[one.id]!.measure}
                onChange={(event) => change(one.id, { measure: event.target.value })}
              />
            )}
          </Labelled>
          <Labelled label="完成日期">
            {(id) => (
              <input
                id={id}
                type="date"
                value={done[one.id]!.donedate}
                onChange={(event) => change(one.id, { donedate: event.target.value })}
              />
            )}
          </Labelled>
          <Labelled label="整改负责人">
            {(id) => (
              <Input
                id={id}
                size="large"
                value={done[one.id]!.doneby}
                onChange={(event) => change(one.id, { doneby: event.target.value })}
              />
            )}
          </Labelled>
        </fieldset>
      ))}
      <Photo
        label="整改照片"
        place={{ attrefsysid: mend.id, owner: 'notice', type: PHOTO }}
        onSent={() => void files.refetch()}
      />
      <div className="box-photos">
        {files.data?.map((file) => (
          <a key={file.attsysid} href={previewUrl(file.attsysid)} target="_blank" rel="noopener noreferrer">
            <img src={previewUrl(file.attsysid)} alt={file.name} />
          </a>
        ))}
      </div>
    </Sheet>
  );
}
