/** The record of a job as it stands on this phone. */
import { useMemo } from 'react';
import type { Guide, Job } from './contract';
import type { Draft, State } from './core';
import { filledOf } from './paths';
import { usePhone } from './phone';

const NONE: ReadonlyMap<string, Draft> = new Map();

export function useDrafts(record: string): ReadonlyMap<string, Draft> {
  return usePhone().state.drafts.get(record) ?? NONE;
}

export function useFilled(job: Job) {
  const drafts = useDrafts(job.record);
  return useMemo(
    () => filledOf(job, new Map([...drafts].map(([path, one]) => [path, one.value]))),
    [job, drafts],
  );
}

/** The items that have a photo, on this phone or at the server. */
export function photosOf(job: Job, { photos }: Pick<State, 'photos'>): ReadonlySet<string> {
  const here = photos.filter((one) => one.record === job.record && one.state !== 'refused');
  return new Set([...here, ...(job.entry.photos ?? [])].map((one) => one.item));
}

/** The steps whose hints are read before anything is recorded; those after it before the record is handed in. */
const BEFORE = new Set(['出发前', '进场']);

/** Whether a hint was read for this record: here, or as the server knows. What was not taken counts for nothing. */
export function isRead(guide: Guide, drafts: ReadonlyMap<string, Draft>): boolean {
  const draft = drafts.get(`guide.${guide.id}`);
  const here = draft && draft.state !== 'refused' && draft.state !== 'held';
  return guide.confirmed || (here ? (draft.value as { read?: string } | null)?.read === guide.read : false);
}

/** How many hints that must be confirmed are not yet: of those before recording, and of all. */
export function useUnread(job: Job): { before: number; all: number } {
  const drafts = useDrafts(job.record);
  const unread = job.guide.filter((one) => one.must && !isRead(one, drafts));
  return { before: unread.filter((one) => BEFORE.has(one.step)).length, all: unread.length };
}
