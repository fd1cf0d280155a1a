/** How numbers, amounts, days and lateness are written. */
import dayjs from 'dayjs';

const count = new Intl.NumberFormat('zh-CN', { maximumFractionDigits: 6 });
const money = new Intl.NumberFormat('zh-CN', { minimumFractionDigits: 2, maximumFractionDigits: 2 });

export const isBlank = (value: unknown) => value === undefined || value === null || value === '';

export function formatNumber(value: unknown): string {
  if (isBlank(value)) return '';
  const number = Number(value);
  return Number.isFinite(number) ? count.format(number) : String(value);
}

export function formatMoney(value: unknown): string {
  if (isBlank(value)) return '';
  const number = Number(value);
  return Number.isFinite(number) ? money.format(number) : String(value);
}

export const formatDate = (value: unknown) => (isBlank(value) ? '' : String(value).slice(0, 10));
export const formatDateTime = (value: unknown) =>
  isBlank(value) ? '' : String(value).replace('T', ' ').slice(0, 16);

export function formatSize(bytes: number): string {
  if (bytes >= 1_048_576) return `${(bytes / 1_048_576).toFixed(1)} MB`;
  if (bytes >= 1024) return `${Math.round(bytes / 1024)} KB`;
  return `${bytes} B`;
}

/** 13:42 today, 昨日, 11-18 within the year, the whole date before. */
export function formatWhen(value: string | null | undefined, now = dayjs()): string {
  if (!value) return '';
  const at = dayjs(value);
  if (!at.isValid()) return value;
  if (at.isSame(now, 'day')) return at.format('HH:mm');
  if (at.isSame(now.subtract(1, 'day'), 'day')) return '昨日';
  return at.isSame(now, 'year') ? at.format('MM-DD') : at.format('YYYY-MM-DD');
}

export const formatDuration = (seconds: number | null) => {
  if (seconds === null) return '';
  if (seconds < 60) return `${Math.round(seconds)} 秒`;
  if (seconds < 3600) return `${Math.round(seconds / 60)} 分钟`;
  if (seconds < 86_400) return `${(seconds / 3600).toFixed(1)} 小时`;
  return `${(seconds / 86_400).toFixed(1)} 天`;
};

export const byWay = (value: unknown) => {
  if (value === 'APPLY') return '申报登记';
  return value === 'XCAPP' ? '现场申报' : '单位申报';
};
