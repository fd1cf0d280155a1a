/** 历史档案: a unit as it was on any day, in both readings. */
import { useQuery } from '@tanstack/react-query';
import { Modal } from 'antd';
import dayjs from 'dayjs';
import { useState } from 'react';
import { isBlank } from '@/ui/format';
import { KeyValues } from '@/ui/Panel';
import { DayModes } from '@/views/DayModes';
import { FaultNote } from '@/views/ListStates';
import { unitAsOfQuery } from './api';

export function UnitAsOfDialog({ id, title, onClose }: { id: string; title: string; onClose: () => void }) {
  const [day, setDay] = useState(dayjs().format('YYYY-MM-DD'));
  const [known, setKnown] = useState(false);
  const { data, isError, error, refetch } = useQuery(unitAsOfQuery(id, day, known));
  return (
    <Modal open width={860} title={`历史档案 ${title}`} footer={null} onCancel={onClose}>
      <p style={{ display: 'flex', gap: 8, alignItems: 'center', marginBottom: 8 }}>
        <DayModes day={day} known={known} past onDay={setDay} onKnown={setKnown} />
      </p>
      <div style={{ maxHeight: '60vh', minHeight: 160, overflow: 'auto' }}>
        {isError && <FaultNote error={error} onRetry={() => refetch()} />}
        {!isError && data && (
          <>
            {data.asOfNote && <p className="hint">{data.asOfNote}</p>}
            <KeyValues
              labelWidth={112}
              items={data.fields
                .filter((field) => !isBlank(field.shown))
                .map((field) => ({ label: field.label, value: String(field.shown) }))}
            />
          </>
        )}
      </div>
    </Modal>
  );
}
