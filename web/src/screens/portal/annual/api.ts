/** The stored figures of a year (server/tejian/statistics/annual). */
import { type Params, post, read } from '@/api/client';

export interface Figures {
  code: string;
  name: string;
  total: number;
  inuse: number;
  stopped: number;
  scrapped: number;
  registered: number;
  due: number;
  done: number;
  inspected: number;
  unqualified: number;
}

interface Edition {
  number: number;
  closed: boolean;
  upto: string;
  at: string;
  by: string;
  units: { useunits: number; maintainers: number; makers: number; installers: number; persons: number };
}

export interface Annual {
  years: number[];
  year: number;
  notes: string[];
  edition: Edition | null;
  editions?: { number: number; at: string; closed: boolean }[];
  area?: string;
  areas?: Figures[];
  classes?: Figures[];
  kinds?: Figures[];
  kindsOfClasses?: { equclass: string; seisort: string; inspected: number; unqualified: number }[];
}

const CALL = '/api/public/annual';

export const loadAnnual = (asked: Params) => read<Annual>(CALL, asked, { stay: true });
export const fileOf = (asked: Record<string, string>) => `${CALL}Export?${new URLSearchParams(asked)}`;

const COUNT = 'statistics:annual:count';

/** Whether this visitor is logged in and may have a year counted. */
export async function mayCount(): Promise<boolean> {
  const rows = await read('/api/user/permission', {}, { stay: true });
  return rows.some((row) => row.operatorCode === COUNT);
}

export const countYear = (year: number) => post<{ year: number }>('/api/statistics/annualCount', { year });

/** A share in per cent, one decimal; nothing to divide by gives a dash. */
export const share = (part: number, of: number) => (of > 0 ? `${((part * 100) / of).toFixed(1)}%` : '—');
