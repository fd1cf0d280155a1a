/** The record of a job as it stands on this phone. */
import { useMemo } from 'react';
import type { Job } from './contract';
import type { Draft } from './core';
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
