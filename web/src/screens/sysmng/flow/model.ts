/** The drawing as the page holds it: one state for canvas and table, with everything that may be done to it. */
import type { Drawing, LineRow, NodeRow } from '@/api/shapes';

/** A row with a name of its own, which it keeps while others come and go. */
export interface Line extends Omit<LineRow, 'scope'> {
  key: string;
}

export interface Scope {
  equclass: string;
  seisort: string;
  testsort: string;
}
export const EVERYTHING: Scope = { equclass: '', seisort: '', testsort: '' };

export interface State {
  lines: Line[];
  past: Line[][];
  future: Line[][];
  /** What was loaded or saved last: what differs from it is not saved. */
  saved: Line[];
  /** The row that is looked at. */
  at: string;
  /** For which class and sort the canvas is drawn. */
  scope: Scope;
}

export type Act =
  | { do: 'load'; lines: Line[] }
  | { do: 'saved' }
  | { do: 'set'; key: string; values: Partial<Line> }
  | { do: 'own'; key: string; scope: Scope }
  | { do: 'remove'; key: string }
  | { do: 'look'; key: string }
  | { do: 'scope'; scope: Scope }
  | { do: 'undo' }
  | { do: 'redo' };

let made = 0;
const newKey = () => {
  made += 1;
  return `line${made}`;
};

export const linesOf = (page: Drawing): Line[] =>
  page.rows.map(({ scope: _words, ...row }) => ({ ...row, key: newKey() }));

export const begin = (lines: Line[]): State => ({
  lines,
  past: [],
  future: [],
  saved: lines,
  at: lines[0]?.key ?? '',
  scope: EVERYTHING,
});

function changed(state: State, lines: Line[], at = state.at): State {
  return { ...state, lines, at, past: [...state.past, state.lines], future: [] };
}

export function act(state: State, action: Act): State {
  switch (action.do) {
    case 'load':
      return begin(action.lines);
    case 'saved':
      return { ...state, saved: state.lines };
    case 'set':
      return changed(
        state,
        state.lines.map((line) => (line.key === action.key ? { ...line, ...action.values } : line)),
      );
    case 'own': {
      const place = state.lines.findIndex((line) => line.key === action.key);
      if (place < 0) return state;
      const line = { ...state.lines[place]!, ...action.scope, key: newKey() };
      const lines = [...state.lines.slice(0, place + 1), line, ...state.lines.slice(place + 1)];
      return { ...changed(state, lines, line.key), scope: scopeOf(line) };
    }
    case 'remove': {
      const gone = state.lines.find((line) => line.key === action.key);
      if (!gone) return state;
      const lines = state.lines.filter((line) => line !== gone);
      const base = lines.find((line) => line.step === gone.step && isForAll(line));
      return { ...changed(state, lines, base?.key ?? ''), scope: EVERYTHING };
    }
    case 'look':
      return { ...state, at: action.key };
    case 'scope': {
      const step = state.lines.find((line) => line.key === state.at)?.step ?? '';
      return {
        ...state,
        scope: action.scope,
        at: counting(state.lines, step, action.scope)?.key ?? state.at,
      };
    }
    case 'undo': {
      const last = state.past[state.past.length - 1];
      if (!last) return state;
      return { ...state, lines: last, past: state.past.slice(0, -1), future: [state.lines, ...state.future] };
    }
    case 'redo': {
      const [next, ...future] = state.future;
      if (!next) return state;
      return { ...state, lines: next, past: [...state.past, state.lines], future };
    }
  }
}

export const isForAll = (line: Scope) => !line.equclass && !line.seisort && !line.testsort;
export const scopeOf = (line: Scope): Scope => ({
  equclass: line.equclass.split(',')[0]!,
  seisort: line.seisort,
  testsort: line.testsort,
});
export const sameScope = (a: Scope, b: Scope) =>
  a.equclass === b.equclass && a.seisort === b.seisort && a.testsort === b.testsort;

function fits(line: Line, scope: Scope): boolean {
  const classes = line.equclass.split(',');
  return (
    (!line.equclass || classes.includes(scope.equclass)) &&
    (!line.seisort || line.seisort === scope.seisort) &&
    (!line.testsort || line.testsort === scope.testsort)
  );
}

const rank = (line: Line) => (line.equclass ? 4 : 0) + (line.testsort ? 2 : 0) + (line.seisort ? 1 : 0);

/** The row of a step that counts for a class and sort: of those that fit the one that says most. */
export function counting(lines: Line[], step: string, scope: Scope): Line | undefined {
  let best: Line | undefined;
  for (const line of lines) {
    if (line.step !== step || !fits(line, scope)) continue;
    if (!best || rank(line) > rank(best)) best = line;
  }
  return best;
}

/** A row as it is sent; empty lists say that there are none. */
export const sentOf = ({ key: _key, equclass, ...line }: Line) => ({
  ...line,
  equclass: equclass ? equclass.split(',') : [],
});

export const toggled = (list: readonly string[], one: string) =>
  list.includes(one) ? list.filter((other) => other !== one) : [...list, one];

export interface Words {
  nodes: Record<string, NodeRow>;
  /** Names of steps and of the end. */
  step: (code: string) => string;
  actor: (key: string) => string;
  scope: (line: Scope) => string;
}

export function wordsOf(page: Drawing): Words {
  const nodes = Object.fromEntries(page.nodes.map((node) => [node.code, node]));
  const actors = new Map(page.actors.map((one) => [one.value, one.label]));
  const named = (list: Drawing['classes'], value: string) =>
    list.find((one) => one.value === value)?.label ?? value;
  return {
    nodes,
    step: (code) => (code === page.end ? '已办结' : (nodes[code]?.name ?? code)),
    actor: (key) => actors.get(key) ?? key,
    scope: (line) =>
      [
        line.equclass
          .split(',')
          .filter(Boolean)
          .map((one) => named(page.classes, one))
          .join('、'),
        line.seisort && named(page.categories, line.seisort),
        line.testsort && named(page.sorts, line.testsort),
      ]
        .filter(Boolean)
        .join(' ') || '全部',
  };
}
