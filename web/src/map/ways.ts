/** The ways of some days on a map, by OpenLayers: a line for each with its stops in order, and places that stand alone. */

import { boundingExtent } from 'ol/extent';
import Feature from 'ol/Feature';
import LineString from 'ol/geom/LineString';
import Point from 'ol/geom/Point';
import TileLayer from 'ol/layer/Tile';
import VectorLayer from 'ol/layer/Vector';
import OlMap from 'ol/Map';
import { fromLonLat } from 'ol/proj';
import VectorSource from 'ol/source/Vector';
import XYZ from 'ol/source/XYZ';
import { Circle, Fill, Stroke, Style, Text } from 'ol/style';
import RegularShape from 'ol/style/RegularShape';
import View from 'ol/View';

/** A stop; without a `place` in a way it stands alone. */
export interface Stop {
  key: string;
  lng: number;
  lat: number;
  label: string;
  late: boolean;
}

export interface Drawn {
  colour: string;
  stops: Stop[];
}

const RADIUS = 11;
const NEAREST = 17;
/** So far beside each other, in pixels, are drawn stops of one place. */
const BESIDE = 16;
/** What is nearer than this part of the whole picture is one place. */
const ONE_PLACE = 1 / 50;

/** How far apart places are at most, in degrees one way or the other. */
const span = (places: [number, number][]) =>
  Math.max(
    ...[0, 1].map((at) => {
      const own = places.map((one) => one[at] ?? 0);
      return Math.max(...own) - Math.min(...own);
    }),
  );

export class Ways {
  private readonly map: OlMap;
  private readonly lines = new VectorSource();
  private readonly stops = new VectorSource();
  private readonly below = new TileLayer();

  constructor(place: HTMLElement, onStop: (key: string) => void) {
    this.map = new OlMap({
      target: place,
      layers: [this.below, new VectorLayer({ source: this.lines }), new VectorLayer({ source: this.stops })],
      view: new View({ center: [0, 0], zoom: 10, maxZoom: NEAREST }),
    });
    place.querySelector<HTMLElement>('.ol-viewport')?.setAttribute('tabindex', '0');
    this.map.on('singleclick', (event) => {
      const key = this.map.forEachFeatureAtPixel(
        event.pixel,
        (one) => one.get('stop') as string | undefined,
        {
          hitTolerance: 4,
        },
      );
      if (key) onStop(key);
    });
    this.map.on('pointermove', (event) => {
      const over = this.map.forEachFeatureAtPixel(event.pixel, (one) => Boolean(one.get('stop')));
      place.style.cursor = over ? 'pointer' : '';
    });
  }

  /** Draw the ways from their start and back, and what stands alone; `picked` is the key of the stop in hand. */
  draw(ways: readonly Drawn[], alone: Drawn, start: [number, number], picked: string): void {
    const begin = fromLonLat(start);
    this.lines.clear();
    this.stops.clear();
    const all = [...ways, alone].flatMap((one) => one.stops);
    const near = ONE_PLACE * span([start, ...all.map((one): [number, number] => [one.lng, one.lat])]);
    const drawn: Stop[] = [];
    for (const way of ways) {
      const places = way.stops.map((one) => fromLonLat([one.lng, one.lat]));
      const line = new Feature(new LineString([begin, ...places, begin]));
      line.setStyle(new Style({ stroke: new Stroke({ color: way.colour, width: 2.5 }) }));
      this.lines.addFeature(line);
    }
    for (const { colour, stops } of [alone, ...ways]) {
      for (const stop of stops) {
        const turn = drawn.filter(
          (one) => Math.abs(one.lng - stop.lng) <= near && Math.abs(one.lat - stop.lat) <= near,
        ).length;
        drawn.push(stop);
        this.stops.addFeature(this.stop(stop, colour, turn, stop.key === picked));
      }
    }
    const origin = new Feature(new Point(begin));
    const ink = '#1f2d3a';
    origin.setStyle(
      new Style({
        image: new RegularShape({ points: 4, radius: 9, fill: new Fill({ color: ink }) }),
        text: new Text({
          text: '出发地',
          offsetY: 18,
          font: '12px sans-serif',
          fill: new Fill({ color: ink }),
          stroke: new Stroke({ color: '#fff', width: 3 }),
        }),
      }),
    );
    this.stops.addFeature(origin);
  }

  /** Go where all of it is in sight. */
  show(places: readonly (readonly [number, number])[]): void {
    this.map.updateSize();
    const extent = boundingExtent(places.map(([lng, lat]) => fromLonLat([lng, lat])));
    this.map.getView().fit(extent, { padding: [56, 32, 32, 32], maxZoom: 15 });
  }

  tiles(address: string): void {
    if (address && !this.below.getSource()) this.below.setSource(new XYZ({ url: address }));
  }

  end(): void {
    this.map.setTarget(undefined);
    this.map.dispose();
  }

  private stop(stop: Stop, colour: string, turn: number, picked: boolean): Feature {
    const made = new Feature({ geometry: new Point(fromLonLat([stop.lng, stop.lat])), stop: stop.key });
    const displacement = [turn * BESIDE, 0];
    made.setStyle(
      new Style({
        image: new Circle({
          radius: picked ? RADIUS + 3 : RADIUS,
          fill: new Fill({ color: colour }),
          stroke: new Stroke({
            color: picked ? '#1f2d3a' : stop.late ? '#b42318' : '#fff',
            width: picked ? 3 : 2,
          }),
          displacement,
        }),
        text: new Text({
          text: stop.label,
          offsetX: turn * BESIDE,
          font: 'bold 12px sans-serif',
          fill: new Fill({ color: '#fff' }),
        }),
        zIndex: picked ? 2 : 1,
      }),
    );
    return made;
  }
}
