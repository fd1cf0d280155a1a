/** What the phone and the server say to each other (POST /api/pda/…). */
import type { ItemScreen } from '@/api/shapes';
import type { Template } from './drawing';

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
  /** The last sequence number that the server has of this terminal. */
  last: number;
}

export interface Guide {
  id: string;
  step: string;
  title: string;
  text: string;
  must: boolean;
  /** Which text it is: another one is read anew. */
  read: string;
  /** Whether the server has that this person read it for this record. */
  confirmed: boolean;
}

/** What a report before said, its items by their number in the template. */
export interface OldReport {
  reportno: string;
  inspdate: string | null;
  conclusion: string;
  results: Record<string, { r?: string; v?: Record<string, string> }>;
}

export interface Notice {
  words: string;
  term: string | null;
}

/** One job of the pack: everything that is needed at the machine. */
export interface Job {
  id: string;
  reportcode: string;
  /** '' while there is none yet. */
  record: string;
  version: number;
  step: string;
  stepName: string;
  main: boolean;
  equcode: string;
  equname: string;
  unit: string;
  address: string;
  sort: string;
  plandate: string | null;
  contact: string;
  entry: ItemScreen;
  /** How the record is drawn; none while there is none. */
  template: Template | null;
  last: OldReport[];
  notices: Notice[];
  guide: Guide[];
  device: Record<string, string>;
  editable: string[];
  /** The names of the rows of its tables, in their order. */
  rows: Record<string, string[]>;
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

/** `by` wrote what is called mine, `other` the other value; empty where it was written at a desk. */
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
  other: string;
  at: string | null;
  /** Whether who asks may decide. */
  decides: boolean;
}
