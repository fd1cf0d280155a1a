/** The ground of a map, by OpenLayers: names of divisions, pictures below where the installation has some, circles. */

import { platformModifierKeyOnly, shiftKeyOnly } from 'ol/events/condition';
import Feature from 'ol/Feature';
import Point from 'ol/geom/Point';
import DragBox from 'ol/interaction/DragBox';
import { defaults as interactions } from 'ol/interaction/defaults';
import TileLayer from 'ol/layer/Tile';
import VectorLayer from 'ol/layer/Vector';
import OlMap from 'ol/Map';
import { fromLonLat, transformExtent } from 'ol/proj';
import VectorSource from 'ol/source/Vector';
import XYZ from 'ol/source/XYZ';
import { Fill, Icon, Stroke, Style, Text } from 'ol/style';
import View from 'ol/View';
import type { MapAnswer, Square } from '@/api/shapes';
import type { Box } from './box';

/** What the server holds for the country: a box beyond it is no question. */
const COUNTRY: Box = [73, 0, 136, 54];
const NEAREST = 18;

interface Heard {
  onSeen: (box: Box) => void;
  onPick: (box: Box) => void;
}

const clamp = (value: number, low: number, high: number) => Math.min(high, Math.max(low, value));

/** What of an extent lies in the country; nothing when it lies beside it. */
function within(extent: number[]): Box | undefined {
  const [west, south, east, north] = transformExtent(extent, 'EPSG:3857', 'EPSG:4326') as Box;
  const box: Box = [
    clamp(west, COUNTRY[0], COUNTRY[2]),
    clamp(south, COUNTRY[1], COUNTRY[3]),
    clamp(east, COUNTRY[0], COUNTRY[2]),
    clamp(north, COUNTRY[1], COUNTRY[3]),
  ];
  return box[0] < box[2] && box[1] < box[3] ? box : undefined;
}

export class Ground {
  private readonly map: OlMap;
  private readonly circles = new VectorSource();
  private readonly names = new VectorSource();
  private readonly below = new TileLayer();
  private readonly colours: Record<'late' | 'soon' | 'well' | 'text' | 'name', string>;
  private onSquare: (square: Square) => void = () => undefined;

  constructor(place: HTMLElement, { onSeen, onPick }: Heard) {
    const style = getComputedStyle(place);
    const colour = (name: string, plain: string) => style.getPropertyValue(name).trim() || plain;
    this.colours = {
      late: colour('--alarm', '#b42318'),
      soon: colour('--caution', '#b54708'),
      well: colour('--accent', '#0b5c8e'),
      text: '#fff',
      name: colour('--ink2', '#5b6b79'),
    };
    const box = new DragBox({ condition: shiftKeyOnly });
    const near = new DragBox({ condition: platformModifierKeyOnly });
    this.map = new OlMap({
      target: place,
      layers: [
        this.below,
        new VectorLayer({ source: this.names, declutter: true }),
        new VectorLayer({ source: this.circles }),
      ],
      interactions: interactions({ shiftDragZoom: false }).extend([box, near]),
      view: new View({
        extent: transformExtent(COUNTRY, 'EPSG:4326', 'EPSG:3857'),
        maxZoom: NEAREST,
        constrainOnlyCenter: true,
      }),
    });
    place.querySelector<HTMLElement>('.ol-viewport')?.setAttribute('tabindex', '0');
    const tell = () => {
      const seen = within(this.map.getView().calculateExtent(this.map.getSize()));
      if (seen) onSeen(seen);
    };
    this.map.once('rendercomplete', tell); // the first frame is no move
    this.map.on('moveend', tell);
    this.map.on('singleclick', (event) => {
      const hit = this.map.forEachFeatureAtPixel(
        event.pixel,
        (one) => one.get('square') as Square | undefined,
      );
      if (hit) this.onSquare(hit);
    });
    this.map.on('pointermove', (event) => {
      const over = this.map.forEachFeatureAtPixel(event.pixel, (one) => Boolean(one.get('square')));
      place.style.cursor = over ? 'pointer' : '';
    });
    box.on('boxend', () => {
      const picked = within(box.getGeometry().getExtent());
      if (picked) onPick(picked);
    });
    near.on('boxend', () => this.map.getView().fit(near.getGeometry().getExtent(), { duration: 200 }));
  }

