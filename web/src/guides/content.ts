/** What the guides say: tasks in steps (guides.csv), and the keys of each kind of screen. Fetched when asked for. */
import table from './guides.csv?raw';

export type People = 'inspection' | 'supervision' | 'unit' | 'admin';
export interface Task {
  /** Paths, or beginnings of paths (ending in /), of its screens, the longest counts; or a kind of screen; or GENERAL. */
  at: string[];
  /** Who is told; everybody when empty. */
  people: string[];
  /** Told to who has one of these permissions; to everybody when empty. */
  needs: string[];
  guide: string;
  title: string;
  steps: string[];
}
export type Key = [keys: string, what: string];

/** Beside the tasks of a screen: the general guide of each kind of people. */
export const GENERAL = 'general';

const words = (cell: string) => cell.split(' ').filter(Boolean);

export const TASKS: Task[] = table
  .trim()
  .split('\n')
  .slice(1)
  .map((line) => {
    const [at = '', people = '', needs = '', guide = '', title = '', steps = ''] = line.split(',');
    return {
      at: words(at),
      people: words(people),
      needs: words(needs),
      guide,
      title,
      steps: steps.split('|'),
    };
  });

/** Keys that every screen of a kind has. */
export const KINDS: Record<string, Key[]> = {
  list: [
    ['↑ ↓', '移动到上一行、下一行'],
    ['空格', '选中这一行'],
    ['Enter', '打开这一行'],
    ['Esc', '取消全部选中'],
    ['Alt N', '新增（有此按钮的列表）'],
  ],
  form: [
    ['Alt S', '保存'],
    ['Tab', '下一个字段'],
  ],
  detail: [['Esc', '关闭弹出的窗口']],
  page: [['Esc', '关闭弹出的窗口']],
  desktop: [['Tab', '在各块之间移动']],
};

/** Everywhere. */
export const KEYS: Key[] = [
  ['?', '打开本页指南'],
  ['Ctrl K', '查找设备、单位、单号和菜单'],
];
