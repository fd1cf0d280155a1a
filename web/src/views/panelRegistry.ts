/** Drawings that no declaration can give: screens register them, a part of a record names them. */
import type { ComponentType } from 'react';

export type PanelTable = Record<
  string,
  () => Promise<{ default: ComponentType<{ data: unknown; id: string }> }>
>;

const loaders: PanelTable = {
  jobProgress: () => import('./JobProgress'),
  checkList: () => import('./CheckListPanel'),
};

export function registerPanels(table: PanelTable): void {
  Object.assign(loaders, table);
}

export function panelLoader(name: string): PanelTable[string] {
  const load = loaders[name];
  if (!load) throw new Error(`没有登记面板 ${name}`);
  return load;
}
