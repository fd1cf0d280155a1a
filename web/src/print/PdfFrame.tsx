/** A PDF in our own frame: pages, zoom, search and print, with the remarks of a review numbered on the page. */
import * as pdfjs from 'pdfjs-dist/legacy/build/pdf.mjs';
import worker from 'pdfjs-dist/legacy/build/pdf.worker.min.mjs?url';
import { type KeyboardEvent, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { StateNote } from '@/ui/Panel';
import { besideOf, findAll, type Piece, type Place, pageText, placesOf, type Remark } from './pdfText';
import { printFile } from './printFile';
import './pdf.css';

pdfjs.GlobalWorkerOptions.workerSrc = worker;

const STEPS = [0.5, 0.67, 0.8, 1, 1.25, 1.5, 2, 3];
const EDGE = 28; // what the frame takes of the width

type Document = Awaited<ReturnType<typeof pdfjs.getDocument>['promise']>;
type Page = Awaited<ReturnType<Document['getPage']>>;

interface Props {
  blob: Blob;
  title: string;
  /** Page to open at. */
  page?: number;
  remarks?: Remark[];
  /** The page around it prints: no button of its own. */
  printedOutside?: boolean;
}

export default function PdfFrame({ blob, title, page = 1, remarks, printedOutside }: Props) {
  const { pages, texts, fault } = useDocument(blob);
  const box = useRef<HTMLDivElement>(null);
  const [zoom, setZoom] = useState(0); // 0: as wide as the frame
  const [width, setWidth] = useState(0);
  const [current, setCurrent] = useState(1);
  const [wanted, setWanted] = useState('');
  const [hit, setHit] = useState(0);
  useEffect(() => {
    if (!box.current) return;
    const observer = new ResizeObserver(([entry]) => setWidth(entry!.contentRect.width));
    observer.observe(box.current);
    return () => observer.disconnect();
  }, []);
  const first = pages[0]?.getViewport({ scale: 1 }).width ?? 1;
  const scale = zoom || Math.max(0.3, (width - EDGE) / first);
  const hits = useMemo(() => findAll(texts, wanted), [texts, wanted]);
  const marks = useMemo(() => placesOf(texts, remarks ?? []), [texts, remarks]);

  const show = useCallback((number: number, place?: Place) => {
    const sheet = box.current?.querySelector<HTMLElement>(`[data-page="${number}"]`);
    if (!sheet || !box.current) return;
    const mark = place && sheet.querySelector<HTMLElement>(`[data-y="${place.y}"]`);
    box.current.scrollTop =
      sheet.offsetTop + (mark ? mark.offsetTop - box.current.clientHeight / 3 : 0) - box.current.offsetTop;
    setCurrent(number);
  }, []);

  // Opened at the first remark whose place is known, else at the page that was asked for.
  const opened = useRef(false);
  const ready = pages.length > 0 && texts.length === pages.length && width > 0;
  useEffect(() => {
    if (opened.current || !ready) return;
    opened.current = true;
    const at = [...marks.values()][0];
    if (at) show(at.page, at);
    else if (page > 1) show(page);
  }, [ready, marks, page, show]);

  const step = (by: number) =>
    setZoom(
      by > 0
        ? (STEPS.find((one) => one > scale + 0.01) ?? STEPS.at(-1)!)
        : (STEPS.findLast((one) => one < scale - 0.01) ?? STEPS[0]!),
    );
  const seek = (by: number) => {
    if (hits.length === 0) return;
    const next = (hit + by + hits.length) % hits.length;
    setHit(next);
    show(hits[next]!.page, hits[next]);
  };
  const keys = (event: KeyboardEvent) => {
    if ((event.target as HTMLElement).closest('input')) return;
    if (event.key === '+' || event.key === '=') step(1);
    else if (event.key === '-') step(-1);
    else if (event.key === '0') setZoom(0);
    else return;
    event.preventDefault();
  };
  if (fault) {
    return (
      <StateNote kind="fault" title="无法显示这份 PDF">
        {fault}
      </StateNote>
    );
  }
  return (
    <section className="pdf-frame" aria-label={title} onKeyDown={keys}>
      <div className="pdf-bar" role="toolbar" aria-label="PDF 工具">
        <button
          type="button"
          className="pdf-button"
          aria-label="上一页"
          disabled={current <= 1}
          onClick={() => show(current - 1)}
        >
          ‹
        </button>
        <input
          type="number"
          className="pdf-number"
          aria-label="页码"
          min={1}
          max={pages.length || 1}
          value={current}
          onChange={(event) => {
            const next = event.target.valueAsNumber;
            if (next >= 1 && next <= pages.length) show(next);
          }}
        />
        <span>/ {pages.length}</span>
        <button
          type="button"
          className="pdf-button"
          aria-label="下一页"
          disabled={current >= pages.length}
          onClick={() => show(current + 1)}
        >
          ›
        </button>
        <button type="button" className="pdf-button" aria-label="缩小" onClick={() => step(-1)}>
          −
        </button>
        <button type="button" className="pdf-button" aria-label="适合宽度" onClick={() => setZoom(0)}>
          {pages.length > 0 ? `${Math.round(scale * 100)}%` : '—'}
        </button>
        <button type="button" className="pdf-button" aria-label="放大" onClick={() => step(1)}>
          +
        </button>
        <input
          type="search"
          className="pdf-find"
          aria-label="在报告中查找"
          placeholder="查找，Enter 下一处"
          onChange={(event) => {
            setWanted(event.target.value);
            setHit(-1);
          }}
          onKeyDown={(event) => {
            if (event.key === 'Enter') seek(event.shiftKey ? -1 : 1);
          }}
        />
        <span className="hint" role="status">
          {wanted && (hits.length > 0 ? `${hit < 0 ? '' : `${hit + 1} / `}${hits.length} 处` : '没有找到')}
        </span>
        <span className="spacer" />
        {!printedOutside && (
          <button type="button" className="pdf-button" onClick={() => printFile(blob)}>
            打印
          </button>
        )}
      </div>
      {marks.size > 0 && (
        <nav className="pdf-remarks" aria-label="检查发现在报告中的位置">
          {(remarks ?? []).map((one) => {
            const place = marks.get(one.number);
            if (!place) return null;
            return (
              <button
                key={one.number}
                type="button"
                className="link"
                title={`${one.text}（第 ${place.page} 页）`}
                aria-label={`发现 ${one.number}：${one.text}，第 ${place.page} 页`}
                onClick={() => show(place.page, place)}
              >
                {one.number}
              </button>
            );
          })}
        </nav>
      )}
      <div
        // scrolled by the keyboard too
        className="pdf-pages"
        ref={box}
        tabIndex={0}
        role="region"
        aria-label={`${title}，共 ${pages.length} 页`}
      >
        {pages.length === 0 && <p className="hint">正在打开</p>}
        {pages.map((one, index) => (
          <Sheet
            key={index}
            page={one}
            number={index + 1}
            scale={scale}
            text={texts[index]?.pieces.map((piece) => piece.str).join(' ') ?? ''}
            hits={hits.filter((place) => place.page === index + 1)}
            now={hits[hit]}
            marks={[...marks].filter(([, place]) => place.page === index + 1)}
            onSeen={setCurrent}
          />
        ))}
      </div>
    </section>
  );
}

/** The document, its pages, and the text of each as it becomes known. */
function useDocument(blob: Blob) {
  const [pages, setPages] = useState<Page[]>([]);
  const [texts, setTexts] = useState<ReturnType<typeof pageText>[]>([]);
  const [fault, setFault] = useState('');
  useEffect(() => {
    let gone = false;
    let close = () => {};
    const read = async () => {
      const data = new Uint8Array(await blob.arrayBuffer());
      const task = pdfjs.getDocument({ data, useWasm: false, enableXfa: false });
      close = () => void task.destroy();
      const found = await task.promise;
      const all: Page[] = [];
      for (let n = 1; n <= found.numPages; n += 1) all.push(await found.getPage(n));
      if (gone) return;
      setPages(all);
      const read: ReturnType<typeof pageText>[] = [];
      for (const page of all) {
        const { items } = await page.getTextContent();
        read.push(pageText(items.filter((item): item is typeof item & Piece => 'str' in item)));
      }
      if (!gone) setTexts(read);
    };
    read().catch(() => {
      if (!gone) setFault('文件损坏或不是 PDF，请下载后查看');
    });
    return () => {
      gone = true;
      close();
    };
  }, [blob]);
  return { pages, texts, fault };
}

interface SheetProps {
  page: Page;
  number: number;
  scale: number;
  text: string;
  hits: Place[];
  now: Place | undefined;
  marks: [number, Place][];
  onSeen: (number: number) => void;
}

const MARK_WIDTH = 18; // of two that stand side by side; the margin of a page holds three

/** One page: drawn when it comes near, with boxes over what was searched and numbers beside what was remarked. */
function Sheet({ page, number, scale, text, hits, now, marks, onSeen }: SheetProps) {
  const sheet = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const [near, setNear] = useState(false);
  const view = useMemo(() => page.getViewport({ scale }), [page, scale]);
  useEffect(() => {
    if (!sheet.current) return;
    const coming = new IntersectionObserver(([entry]) => entry?.isIntersecting && setNear(true), {
      rootMargin: '600px',
    });
    const reading = new IntersectionObserver(([entry]) => entry?.isIntersecting && onSeen(number), {
      rootMargin: '-45% 0px -50% 0px',
    });
    coming.observe(sheet.current);
    reading.observe(sheet.current);
    return () => {
      coming.disconnect();
      reading.disconnect();
    };
  }, [number, onSeen]);
  useEffect(() => {
    if (!near || !canvas.current) return;
    const sharp = Math.min(2, window.devicePixelRatio || 1);
    const drawn = page.getViewport({ scale: scale * sharp });
    canvas.current.width = Math.floor(drawn.width);
    canvas.current.height = Math.floor(drawn.height);
    const task = page.render({ canvas: canvas.current, viewport: drawn });
    task.promise.catch(() => undefined); // another scale was asked for meanwhile
    return () => task.cancel();
  }, [near, page, scale]);
  const at = ({ x, y, width, height }: Place) => {
    const [left = 0, bottom = 0] = view.convertToViewportPoint(x, y);
    return { left, top: bottom - height * scale, width: width * scale, height: height * scale };
  };
  return (
    <div
      ref={sheet}
      className="pdf-sheet"
      data-page={number}
      style={{ width: view.width, height: view.height }}
    >
      <canvas
        ref={canvas}
        role="img"
        aria-label={`第 ${number} 页`}
        style={{ width: '100%', height: '100%' }}
      />
      <p className="sr-only">{text}</p>
      {hits.map((place) => (
        <span
          key={`${place.x} ${place.y}`}
          className={place === now ? 'pdf-hit now' : 'pdf-hit'}
          data-y={place.y}
          style={at(place)}
        />
      ))}
      {marks.map(([mark, place], index) => (
        <span
          key={mark}
          className="pdf-mark"
          data-y={place.y}
          style={{ top: at(place).top, left: 4 + besideOf(marks, index) * MARK_WIDTH }}
          aria-hidden="true"
        >
          {mark}
        </span>
      ))}
    </div>
  );
}
