/** Where the phone is, asked only when the inspector says so. */

export interface Position {
  latitude: number;
  longitude: number;
  accuracy: number;
  /** When the phone knew it. */
  located: string;
}

const PATIENCE_MS = 20_000;
const DENIED = 1;

export class NotLocated extends Error {
  /** The inspector, not the phone, said no. */
  readonly denied: boolean;
  constructor(denied: boolean) {
    super(denied ? '浏览器没有允许定位' : '手机没有取得位置，请到空旷处重试');
    this.denied = denied;
  }
}

export function locate(): Promise<Position> {
  return new Promise((found, failed) => {
    if (!navigator.geolocation) {
      failed(new NotLocated(false));
      return;
    }
    navigator.geolocation.getCurrentPosition(
      ({ coords, timestamp }) =>
        found({
          latitude: Number(coords.latitude.toFixed(6)),
          longitude: Number(coords.longitude.toFixed(6)),
          accuracy: Math.ceil(coords.accuracy),
          located: new Date(timestamp).toISOString(),
        }),
      (error) => failed(new NotLocated(error.code === DENIED)),
      { enableHighAccuracy: true, timeout: PATIENCE_MS, maximumAge: 0 },
    );
  });
}
