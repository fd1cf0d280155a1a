/** 电梯物联网: the figures of all terminals above their list, or above the list of events. */
import { useQuery } from '@tanstack/react-query';
import { FigureRow } from '@/ui/Figures';
import { ListView } from '@/views/ListView';
import { iotSummaryQuery } from './api';

const LIFTS = '/query-settings/elevatorThings';
const EVENTS = '/query-settings/elevatorEvents';

function Head() {
  const found = useQuery(iotSummaryQuery).data;
  const share = found?.total ? `在线率 ${((found.online / found.total) * 100).toFixed(1)}%` : '';
  return (
    <section className="panel">
      <FigureRow
        figures={[
          { label: '接入电梯', value: found?.total, note: share, to: `${LIFTS}?state=` },
          { label: '离线', value: found?.offline, note: '超过时限未上报', to: `${LIFTS}?state=offline` },
          {
            label: '困人未关闭',
            value: found?.trapped,
            note: '须立即处置',
            tone: 'late',
            to: `${EVENTS}?type=2&waiting=1`,
          },
          {
            label: '未关闭事件',
            value: found?.open,
            note: found ? `涉及电梯 ${found.faulty} 台` : '',
            tone: 'caution',
            to: `${EVENTS}?waiting=1`,
          },
          { label: '今日事件', value: found?.today, note: '去重后', to: `${EVENTS}?recent=1` },
        ]}
      />
    </section>
  );
}

export const LiftsPage = () => <ListView viewNo="iot_lift_list" header={<Head />} />;
export const EventsPage = () => <ListView viewNo="iot_event_list" header={<Head />} />;
