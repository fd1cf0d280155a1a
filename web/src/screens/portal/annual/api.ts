/** The stored figures of a year (server/tejian/statistics/annual). */
import { type Params, post, read } from '@/api/client';

const CALL = '/api/public/annual';

export const loadAnnual = (asked: Params) => read(CALL, asked, { stay: true });
export const fileOf = (asked: Record<string, string>) => `${CALL}Export?${new URLSearchParams(asked)}`;

const COUNT = 'statistics:annual:count';

/** Whether this visitor is logged in and may have a year counted. */
export async function mayCount(): Promise<boolean> {
  const rows = await read('/api/user/permission', {}, { stay: true });
  return rows.some((row) => row.operatorCode === COUNT);
}

export const countYear = (year: number) => post('/api/statistics/annualCount', { year });

/** A share in per cent, one decimal; nothing to divide by gives a dash. */
export const share = (part: number, of: number) => (of > 0 ? `${((part * 100) / of).toFixed(1)}%` : '—');
