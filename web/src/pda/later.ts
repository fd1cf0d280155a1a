/** Beside the work itself: fetched right after the start, so that they are there when the net goes. */
import { lazy } from 'react';

const parts = {
  Conflicts: () => import('./Conflicts'),
  Forgotten: () => import('./Forgotten'),
  MarkSheet: () => import('./MarkSheet'),
  Presence: () => import('./Presence'),
  QueuePage: () => import('./QueuePage'),
  Settings: () => import('./Settings'),
};

export const Conflicts = lazy(parts.Conflicts);
export const Forgotten = lazy(parts.Forgotten);
export const MarkSheet = lazy(parts.MarkSheet);
export const Presence = lazy(parts.Presence);
export const QueuePage = lazy(parts.QueuePage);
export const Settings = lazy(parts.Settings);

export function fetchLater(): void {
  void import('./pieces').catch(() => undefined);
  for (const fetched of Object.values(parts)) void fetched().catch(() => undefined);
}
