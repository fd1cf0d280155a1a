/** What the phone and the server say to each other (POST /api/pda/…). */
import type { ItemScreen } from '@/api/shapes';

export interface Hello {
  serverTime: string;
  /** Why this terminal may not be used; empty when it may. */
  blocked: string;
  /** What is on a lost terminal is erased. */
  wipe: boolean;
  minimum: string;
  newest: string;
  notes: string;
  /** An older app may not go on; never while something waits to be sent. */
  forced: boolean;
}

export interface Guide {
  id: string;
  step: string;
  title: string;
  text: string;
  must: boolean;
}

export interface OldResult {
  [more: string]: unknown;
}

export interface Notice {
  words: string;
  term: string;
}

/** One job of the pack: everything that is needed at the machine. */
export interface Job {
  id: string;
  reportcode: string;
  record: string;
  version: number;
  step: string;
  main: boolean;
  equcode: string;
  equname: string;
  unit: string;
  address: string;
  sort: string;
  plandate: string;
  contact: string;
  entry: ItemScreen;
  last: OldResult[];
  notices: Notice[];
  guide: Guide[];
  device: Record<string, string>;
  editable: string[];
}

export interface PackLine {
  id: string;
  digest: string;
  same: boolean;
  job: Job | null;
}

export interface Pack {
  serverTime: string;
  digest: string;
  jobs: PackLine[];
  gone: { id: string; why: string }[];
}

export interface SentOp {
  id: string;
  seq: number;
  record: string;
  path: string;
  base: unknown;
  baseVersion: number;
  value: unknown;
  at: string;
  offset: number;
}

export type AnswerState = 'taken' | 'same' | 'merged' | 'conflict' | 'held' | 'refused';

export interface OpAnswer {
  id: string;
  seq: number;
  state: AnswerState;
  message: string;
  value: unknown;
  version: number;
}

export interface OpsAnswer {
  serverTime: string;
  /** The last sequence number of this terminal that the server has. */
  last: number;
  answers: OpAnswer[];
}

export interface Conflict {
  id: string;
  version: number;
  record: string;
  reportcode: string;
  path: string;
  words: string;
  mine: unknown;
  theirs: unknown;
  base: unknown;
  working: unknown;
  by: string;
  at: string;
}
