/** A day of a plan on the map: the way of each pair in its colour, what is not planned in grey; a site is picked there. */

import 'ol/ol.css';
import { Select } from 'antd';
import { useEffect, useMemo, useRef, useState } from 'react';
import type { PlanPage } from '@/api/shapes';
import { type Drawn, type Stop, Ways } from '@/map/ways';
import '@/map/map.css';
import { dayWords } from '@/screens/businessPro/arrange/model';
import { useSteady } from '@/views/useSteady';
import { firstDay, kilometres, type Site, waysOn } from './board';

/** Dark enough for white numbers on them, told apart in pairs by people who see no red or green too. */
const COLOURS = ['#0b5c8e', '#b54708', '#3b7a2b', '#7a3e9d', '#8a6d00', '#0f766e', '#a8325e', '#4a5568'];
const GREY = '#8a949e';

interface Props {
  plan: PlanPage;
  sites: Site[];
  /** The key of a line of the site in hand. */
  picked: string;
  onPick: (key: string) => void;
}

export default function PlanMap({ plan, sites, picked, onPick }: Props) {
  const place = useRef<HTMLDivElement>(null);
  const drawn = useRef<Ways>(null);
  const [chosen, setDay] = useState('');
  const pick = useSteady(onPick);
  const day = plan.days.includes(chosen) ? chosen : firstDay(plan);
  const ways = useMemo(() => waysOn(plan, sites, day), [plan, sites, day]);
  const left = useMemo(() => sites.filter((one) => !one.first.plandate), [sites]);
  const inHand = sites.find((one) => one.lines.some((line) => line.id === picked))?.first.id ?? '';
  const { origin, tiles } = plan;

  useEffect(() => {
    if (!place.current) return;
    const made = new Ways(place.current, pick);
    drawn.current = made;
    return () => made.end();
  }, [pick]);

  useEffect(() => {
    if (!origin) return;
    const coloured = ways.map(
      (way, at): Drawn => ({ colour: colourOf(at), stops: way.sites.flatMap(stopOf) }),
    );
    drawn.current?.tiles(tiles);
    drawn.current?.draw(
      coloured,
      { colour: GREY, stops: left.flatMap(stopOf) },
      origin as [number, number],
      inHand,
    );
  }, [ways, left, origin, tiles, inHand]);

  // another day is gone to; what only moved on it is not
  const seen = useRef('');
  useEffect(() => {
    if (!origin || seen.current === day) return;
    seen.current = day;
    const stops = [...ways.flatMap((way) => way.sites), ...left].flatMap(stopOf);
    drawn.current?.show([origin as [number, number], ...stops.map((one) => [one.lng, one.lat] as const)]);
  }, [ways, left, origin, day]);

  return (
    <section className="panel plan-board plan-map">
      <div className="list-map">
        <div className="list-map-ground" ref={place} role="application" aria-label="计划地图" />
        <div className="list-map-told">
          <Select
            aria-label="地图日期"
            value={day}
            options={plan.days.map((one) => ({ value: one, label: dayWords(one) }))}
            onChange={setDay}
            size="small"
            popupMatchSelectWidth={false}
          />
          {origin ? (
            <span>
              {ways.length} 组，{ways.reduce((sum, way) => sum + way.sites.length, 0)} 个站点
              {left.length > 0 && `；未排 ${left.length} 个`}
            </span>
          ) : (
            <span className="warn">重新求解后才能在地图上显示</span>
          )}
        </div>
        <ul className="plan-ways" aria-label="当日各组">
          {ways.map((way, at) => (
            <li key={way.key}>
              <i style={{ background: colourOf(at) }} />
              {way.main}、{way.co}
              <span className="hint">
                {way.sites.length} 家 {kilometres(way.metres)} 公里 {way.minutes} 分钟
              </span>
            </li>
          ))}
          {left.length > 0 && (
            <li>
              <i style={{ background: GREY }} /> 未排
              <span className="hint">点站点，在右边选日期和人员</span>
            </li>
          )}
        </ul>
      </div>
    </section>
  );
}

const colourOf = (at: number): string => COLOURS[at % COLOURS.length] ?? GREY;

const stopOf = ({ first, late, lines }: Site): Stop[] =>
  first.lng === null || first.lat === null
    ? []
    : [
        {
          key: first.id,
          lng: first.lng,
          lat: first.lat,
          label: first.place ? String(first.place) : lines.length > 1 ? String(lines.length) : '',
          late,
        },
      ];
