/** The visits that were booked: the day that came is agreed to, or another one is named. */
import { useQuery } from '@tanstack/react-query';
import { Button, Input } from 'antd';
import { useState } from 'react';
import { Link } from 'react-router';
import { messageOf, post } from '@/api/client';
import type { BookedVisit, DeskPanel } from '@/api/shapes';
import { Loading } from '@/screens/portal/DeskPanels';
import { StateDot } from '@/ui/Panel';
import { useApp } from '@/ui/useApp';
import { again, Labelled, Part, partQuery } from './parts';

export function Visits({ panel }: { panel: DeskPanel }) {
  const { data } = useQuery(partQuery<BookedVisit[]>(panel.call));
  return (
    <Part panel={panel} count={data?.length} route="/businessPro/onlineApply">
      {!data && <Loading rows={2} />}
      <ul className="box-cards">
        {data?.map((visit) => (
          <Card key={visit.id} visit={visit} />
        ))}
      </ul>
    </Part>
  );
}

function Card({ visit }: { visit: BookedVisit }) {
  const { message } = useApp();
  const [naming, setNaming] = useState(false);
  const [busy, setBusy] = useState(false);
  const say = async (call: 'agree' | 'another', form: Record<string, string>, done: string) => {
    setBusy(true);
    try {
      await post(`/api/visit/${call}`, { id: visit.id, version: visit.version, ...form });
      message.success(done);
      await again();
      setNaming(false);
    } catch (error) {
      message.error(messageOf(error));
    } finally {
      setBusy(false);
    }
  };
  const days =
    visit.days.length > 0 ? `定于 ${visit.days.join('、')} 上门` : `期望 ${visit.wished.join('、')}`;
  return (
    <li className="box-visit" data-visit={visit.visitno}>
      <div className="box-between">
        <b className="code">{visit.visitno}</b>
        <StateDot tone={visit.tone}>{visit.stepName}</StateDot>
      </div>
      <p>
        <b>{visit.count} 台</b>　{days}
        {visit.closed.length > 0 && <span className="hint">　不便 {visit.closed.join('、')}</span>}
      </p>
      {visit.parts.map((part) => (
        <Link key={part.id} to={part.route} className="box-between">
          <span>
            {part.name} {part.count} 台
          </span>
          <span className="hint">{part.appno || part.stepName}</span>
        </Link>
      ))}
      {visit.asks && !naming && (
        <div className="box-buttons">
          <Button
            type="primary"
            size="large"
            loading={busy}
            onClick={() => void say('agree', {}, '已确认上门日期')}
          >
            确认日期
          </Button>
          <Button size="large" onClick={() => setNaming(true)}>
            另约日期
          </Button>
        </div>
      )}
      {naming && (
        <Another
          busy={busy}
          onSend={(form) => void say('another', form, '已告知检验机构，等待重新安排')}
          onClose={() => setNaming(false)}
        />
      )}
    </li>
  );
}

interface AnotherProps {
  busy: boolean;
  onSend: (form: { newday: string; reason: string }) => void;
  onClose: () => void;
}

function Another({ busy, onSend, onClose }: AnotherProps) {
  const [newday, setDay] = useState('');
  const [reason, setReason] = useState('');
  return (
    <div className="box-form">
      <Labelled label="希望日期">
        {(id) => (
          <input id={id} type="date" value={newday} onChange={(event) => setDay(event.target.value)} />
        )}
      </Labelled>
      <Labelled label="原因">
        {(id) => (
          <Input.TextArea
            id={id}
            rows={2}
            maxLength={500}
            value={reason}
            onChange={(event) => setReason(event.target.value)}
          />
        )}
      </Labelled>
      <div className="box-buttons">
        <Button type="primary" size="large" loading={busy} onClick={() => onSend({ newday, reason })}>
          告知检验机构
        </Button>
        <Button size="large" onClick={onClose}>
          取消
        </Button>
      </div>
    </div>
  );
}
