/** A template as the phone draws it, 360 px wide: the round, an item with its answers, photos and ready words. */
import { useState } from 'react';
import { isWrong, type Result, resultNames, results } from '@/ui/answers';
import { type Duty, wantsPhoto, withPhrase } from './drawing';
import { ItemFace, Phrases } from './ItemFace';
import './pda.css';

const WIDTH = 360;

interface PreviewItem {
  seq: number;
  number: string;
  content: string;
  requirement: string;
  key: boolean;
  photo: Duty | '';
  phrases: string[];
  measures: string[];
  defaults: string[];
}

interface Drawn {
  title: string;
  under: string;
  spots: { name: string; items: PreviewItem[] }[];
}

export default function Preview({ data }: { data: unknown }) {
  const { title, under, spots } = data as Drawn;
  const [opened, setOpened] = useState<number | null>(null);
  const placed = spots.flatMap((spot) => spot.items.map((item) => ({ item, spot: spot.name })));
  const shown = placed.find((one) => one.item.seq === opened);
  return (
    <section className="pda pda-preview" style={{ width: WIDTH }} aria-label="手机预览">
      <header className="pda-head">
        {shown && (
          <button type="button" className="pda-back" aria-label="返回项目" onClick={() => setOpened(null)}>
            ←
          </button>
        )}
        <div className="pda-title">
          <b>{title}</b>
          <p>{under}</p>
        </div>
      </header>
      {shown ? (
        <Item key={shown.item.seq} item={shown.item} spot={shown.spot} />
      ) : (
        spots.map((spot) => (
          <div key={spot.name}>
            <p className="pda-spot">{spot.name}</p>
            {spot.items.map((item) => (
              <button
                key={item.seq}
                type="button"
                className="pda-itemline"
                onClick={() => setOpened(item.seq)}
              >
                <span className="seq">{item.seq}</span>
                <span className="words">{item.content}</span>
                {item.key && <span className="pda-key">重点</span>}
                {item.photo && <span className="pda-key">拍照</span>}
                <b>›</b>
              </button>
            ))}
          </div>
        ))
      )}
    </section>
  );
}

function Item({ item, spot }: { item: PreviewItem; spot: string }) {
  const [r, setR] = useState<Result | ''>('');
  const [note, setNote] = useState('');
  const duty = item.photo || undefined;
  return (
    <>
      <div className="pda-item">
        <ItemFace item={item} spot={spot} duty={duty} />
        {item.defaults.map((one) => (
          <p key={one} className="soft">
            按规则预填：{one}
          </p>
        ))}
        {item.measures.map((one) => (
          <p key={one}>{one}</p>
        ))}
        {isWrong(r) && (
          <>
            <Phrases phrases={item.phrases} onPick={(one) => setNote(withPhrase(note, one))} />
            <p className="soft">说明　{note || '（现场填写）'}</p>
          </>
        )}
        {wantsPhoto(duty, r) && <p className="warn">这一项须有照片才能提交</p>}
      </div>
      <div className="pda-answers" role="group" aria-label="结果">
        {results.map((one) => (
          <button
            key={one}
            type="button"
            className={isWrong(one) ? 'wrong' : undefined}
            aria-pressed={r === one}
            onClick={() => setR(r === one ? '' : one)}
          >
            <b>{one === '√' ? '✓' : one}</b>
            {resultNames[one]}
          </button>
        ))}
      </div>
    </>
  );
}
