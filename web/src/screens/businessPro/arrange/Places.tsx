/** Streets or estates by ten working days: who goes there already, so that one way serves several tasks. */

import { dayWords, type Place, shortName, weekdayOf } from './model';

interface Props {
  places: Place[];
  /** What a row is. */
  label: string;
  days: string[];
  /** The planned day of the task in hand. */
  chosen: string;
  onPick: (day: string) => void;
}

export function Places({ places, label, days, chosen, onPick }: Props) {
  const columns = { gridTemplateColumns: `132px repeat(${days.length}, minmax(82px, 1fr))` };
  return (
    <section className="calendar" tabIndex={0} aria-label={`${label}日程`}>
      <div className="calendar-row calendar-head" style={columns}>
        <span>{label}</span>
        {days.map((day) => (
          <span key={day} className={weekdayOf(day) === 1 ? 'monday' : undefined}>
            {dayWords(day)}
          </span>
        ))}
      </div>
      {places.map((place) => (
        <div key={place.name} className="calendar-row" style={columns}>
          <div className="person">
            <span>
              <b className="ellipsis">{place.name}</b>
              {place.here && <span className="chip accent">本件</span>}
              <span className="soft">{place.count}</span>
            </span>
          </div>
          {days.map((day) => {
            const loads = place.days.get(day) ?? [];
            const people = [...new Set(loads.map((load) => load.inspectornames))];
            const on = place.here && chosen === day;
            const classes = ['cell', weekdayOf(day) === 1 ? 'monday' : '', on ? 'chosen' : ''];
            return (
              <div
                key={day}
                className={classes.join(' ')}
                title={
                  loads.map((load) => `${load.unitname} ${load.equname} ${load.seisn}`).join('\n') ||
                  undefined
                }
                onClick={() => onPick(day)}
              >
                {loads.length > 0 && (
                  <span className={`task-chip ${loads.some((load) => load.open) ? 'open' : ''}`}>
                    <span className="ellipsis">{shortName(loads[0]?.unitname ?? '')}</span>
                    {loads.length > 1 && loads.length}
                  </span>
                )}
                {people.slice(0, 2).map((names) => (
                  <span key={names} className="hint ellipsis">
                    {names}
                  </span>
                ))}
                {on && <b className="drop-here">本件</b>}
              </div>
            );
          })}
        </div>
      ))}
    </section>
  );
}
