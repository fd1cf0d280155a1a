/** Marks on a photo, as parts of its width and height, and how they are drawn. */
export type MarkKind = 'circle' | 'arrow' | 'text';

export interface Mark {
  kind: MarkKind;
  x: number;
  y: number;
  x2: number;
  y2: number;
  words?: string;
}

const WIDTH = 0.006; // of a line, of the longer side
const LETTER = 0.035;
const HEAD = Math.PI / 7; // half the angle of the head of an arrow

type Pen = Pick<
  CanvasRenderingContext2D,
  | 'beginPath'
  | 'ellipse'
  | 'moveTo'
  | 'lineTo'
  | 'stroke'
  | 'fillText'
  | 'strokeText'
  | 'lineWidth'
  | 'strokeStyle'
  | 'fillStyle'
  | 'font'
  | 'lineJoin'
>;

export function drawMarks(pen: Pen, marks: readonly Mark[], width: number, height: number): void {
  const longer = Math.max(width, height);
  pen.lineJoin = 'round';
  for (const mark of marks) {
    const [x, y, x2, y2] = [mark.x * width, mark.y * height, mark.x2 * width, mark.y2 * height];
    pen.lineWidth = Math.max(2, longer * WIDTH);
    pen.strokeStyle = '#e00000';
    if (mark.kind === 'text') {
      pen.font = `600 ${Math.round(longer * LETTER)}px sans-serif`;
      pen.strokeStyle = '#ffffff'; // an edge, so that it is read on anything
      pen.strokeText(mark.words ?? '', x, y);
      pen.fillStyle = '#e00000';
      pen.fillText(mark.words ?? '', x, y);
      continue;
    }
    pen.beginPath();
    if (mark.kind === 'circle')
      pen.ellipse((x + x2) / 2, (y + y2) / 2, Math.abs(x2 - x) / 2, Math.abs(y2 - y) / 2, 0, 0, 2 * Math.PI);
    else {
      const angle = Math.atan2(y2 - y, x2 - x);
      const long = Math.min(Math.hypot(x2 - x, y2 - y), longer * LETTER);
      pen.moveTo(x, y);
      pen.lineTo(x2, y2);
      for (const side of [angle - HEAD, angle + HEAD]) {
        pen.moveTo(x2, y2);
        pen.lineTo(x2 - long * Math.cos(side), y2 - long * Math.sin(side));
      }
    }
    pen.stroke();
  }
}

/** Whether a stroke is one: a tap of circle or arrow draws nothing. */
export const isDrawn = (mark: Mark) =>
  mark.kind === 'text' ? Boolean(mark.words?.trim()) : Math.hypot(mark.x2 - mark.x, mark.y2 - mark.y) > 0.02;