  /** Go where a box fills the picture; the whole country without one. */
  show(box: Box | undefined): void {
    this.map.updateSize(); // of a picture that was just put there
    const extent = transformExtent(box ?? COUNTRY, 'EPSG:4326', 'EPSG:3857');
    this.map.getView().fit(extent, { maxZoom: NEAREST, padding: box ? [24, 24, 24, 24] : [0, 0, 0, 0] });
  }

  get isNearest(): boolean {
    return (this.map.getView().getZoom() ?? 0) >= NEAREST - 1;
  }

  draw(answer: MapAnswer, onSquare: (square: Square) => void): void {
    this.onSquare = onSquare;
    if (answer.tiles && !this.below.getSource()) this.below.setSource(new XYZ({ url: answer.tiles }));
    const most = Math.max(1, ...answer.squares.map((one) => one.count));
    this.circles.clear();
    this.circles.addFeatures(answer.squares.map((one) => this.circle(one, most)));
    this.names.clear();
    this.names.addFeatures(answer.divisions.map((one) => this.name(one.name, one.lng, one.lat)));
  }

  end(): void {
    this.map.setTarget(undefined);
    this.map.dispose();
  }

  private circle(square: Square, most: number): Feature {
    const made = new Feature({ geometry: new Point(fromLonLat([square.lng, square.lat])), square });
    // the area of a circle says how many there are, and its smallest can be hit
    const radius = square.count === 1 ? 7 : 11 + 15 * Math.sqrt(square.count / most);
    made.setStyle(
      new Style({
        image: new Icon({ img: this.pie(square, radius), width: 2 * radius, height: 2 * radius }),
        text:
          square.count === 1
            ? undefined
            : new Text({
                text:
                  square.count >= 10_000 ? `${(square.count / 10_000).toFixed(1)}万` : String(square.count),
                fill: new Fill({ color: this.colours.text }),
                stroke: new Stroke({ color: 'rgba(0,0,0,.35)', width: 2 }),
                font: '12px sans-serif',
              }),
        zIndex: square.late,
      }),
    );
    return made;
  }

  /** A circle whose parts say how many are late and how many soon will be. */
  private pie(square: Square, radius: number): HTMLCanvasElement {
    const scale = window.devicePixelRatio || 1;
    const canvas = document.createElement('canvas');
    canvas.width = canvas.height = Math.ceil(2 * radius * scale);
    const drawn = canvas.getContext('2d');
    if (!drawn) return canvas;
    drawn.scale(scale, scale);
    let from = -Math.PI / 2;
    const well = square.count - square.late - square.soon;
    const parts = [
      [square.late, this.colours.late],
      [square.soon, this.colours.soon],
      [well, this.colours.well],
    ] as const;
    for (const [count, colour] of parts) {
      const to = from + (2 * Math.PI * count) / square.count;
      drawn.beginPath();
      drawn.moveTo(radius, radius);
      drawn.arc(radius, radius, radius - 1.5, from, to);
      drawn.closePath();
      drawn.fillStyle = colour;
      if (count > 0) drawn.fill();
      from = to;
    }
    drawn.beginPath();
    drawn.arc(radius, radius, radius - 1, 0, 2 * Math.PI);
    drawn.strokeStyle = '#fff';
    drawn.lineWidth = 1.5;
    drawn.stroke();
    return canvas;
  }

  private name(text: string, lng: number, lat: number): Feature {
    const made = new Feature(new Point(fromLonLat([lng, lat])));
    made.setStyle(
      new Style({
        text: new Text({
          text,
          offsetY: -28, // its devices stand in the middle of a division
          font: '14px sans-serif',
          fill: new Fill({ color: this.colours.name }),
          stroke: new Stroke({ color: '#fff', width: 3 }),
        }),
      }),
    );
    return made;
  }
}
