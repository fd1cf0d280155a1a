/** Which day is looked at, and in which of the two readings: as it really was, or as the archive knew it. */
import { Segmented, Tooltip } from 'antd';
import dayjs from 'dayjs';
import { DayPicker } from '@/ui/pickers/DayPicker';

interface Props {
  day: string;
  known: boolean;
  /** A day that has gone is looked at: only then do the two readings differ. */
  past: boolean;
  onDay: (day: string) => void;
  onKnown: (known: boolean) => void;
}

export function DayModes({ day, known, past, onDay, onKnown }: Props) {
  return (
    <>
      <Tooltip title="选过去的一天，整页按那一天的档案显示">
        <span className="soft nowrap">看哪一天</span>
      </Tooltip>
      <DayPicker
        aria-label="看哪一天的档案"
        style={{ width: 126 }}
        allowClear={false}
        maxDate={dayjs()}
        value={day}
        onChange={onDay}
      />
      {past && (
        <Tooltip title="当日实际：按今天掌握的情况，那一天真实的状态；当日所知：那一天结束时档案里记载的内容">
          <Segmented
            size="small"
            aria-label="看法"
            value={known ? 'known' : 'real'}
            options={[
              { value: 'real', label: '当日实际' },
              { value: 'known', label: '当日所知' },
            ]}
            onChange={(value) => onKnown(value === 'known')}
          />
        </Tooltip>
      )}
    </>
  );
}
