/** The work calendar of a year: a press turns a day into a working or a free one. */

import { LeftOutlined, RightOutlined } from '@ant-design/icons';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Button, Segmented } from 'antd';
import dayjs from 'dayjs';
import { useState } from 'react';
import { messageOf, post, read } from '@/api/client';
import { Panel } from '@/ui/Panel';
import { usePermission } from '@/ui/permission';
import { useApp } from '@/ui/useApp';
import { FaultNote } from '@/views/ListStates';
import { ListView } from '@/views/ListView';
import './sysmng.css';
import type { CalendarDate } from '@/api/shapes';

const WEEK = ['一', '二', '三', '四', '五', '六', '日'];
const MONTHS = Array.from({ length: 12 }, (_, index) => index + 1);

const yearQuery = (year: number) => ({
  queryKey: ['calendar', year],
  queryFn: () => read('/api/system/calendar/year', { year }),
});

function Month({
  month,
  days,
  onPress,
}: {
  month: number;
  days: CalendarDate[];
  onPress: (day: CalendarDate) => void;
}) {
  const lead = (dayjs(days[0]?.day).day() + 6) % 7; // Monday first
  return (
    <section className="calendar-month" aria-label={`${month} 月`}>
      <h3>{month} 月</h3>
      <div className="calendar-days">
        {WEEK.map((word) => (
          <span key={word} className="hint">
            {word}
          </span>
        ))}
        {days.map((day, index) => (
          <button
            key={day.day}
            type="button"
            style={index === 0 ? { gridColumnStart: lead + 1 } : undefined}
            className={`${day.working ? 'worked' : 'free'} ${day.exception ? 'odd' : ''}`}
            title={[day.day, day.working ? '上班' : '休息', day.name].filter(Boolean).join('　')}
            onClick={() => onPress(day)}
          >
            {Number(day.day.slice(8))}
          </button>
        ))}
      </div>
    </section>
  );
}

export default function CalendarPage() {
  const [shown, setShown] = useState('year');
  const [year, setYear] = useState(() => dayjs().year());
  const client = useQueryClient();
  const { message } = useApp();
  const { guard } = usePermission();
  const { data, error, refetch } = useQuery(yearQuery(year));

  const toggle = (day: CalendarDate) =>
    guard('system:calendar:save', async () => {
      try {
        const done = await post('/api/system/calendar/toggle', { day: day.day, version: day.version });
        message.success(`${day.day} 改为${done.working ? '上班' : '休息'}`);
        await client.invalidateQueries({ queryKey: yearQuery(year).queryKey });
      } catch (wrong) {
        message.error(messageOf(wrong));
      }
    });

  const tabs = (
    <Segmented
      value={shown}
      options={[
        { value: 'year', label: '年历' },
        { value: 'list', label: '列表' },
      ]}
      onChange={setShown}
    />
  );
  if (shown === 'list')
    return (
      <ListView viewNo="sys_calendar_list" header={<section className="panel rule-tables">{tabs}</section>} />
    );
  return (
    <div className="page">
      <Panel
        title={
          <>
            <Button
              type="text"
              icon={<LeftOutlined />}
              aria-label="上一年"
              onClick={() => setYear(year - 1)}
            />
            {year} 年
            <Button
              type="text"
              icon={<RightOutlined />}
              aria-label="下一年"
              onClick={() => setYear(year + 1)}
            />
          </>
        }
        sub={data && `工作日 ${data.workingDays} 天；点一天切换上班与休息，带框的是与周末不同的安排`}
        extra={tabs}
      >
        {error ? <FaultNote error={error} onRetry={() => refetch()} /> : null}
        <div className="calendar-year">
          {data &&
            MONTHS.map((month) => (
              <Month
                key={month}
                month={month}
                days={data.days.filter((day) => Number(day.day.slice(5, 7)) === month)}
                onPress={toggle}
              />
            ))}
        </div>
      </Panel>
    </div>
  );
}
