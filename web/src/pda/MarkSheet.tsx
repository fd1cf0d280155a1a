/** Circles, arrows and words on a photo. They go onto a copy: the photo stays as it was taken. */
import { type PointerEvent, useEffect, useRef, useState } from 'react';
import { drawMarks, isDrawn, type Mark, type MarkKind } from './marks';
import { Sheet } from './parts';
import { usePhone } from './phone';
import { NoPicture } from './photo';

const QUALITY = 0.85;
const TOOLS: [MarkKind, string][] = [
  ['circle', '圈'],
  ['arrow', '箭头'],
  ['text', '文字'],
];

export default function MarkSheet({ id, onClose }: { id: string; onClose: () => void }) {
  const { store, attempt } = usePhone();
  const canvas = useRef<HTMLCanvasElement>(null);
  const [picture, setPicture] = useState<ImageBitmap | null>(null);
  const [kind, setKind] = useState<MarkKind>('circle');
  const [words, setWords] = useState('');
  const [marks, setMarks] = useState<Mark[]>([]);
  const [going, setGoing] = useState<Mark | null>(null);

  useEffect(() => {
    let there = true;
    void store
      .pictureOf(id)
      .then((blob) => blob && createImageBitmap(blob))
      .then((made) => there && made && setPicture(made));
    return () => {
      there = false;
    };
  }, [store, id]);

  useEffect(() => {
    const own = canvas.current;
    const pen = own?.getContext('2d');
    if (!own || !pen || !picture) return;
    own.width = picture.width;
    own.height = picture.height;
    pen.drawImage(picture, 0, 0);
    drawMarks(pen, going ? [...marks, going] : marks, own.width, own.height);
  }, [picture, marks, going]);

  const place = (event: PointerEvent<HTMLCanvasElement>) => {
    const box = event.currentTarget.getBoundingClientRect();
    const part = (at: number, from: number, size: number) =>
      Math.min(1, Math.max(0, (at - from) / (size || 1)));
    return [part(event.clientX, box.left, box.width), part(event.clientY, box.top, box.height)] as const;
  };
  const begin = (event: PointerEvent<HTMLCanvasElement>) => {
    const [x, y] = place(event);
    const mark: Mark = { kind, x, y, x2: x, y2: y, ...(kind === 'text' && { words: words.trim() }) };
    if (kind === 'text') {
      if (isDrawn(mark)) setMarks([...marks, mark]);
      return;
    }
    event.currentTarget.setPointerCapture?.(event.pointerId);
    setGoing(mark);
  };
  const move = (event: PointerEvent<HTMLCanvasElement>) => {
    if (!going) return;
    const [x2, y2] = place(event);
    setGoing({ ...going, x2, y2 });
  };
  const end = () => {
    if (going && isDrawn(going)) setMarks([...marks, going]);
    setGoing(null);
  };

  const save = () =>
    attempt(async () => {
      const drawn = await new Promise<Blob | null>((done) =>
        canvas.current?.toBlob(done, 'image/jpeg', QUALITY),
      );
      if (!drawn) throw new NoPicture();
      await store.markPhoto(id, drawn, marks);
      onClose();
    });

  return (
    <Sheet title="标注照片" onClose={onClose}>
      <div className="pda-chips pda-phrases" role="group" aria-label="标注工具">
        {TOOLS.map(([key, label]) => (
          <button key={key} type="button" aria-pressed={kind === key} onClick={() => setKind(key)}>
            {label}
          </button>
        ))}
        <button type="button" disabled={marks.length === 0} onClick={() => setMarks(marks.slice(0, -1))}>
          撤销
        </button>
      </div>
      {kind === 'text' && (
        <label className="pda-field">
          <span>文字，写好后点照片上的位置</span>
          <input maxLength={60} value={words} onChange={(event) => setWords(event.target.value)} />
        </label>
      )}
      <canvas
        ref={canvas}
        className="pda-marking"
        role="img"
        aria-label="照片"
        onPointerDown={begin}
        onPointerMove={move}
        onPointerUp={end}
        onPointerCancel={() => setGoing(null)}
      />
      <small>标注画在副本上，原照片不改</small>
      <button
        type="button"
        className="pda-button"
        disabled={!picture || marks.length === 0}
        onClick={() => void save()}
      >
        保存标注
      </button>
    </Sheet>
  );
}
