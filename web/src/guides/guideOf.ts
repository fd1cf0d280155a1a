/** Which tasks a screen tells whom: those of its own path, else of the longest beginning of it, and those of its kind. */
import type { RouteRow } from '@/ui/routeRow';
import { GENERAL, KEYS, type Key, KINDS, type People, TASKS, type Task } from './content';

export interface Reader {
  people: People;
  can: (code: string) => boolean;
}

const GENERAL_TITLES: Record<People, string> = {
  inspection: '检验人员指南',
  supervision: '监管人员指南',
  unit: '企业用户指南',
  admin: '管理员指南',
};

/** The three administrators: who runs the platform, who gives rights and who reads the log. */
const ADMINISTRATION = ['watch:health:query', 'system:role:save', 'system:audit:query'];

export function peopleOf(side: Exclude<People, 'admin'>, can: Reader['can']): People {
  return side === 'inspection' && ADMINISTRATION.some(can) ? 'admin' : side;
}

const fits = (at: string, path: string) => at === path || (at.endsWith('/') && path.startsWith(at));

/** The tasks written for a path, for whomever. */
export function writtenFor(path: string): Task[] {
  const length = (task: Task) =>
    Math.max(0, ...task.at.filter((at) => fits(at, path)).map((at) => at.length));
  const best = Math.max(...TASKS.map(length));
  return best > 0 ? TASKS.filter((task) => length(task) === best) : [];
}

const told = (tasks: Task[], { people, can }: Reader) =>
  tasks.filter(
    (task) =>
      (task.people.length === 0 || task.people.includes(people)) &&
      (task.needs.length === 0 || task.needs.some(can)),
  );

const placed = (at: string) => TASKS.filter((task) => task.at.includes(at));

/** What `?` shows on a screen: its tasks and those of its kind, its keys, and the general guide of this person. */
export function guideOf(row: Pick<RouteRow, 'path' | 'title' | 'kind'>, reader: Reader) {
  const written = told(writtenFor(row.path), reader);
  const keys: Key[] = [...(row.path === ENTRY ? ENTRY_KEYS : isDecision(row.path) ? DECISION_KEYS : [])];
  return {
    title: row.title || written[0]?.guide || '本页',
    tasks: [...written, ...told(placed(row.kind), reader)],
    keys: [...keys, ...(KINDS[row.kind] ?? []), ...KEYS],
    general: { title: GENERAL_TITLES[reader.people], tasks: told(placed(GENERAL), reader) },
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
