/** Visits to the lifts that are to be signed, and the people with what they lack. */
import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { useState } from 'react';
import { messageOf, post } from '@/api/client';
import type { BoxPersons, DeskPanel, Unsigned as Visit } from '@/api/shapes';
import { Loading } from '@/screens/portal/DeskPanels';
import { dueWords } from '@/ui/limit';
import { StateDot } from '@/ui/Panel';
import { useApp } from '@/ui/useApp';
import { again, Part, partQuery } from './parts';

const FIRST = 4;

export function Unsigned({ panel }: { panel: DeskPanel }) {
  const { data } = useQuery(partQuery<Visit[]>(panel.call));
  const [all, setAll] = useState(false);
  const [busy, setBusy] = useState('');
  const { message } = useApp();
  const sign = async (visit: Visit) => {
    setBusy(visit.id);
    try {
      await post('/api/my/sign', { id: visit.id, version: visit.version });
      message.success(`已签字：${visit.visitday} ${visit.equcode}`);
      await again();
    } catch (error) {
      message.error(messageOf(error));
    } finally {
      setBusy('');
    }
  };
  const shown = all ? data : data?.slice(0, FIRST);
  return (
    <Part panel={panel} count={data?.length}>
      {!data && <Loading rows={2} />}
      <ul className="box-cards">
        {shown?.map((visit) => (
          <li key={visit.id} className="box-device">
            <div>
              <b>
                {visit.visitday}　{visit.kind}
              </b>
              <span className="hint">
                {visit.useplace}　<span className="code">{visit.equcode}</span>
              </span>
              <span className="hint">
                {visit.maiorgname}　{visit.persons}
              </span>
              {visit.wrong.map((line) => (
                <StateDot key={line} tone="ca">
                  {line}
                </StateDot>
              ))}
            </div>
            <Button size="large" loading={busy === visit.id} onClick={() => void sign(visit)}>
              签字
            </Button>
          </li>
        ))}
      </ul>
      {data && shown && data.length > shown.length && (
        <Button type="text" block size="large" onClick={() => setAll(true)}>
          再看 {data.length - shown.length} 次
        </Button>
      )}
    </Part>
  );
}

export function Persons({ panel }: { panel: DeskPanel }) {
  const { data } = useQuery(partQuery<BoxPersons>(panel.call));
  return (
    <Part panel={panel} count={undefined}>
      {!data && <Loading rows={2} />}
      {data && (
        <ul className="box-cards">
          <li>
            {data.posts.map((post) => (
              <p key={post.label} className="box-between">
                <span className="hint">{post.label}</span>
                <span className={post.names.length ? undefined : 'caution'}>
                  {post.names.join('、') || '未登记'}
                </span>
              </p>
            ))}
            {data.uncovered > 0 && (
              <StateDot tone="ca">
                {data.uncovered} 台在用设备没有逐台明确安全员（共 {data.used} 台）
              </StateDot>
            )}
          </li>
          {data.ending.map((cert) => (
            <li key={cert.certno} className="box-between">
              <span>
                <b>{cert.name}</b>　{cert.item}
              </span>
              <span className={cert.late ? 'late' : 'caution'}>
                {cert.validto}（{dueWords(cert.validto)?.text}）
              </span>
            </li>
          ))}
          {data.ending.length === 0 && <li className="hint">{panel.none}</li>}
        </ul>
      )}
    </Part>
  );
}
