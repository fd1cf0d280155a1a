/** The place is given by who declares, or it is said that there is none: nothing is read before. */

import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { useRef, useState } from 'react';
import { messageOf, read } from '@/api/client';
import type { OnsiteDevice } from '@/api/shapes';
import { locate, NotLocated } from '@/ui/locate';
import { useApp } from '@/ui/useApp';
import type { OnsiteValues } from './model';

interface Props {
  devices: readonly OnsiteDevice[];
  values: OnsiteValues;
  onChange: (change: Partial<OnsiteValues>) => void;
}

export function PlaceField({ devices, values, onChange }: Props) {
  const { message } = useApp();
  const [busy, setBusy] = useState(false);
  const { position, noplace } = values;
  const asked = { ...position, devices: devices.map((one) => one.id) };
  const way = useQuery({
    queryKey: ['onsite way', asked],
    queryFn: () => read('/api/onsite/way', asked),
    enabled: Boolean(position) && devices.length > 0,
  });
  const asking = useRef(0); // what was said meanwhile is not overtaken by a late answer of the phone
  const give = async () => {
    asking.current += 1;
    const mine = asking.current;
    setBusy(true);
    try {
      const found = await locate();
      if (mine === asking.current) onChange({ position: found, noplace: '' });
    } catch (error) {
      if (mine !== asking.current) return;
      const denied = error instanceof NotLocated && error.denied;
      message.warning(error instanceof NotLocated ? error.message : messageOf(error));
      onChange({ position: undefined, noplace: denied ? '1' : '2' });
    } finally {
      if (mine === asking.current) setBusy(false);
    }
  };
  const keep = () => {
    asking.current += 1;
    setBusy(false);
    onChange({ position: undefined, noplace: '1' });
  };
  return (
    <>
      <p className="hint">位置只在您点“提供位置”时读取一次，随申报单保存，用来核对设备在现场；可以不提供。</p>
      <div className="onsite-row">
        <Button size="large" loading={busy} onClick={() => void give()}>
          {position ? '重新定位' : '提供位置'}
        </Button>
        <Button size="large" onClick={keep}>
          不提供位置
        </Button>
      </div>
      {position && (
        <p role="status">
          纬度 {position.latitude}，经度 {position.longitude}，精度 {position.accuracy} 米
          {way.data &&
            (way.data.distance === null
              ? '；档案没有位置，无法比较'
              : `；离档案位置 ${way.data.distance} 米`)}
        </p>
      )}
      {way.data?.warning && (
        <p className="caution" role="alert">
          {way.data.warning}
        </p>
      )}
      {way.error && <p className="caution">{messageOf(way.error)}</p>}
      {noplace && <p role="status">{noplace === '1' ? '不提供位置' : '手机没有取得位置'}，申报单上会写明</p>}
    </>
  );
}
