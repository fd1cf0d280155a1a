/** People by ten working days: what is planned, how full each day is, and where the task in hand may go. */

import { LockOutlined, WarningOutlined } from '@ant-design/icons';
import { useState } from 'react';
import type { Inspector } from '@/api/shapes';
import {
  awayOn,
  certifiedTo,
  dayWords,
  type Plan,
  refuseCell,
  shareOf,
  shortName,
  visitsOn,
  weekdayOf,
  whyBeside,
} from './model';
import { useLow } from './useLow';

interface Props {
  people: Inspector[];
  days: string[];
  plan: Plan;
  /** A task is being dragged. */
  dragging: boolean;
  onDrop: (person: string, day: string) => void;
}

export function Calendar({ people, days, plan, dragging, onDrop }: Props) {
  const [over, setOver] = useState('');
  const low = useLow();
  const named = low ? 1 : 2; // units of a day; the others are counted
  const columns = { gridTemplateColumns: `132px repeat(${days.length}, minmax(82px, 1fr))` };
  return (
    <section className={low ? 'calendar low' : 'calendar'} tabIndex={0} aria-label="检验员日程">
      <div className="calendar-row calendar-head" style={columns}>
        <span>检验员</span>
        {days.map((day) => (
          <span key={day} className={weekdayOf(day) === 1 ? 'monday' : undefined}>
            {dayWords(day)}
          </span>
        ))}
      </div>
      {people.map((person) => (
        <div key={person.id} className={`calendar-row ${person.why ? 'barred' : ''}`} style={columns}>
          <PersonHead person={person} days={days} plan={plan} />
          {days.map((day) => {
            const key = `${person.id} ${day}`;
            const refused = refuseCell(person, day, plan.timeslot);
            const chosen = plan.plandate === day && plan.scinspector === person.id;
            const along = plan.plandate === day && plan.inspectors.includes(person.id);
            const visits = visitsOn(person, day);
            const share = shareOf(visits);
            const classes = [
              'cell',
              weekdayOf(day) === 1 ? 'monday' : '',
              refused ? 'refused' : '',
              chosen ? 'chosen' : along ? 'along' : '',
              over === key && dragging ? 'over' : '',
            ];
            return (
              <div
                key={day}
                className={classes.join(' ')}
                title={refused || undefined}
                onClick={() => !refused && onDrop(person.id, day)}
                onDragOver={(event) => {
                  if (refused) return;
                  event.preventDefault();
                  event.dataTransfer.dropEffect = 'move';
                  setOver(key);
                }}
                onDragLeave={() => setOver((old) => (old === key ? '' : old))}
                onDrop={(event) => {
                  event.preventDefault();
                  setOver('');
                  if (!refused) onDrop(person.id, day);
                }}
              >
                {visits.slice(0, named).map((visit) => (
                  <span
                    key={visit.unitname}
                    className={`task-chip ${visit.open ? 'open' : ''}`}
                    title={`${visit.unitname} ${visit.loads.length} 台\n${visit.loads
                      .map((load) => `${load.timeslot} ${load.equname} ${load.seisn}`)
                      .join('\n')}`}
                  >
                    <span className="ellipsis">{shortName(visit.unitname)}</span>
                    {visit.loads.length > 1 && visit.loads.length}
                  </span>
                ))}
                {visits.length > named && (
                  <span className="hint more">
                    {low ? `+${visits.length - named}` : `还有 ${visits.length - named} 家`}
                  </span>
                )}
                {refused && !person.why && (
                  <span className="task-chip expired">
                    {awayOn(person, day, plan.timeslot).split('（')[0] || '证书失效'}
                  </span>
                )}
                {over === key && dragging && <b className="drop-here">放到这里</b>}
                {chosen && !dragging && <b className="drop-here">主检 {plan.timeslot}</b>}
                {along && !dragging && <span className="drop-here">协检</span>}
                {share > 0 && (
                  <i
                    className={share > 1 ? 'full' : undefined}
                    style={{ width: `${Math.min(1, share) * 100}%` }}
                  />
                )}
              </div>
            );
          })}
        </div>
      ))}
    </section>
  );
}

function PersonHead({ person, days, plan }: { person: Inspector; days: string[]; plan: Plan }) {
  const share = shareOf(days.flatMap((day) => visitsOn(person, day)));
  const end = certifiedTo(person);
  const last = days.at(-1) ?? '';
  const role = plan.scinspector === person.id ? '主检' : plan.inspectors.includes(person.id) ? '协检' : '';
  return (
    <div className="person" title={person.why || undefined}>
      <span>
        <b>{person.name}</b>
        {role && <span className="chip accent">{role}</span>}
        <span className={share > days.length ? 'caution' : 'soft'}>
          {role ? share : `${share} / ${days.length}`}
        </span>
      </span>
      {person.why ? (
        <span className="hint ellipsis">
          <LockOutlined /> {whyBeside(person)}
        </span>
      ) : end && end <= last ? (
        <span className="caution hint ellipsis">
          <WarningOutlined /> 证书 {end.slice(5)} 到期
        </span>
      ) : (
        <span className="hint ellipsis quals">{person.quals.map((qual) => qual.item).join(' ')}</span>
      )}
    </div>
  );
}
