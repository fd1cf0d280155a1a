/** What the unit has to mend: a notice is answered here, the others on their own page. */
import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router';
import type { DeskPanel, Mend } from '@/api/shapes';
import { Loading } from '@/screens/portal/DeskPanels';
import { dueWords } from '@/ui/limit';
import { StateDot } from '@/ui/Panel';
import { Part, partQuery } from './parts';

const FIRST = 5;
const KINDS: Record<string, string> = { notice: '检验意见', defect: '监督检查', hazard: '检验隐患' };

export function Mends({ panel }: { panel: DeskPanel }) {
  const navigate = useNavigate();
  const [all, setAll] = useState(false);
  const { data } = useQuery(partQuery<Mend[]>(panel.call));
  const open = (mend: Mend) => navigate(mend.kind === 'notice' ? `#notice/${mend.id}` : mend.route);
  const shown = all ? data : data?.slice(0, FIRST);
  return (
    <Part panel={panel} count={data?.length}>
      {!data && <Loading rows={2} />}
      <ul className="box-cards">
        {shown?.map((mend) => (
          <li
            key={mend.id}
            className={`box-device ${mend.late || mend.stops ? 'no' : 'ca'}`}
            data-mend={mend.number}
          >
            <div>
              <Link to={mend.route} className="box-name">
                {KINDS[mend.kind]} {mend.number}
              </Link>
              <span className="box-text">{mend.text}</span>
              <span className="hint">
                {mend.equname} <span className="code">{mend.equcode}</span>
              </span>
              <StateDot tone={mend.late || mend.stops ? 'no' : 'ca'}>
                {mend.stops && '停止使用，'}
                {mend.stepName}
                {mend.due && `，${mend.due} 前（${dueWords(mend.due)?.text}）`}
              </StateDot>
            </div>
            <Button size="large" type="primary" onClick={() => open(mend)}>
              {mend.next}
            </Button>
          </li>
        ))}
      </ul>
      {data && shown && data.length > shown.length && (
        <Button type="text" block size="large" onClick={() => setAll(true)}>
          再看 {data.length - shown.length} 项
        </Button>
      )}
    </Part>
  );
}
