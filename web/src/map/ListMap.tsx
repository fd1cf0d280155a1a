/** A list as a map: circles by squares, coloured by what is late; a part of it that is picked is a condition of the list. */
import 'ol/ol.css';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { useEffect, useRef, useState } from 'react';
import { get, messageOf, type Params } from '@/api/client';
import { rowsQuery } from '@/api/layout';
import type { Column, MapAnswer, Square, TableConfig } from '@/api/shapes';
import { formatNumber } from '@/ui/format';
import { cellText } from '@/views/cells';
import { useSteady } from '@/views/useSteady';
import { type Box, boxText } from './box';
import { Ground } from './ground';
import './map.css';

interface Props {
  config: TableConfig;
  columns: Column[];
  /** The conditions of the list, without a part of the map. */
  asked: Params;
  picked: Box | undefined;
  onPick: (box: Box) => void;
}

const ROWS = 12;
/** So often a map that opens goes nearer to its records: the first squares are the largest. */
const NEARER = 4;
/** So many records in a square are told one by one; of more the map goes nearer. */
const TOLD = 40;

export function ListMap({ config, columns, asked, picked, onPick }: Props) {
  const place = useRef<HTMLDivElement>(null);
  const ground = useRef<Ground>(null);
  const [seen, setSeen] = useState<Box>();
  const [opened, setOpened] = useState<Box>();

  const opening = useRef(picked);
  const pick = useSteady(onPick);

  useEffect(() => {
    if (!place.current) return;
    const made = new Ground(place.current, { onSeen: setSeen, onPick: pick });
    ground.current = made;
    made.show(opening.current);
    return () => made.end();
  }, [pick]);

  const answer = useQuery({
    queryKey: ['map', config.viewNo, asked, seen && boxText(seen)],
    queryFn: ({ signal }) =>
      get<MapAnswer>(
        '/api/layout/findMap',
        { ...asked, viewNo: config.viewNo, box: boxText(seen!) },
        { signal },
      ),
    enabled: Boolean(seen),
    placeholderData: keepPreviousData,
    retry: false,
  });

  const nearing = useRef(picked ? 0 : NEARER);
  useEffect(() => {
    if (!answer.data || !seen) return;
    if (nearing.current > 0 && answer.data.squares.length > 0 && !answer.isPlaceholderData) {
      const wanted = around(answer.data.squares);
      nearing.current = fills(wanted, seen) ? 0 : nearing.current - 1;
      if (nearing.current > 0) ground.current?.show(wanted);
    }
    ground.current?.draw(answer.data, (square) => {
      if (square.count > TOLD && !ground.current?.isNearest) ground.current?.show(square.box as Box);
      else setOpened(square.box as Box);
    });
  }, [answer.data, answer.isPlaceholderData, seen]);

  const count = answer.data?.squares.reduce((sum, one) => sum + one.count, 0) ?? 0;
  const late = answer.data?.squares.reduce((sum, one) => sum + one.late, 0) ?? 0;
  return (
    <div className="list-map">
      <div className="list-map-ground" ref={place} role="application" aria-label={`${config.title}地图`} />
      <div className="list-map-told" role="status">
        {answer.isError ? (
          <span className="warn">{messageOf(answer.error)}</span>
        ) : (
          <>
            <span>
              图中 <b>{formatNumber(count)}</b> 条{config.late && late > 0 && '，'}
              {config.late && late > 0 && <b className="late">已过期 {formatNumber(late)}</b>}
            </span>
            {Boolean(answer.data?.outside) && (
              <span className="hint">
                另有{answer.data?.outsideCapped && '至少'} {formatNumber(answer.data?.outside ?? 0)}{' '}
                条没有坐标
              </span>
            )}
          </>
        )}
        <Button size="small" type="primary" disabled={!seen} onClick={() => seen && onPick(seen)}>
          列出图中的
        </Button>
      </div>
      <Legend dated={Boolean(config.late)} />
      {opened && (
        <Opened
          config={config}
          columns={columns}
          asked={asked}
          box={opened}
          onList={() => onPick(opened)}
          onClose={() => setOpened(undefined)}
        />
      )}
    </div>
  );
}

/** The box in which the records stand, with some ground around it. */
function around(squares: Square[]): Box {
  const wests = squares.map((one) => one.box[0]!);
  const souths = squares.map((one) => one.box[1]!);
  const easts = squares.map((one) => one.box[2]!);
  const norths = squares.map((one) => one.box[3]!);
  return [Math.min(...wests), Math.min(...souths), Math.max(...easts), Math.max(...norths)];
}

/** Whether a box takes half of a picture at least, one way or the other. */
const fills = (box: Box, picture: Box) =>
  box[2] - box[0] > (picture[2] - picture[0]) / 2 || box[3] - box[1] > (picture[3] - picture[1]) / 2;

function Legend({ dated }: { dated: boolean }) {
  return (
    <div className="list-map-legend">
      {dated && (
        <>
          <i className="late" /> 已过期
          <i className="soon" /> 30 天内到期
        </>
      )}
      <i className="well" /> {dated ? '其余' : '单位'}
      <span className="hint">按住 Shift 拖出一块，列出其中的</span>
    </div>
  );
}

interface OpenedProps {
  config: TableConfig;
  columns: Column[];
  asked: Params;
  box: Box;
  onList: () => void;
  onClose: () => void;
}

/** The first records of a square, by the first columns of the list. */
function Opened({ config, columns, asked, box, onList, onClose }: OpenedProps) {
  const rows = useQuery(rowsQuery(config.url, { ...asked, mapBox: boxText(box), pageNo: 1, pageSize: ROWS }));
  const [first, ...others] = columns.slice(0, 4);
  return (
    <aside className="list-map-opened" aria-label="这里的记录">
      <header>
        <b>这里 {formatNumber(rows.data?.count ?? 0)} 条</b>
        <span className="spacer" />
        <Button size="small" onClick={onList}>
          在列表中打开
        </Button>
        <Button size="small" type="text" aria-label="关闭" onClick={onClose}>
          ×
        </Button>
      </header>
      <ul>
        {rows.data?.list.map((row) => (
          <li
            key={String(row[config.rowKey])}
            className={config.late && row[config.late] === '1' ? 'late' : undefined}
          >
            <b>{first && cellText(first, row)}</b>
            <span>
              {others
                .map((column) => cellText(column, row))
                .filter(Boolean)
                .join(' · ')}
            </span>
          </li>
        ))}
      </ul>
      {rows.isError && <p className="warn">{messageOf(rows.error)}</p>}
    </aside>
  );
}
