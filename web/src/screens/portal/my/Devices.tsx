/** The devices with why each is due, the worst first, and what is to be done about each. */
import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router';
import type { BoxDevice, BoxDevices, DeskPanel } from '@/api/shapes';
import { Loading } from '@/screens/portal/DeskPanels';
import { StateDot } from '@/ui/Panel';
import { FaultNote } from '@/views/ListStates';
import { Part, partQuery, WIDE } from './parts';

const FIRST = 3; // on a phone: what waits below must be in reach
const FIRST_WIDE = 8;
const LIST = '/businessPro/onlineDevices';

export function Devices({ panel }: { panel: DeskPanel }) {
  const [all, setAll] = useState(false);
  const { data, error, refetch } = useQuery(partQuery<BoxDevices>(panel.call));
  if (error) return <FaultNote error={error} onRetry={() => void refetch()} />;
  const rows = data?.rows ?? [];
  const shown = all ? rows : rows.slice(0, window.innerWidth < WIDE ? FIRST : FIRST_WIDE);
  return (
    <>
      {data && <Head data={data} />}
      <Part panel={panel} count={data && rows.length} route={LIST}>
        {!data && <Loading />}
        <ul className="box-cards">
          {shown.map((device) => (
            <Card key={device.id} device={device} />
          ))}
        </ul>
        {rows.length > shown.length && (
          <Button type="text" block size="large" onClick={() => setAll(true)}>
            再看 {rows.length - shown.length} 台
          </Button>
        )}
        {all && data?.more && (
          <p className="hint box-note">
            只列出最急的 {rows.length} 台，其余见 <Link to={LIST}>可申报设备</Link>
          </p>
        )}
      </Part>
    </>
  );
}

function Head({ data }: { data: BoxDevices }) {
  const fine = data.total - data.bad - data.soon;
  return (
    <section className={data.bad ? 'panel box-head bad' : 'panel box-head'}>
      <h1>{data.unitname}</h1>
      <p className="hint">
        {data.person}　设备 {data.total} 台
      </p>
      <p>
        {data.bad > 0 && <b className="late">{data.bad} 台要马上处理　</b>}
        {data.soon > 0 && <b className="caution">{data.soon} 台要留意　</b>}
        {!data.more && <span>{fine} 台正常</span>}
      </p>
    </section>
  );
}

function Card({ device }: { device: BoxDevice }) {
  const navigate = useNavigate();
  const { next } = device;
  const go = () => {
    if (next?.kind === 'book') navigate(`#book/${device.id}`);
    else if (next) navigate(next.route);
  };
  return (
    <li className={`box-device ${device.tone}`}>
      <div>
        <Link to={device.route} className="box-name">
          {device.equname} {device.equinnerno}
        </Link>
        <span className="hint">
          {device.useplace}　<span className="code">{device.equcode}</span>
        </span>
        {device.whys.map((why) => (
          <StateDot key={why.kind + why.text} tone={why.tone}>
            <span className={why.tone === 'no' ? 'late' : undefined}>{why.text}</span>
          </StateDot>
        ))}
      </div>
      {next && (
        <Button size="large" type={device.tone === 'no' ? 'primary' : 'default'} onClick={go}>
          {next.label}
        </Button>
      )}
    </li>
  );
}
