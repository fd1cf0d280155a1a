/** People by days with the sites of each in order, and what is left out below. */
import { LockOutlined } from '@ant-design/icons';
import { useState } from 'react';
import type { PlanPage } from '@/api/shapes';
import { dayWords, shortName, weekdayOf } from '@/screens/businessPro/arrange/model';
import { minutesOn, nameOf, onDay, type Site } from './board';

interface Props {
  plan: PlanPage;
  sites: Site[];
  /** The key of a line of the site in hand. */
  picked: string;
  dragging: boolean;
  onPick: (key: string) => void;
  onDrag: (key: string) => void;
  onDrop: (person: string, day: string) => void;
}

export function Board(props: Props) {
  const { plan, sites, dragging, onDrop } = props;
  const [over, setOver] = useState('');
  const columns = { gridTemplateColumns: `88px repeat(${plan.days.length}, minmax(104px, 1fr))` };
  const left = sites.filter((one) => !one.first.plandate);
  return (
    <section className="panel plan-board">
      <section className="calendar" tabIndex={0} aria-label="计划日程">
        <div className="calendar-row calendar-head" style={columns}>
          <span>检验员</span>
          {plan.days.map((day) => (
            <span key={day} className={weekdayOf(day) === 1 ? 'monday' : undefined}>
              {dayWords(day)}
            </span>
          ))}
        </div>
        {plan.people.map((person) => (
          <div key={person.id} className="calendar-row" style={columns}>
            <div className="person">
              <b>{person.name}</b>
            </div>
            {plan.days.map((day) => {
              const key = `${person.id} ${day}`;
              const own = onDay(sites, person.id, day);
              return (
                <div
                  key={day}
                  data-cell={`${person.name} ${day}`}
                  className={`cell plan-cell ${over === key && dragging ? 'over' : ''} ${person.away[day] ? 'refused' : ''}`}
                  onDragOver={(event) => {
                    event.preventDefault();
                    setOver(key);
                  }}
                  onDragLeave={() => setOver((old) => (old === key ? '' : old))}
                  onDrop={(event) => {
                    event.preventDefault();
                    setOver('');
                    onDrop(person.id, day);
                  }}
                >
                  {person.away[day] && <span className="task-chip expired">{person.away[day]}</span>}
                  {own.map((site) => (
                    <Chip key={site.key} {...props} site={site} main={site.first.scinspector === person.id} />
                  ))}
                  {own.length > 0 && <span className="hint">{minutesOn(own)} 分钟</span>}
                </div>
              );
            })}
          </div>
        ))}
      </section>
      <section className="plan-left" aria-label="未排的业务" tabIndex={0}>
        <b>未排</b>
        {left.length === 0 && <span className="hint">没有未排的业务</span>}
        {left.map((site) => (
          <Chip key={site.key} {...props} site={site} main />
        ))}
      </section>
    </section>
  );
}

function Chip({ plan, site, main, picked, onPick, onDrag }: Props & { site: Site; main: boolean }) {
  const { first, lines } = site;
  const on = lines.some((line) => line.id === picked);
  const pair = first.plandate
    ? `${nameOf(plan.people, first.scinspector)}、${nameOf(plan.people, first.coinspector)}`
    : '未排';
  return (
    <button
      type="button"
      draggable={plan.changeable}
      aria-pressed={on}
      className={`task-chip plan-chip ${main ? '' : 'open'} ${on ? 'on' : ''} ${site.late ? 'late' : ''}`}
      title={`${first.unitname} ${lines.length} 台\n${pair}\n${first.why}`}
      onClick={() => onPick(first.id)}
      onDragStart={(event) => {
        event.dataTransfer.setData('text/x-site', first.id);
        event.dataTransfer.effectAllowed = 'move';
        onDrag(first.id);
      }}
      onDragEnd={() => onDrag('')}
    >
      {site.locked && <LockOutlined aria-label="已锁定" />}
      {first.place > 0 && <b>{first.place}</b>}
      <span className="ellipsis">{shortName(first.unitname)}</span>
      {lines.length > 1 && lines.length}
    </button>
  );
}
