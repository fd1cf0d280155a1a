/** Every colour has one meaning. This table is written to :root as --name; charts and antd read the same table. */

export type ThemeName = 'default' | 'black';

export const palette = {
  default: {
    ink: '#1B2731', // text; 15:1 on white
    ink2: '#4B5966', // labels, table heads; 7:1
    ink3: '#5B6975', // hints, units, placeholders: the lightest grey for words
    edge: '#8793A0', // borders of inputs and buttons; 3.1:1, WCAG 1.4.11
    line: '#CFD7DE', // axes, dividers inside strips
    hair: '#E4E9ED', // borders between rows and panels
    ground: '#EDF0F3', // behind panels
    panel: '#FFFFFF',
    head: '#F5F7F9', // table head, strips, read-only fields
    bar: '#12303F', // top bar
    accent: '#0B5F8A', // what can be pressed, what is selected, where the focus is; 7:1
    accentInk: '#0B5F8A', // the accent as text
    accentSoft: '#E7F0F5', // selected row, current item
    accentMid: '#8FB9CE', // second series in charts
    alarm: '#BE1E17', // overdue, unqualified; nothing else; 6.2:1
    alarmSoft: '#FDF1EF',
    caution: '#8A5700', // soon due, wrong input, check before going on; 6.1:1
    cautionSoft: '#FCF5E5',
    done: '#2F6B4F', // only in the tick of a finished automatic check
  },
  black: {
    ink: '#E3E8EC',
    ink2: '#AAB6C0',
    ink3: '#8E9BA6',
    edge: '#62707C',
    line: '#3A4854',
    hair: '#27323B',
    ground: '#0E1418',
    panel: '#151D23', // not pure black: hairlines must stay visible on office screens
    head: '#1A242B',
    bar: '#0A1014',
    accent: '#2678A6', // fills; white text 4.9:1
    accentInk: '#6DB6DC', // links need a lighter accent than fills on dark ground; 7.6:1
    accentSoft: '#173040',
    accentMid: '#3F6F8A',
    alarm: '#FF8074', // light red; 7.0:1 on panel
    alarmSoft: '#2C1B1B',
    caution: '#E2B45A',
    cautionSoft: '#2B2415',
    done: '#7CC4A0',
  },
} as const;

export type Palette = { [name in keyof (typeof palette)['default']]: string };

export const fontFamily =
  '"Microsoft YaHei UI","Microsoft YaHei","PingFang SC","Noto Sans CJK SC","Source Han Sans SC",sans-serif';

const STORE = 'scdeap_theme';
const listeners = new Set<() => void>();

export function currentTheme(): ThemeName {
  return localStorage.getItem(STORE) === 'black' ? 'black' : 'default';
}

export function subscribeTheme(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Writes the colours to the page; every entry calls it before it draws. */
export function applyTheme(name: ThemeName = currentTheme()): void {
  const root = document.documentElement;
  for (const [key, value] of Object.entries(palette[name])) root.style.setProperty(`--${key}`, value);
  root.style.setProperty('--font', fontFamily);
  root.style.colorScheme = name === 'black' ? 'dark' : 'light';
  root.dataset.theme = name;
}

export function switchTheme(name: ThemeName): void {
  localStorage.setItem(STORE, name);
  applyTheme(name);
  for (const listener of listeners) listener();
}
