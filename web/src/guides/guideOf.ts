/** Which guide a screen has: that of its own path, else of the longest beginning of it, and what its kind adds. */
import type { RouteRow } from '@/ui/routeRow';
import { GUIDES, type Guide, KEYS, type Key, KINDS, PEOPLE } from './content';

export type People = keyof typeof PEOPLE;

/** The guide written for a path, if there is one. */
export function writtenFor(path: string): Guide | undefined {
  let best: { guide: Guide; length: number } | undefined;
  for (const guide of GUIDES) {
    for (const at of guide.at) {
      const fits = at === path || (at.endsWith('/') && path.startsWith(at));
      if (fits && at.length > (best?.length ?? 0)) best = { guide, length: at.length };
    }
  }
  return best?.guide;
}

/** What `?` shows on a screen: its tasks and those of its kind, its keys, and the general guide of this person. */
export function guideOf(row: Pick<RouteRow, 'path' | 'title' | 'kind'>, people: People) {
  const written = writtenFor(row.path);
  const kind = KINDS[row.kind] ?? KINDS.page!;
  const keys: Key[] = [...(row.path === ENTRY ? ENTRY_KEYS : isDecision(row.path) ? DECISION_KEYS : [])];
  return {
    title: row.title || written?.title || '本页',
    tasks: [...(written?.tasks ?? []), ...kind.tasks],
    keys: [...keys, ...kind.keys, ...KEYS],
    general: PEOPLE[people],
  };
}

const ENTRY = '/businessPro/reportEnterInfo';
const ENTRY_KEYS: Key[] = [
  ['1 2 3 4', '合格、不合格、无此项、整改'],
  ['Enter', '下一项'],
  ['Ctrl ↓', '下一未填'],
  ['F2', '常用语'],
  ['P', '拍照'],
  ['Alt S', '保存'],
];
const DECISION_KEYS: Key[] = [
  ['A', '同意'],
  ['R', '退回'],
  ['S', '先跳过'],
  ['N', '下一件'],
];
const isDecision = (path: string) => /\/(reportConfirmInfo|reportAudit\/form|ApprovalInfo)$/.test(path);
