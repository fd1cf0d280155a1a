/** What a page may know about the tab it stands in: its title, unsaved work, closing, and a memory of its own. */
import { createContext, useContext, useEffect } from 'react';

export interface TabHandle {
  key: string;
  setTitle: (title: string) => void;
  setDirty: (dirty: boolean) => void;
  /** Closes without asking, for use after saving. */
  close: () => void;
  /** Where a page keeps its place (search, page number, scroll); gone when the tab is closed. */
  memory: Map<string, unknown>;
}

const none: TabHandle = {
  key: '',
  setTitle: () => undefined,
  setDirty: () => undefined,
  close: () => undefined,
  memory: new Map(),
};

export const TabContext = createContext<TabHandle>(none);

export const useTab = () => useContext(TabContext);

/** Names the tab after what is open in it, for example an equipment code. */
export function useTabTitle(title: string | undefined): void {
  const { setTitle } = useTab();
  useEffect(() => {
    if (title) setTitle(title);
  }, [title, setTitle]);
}

export function useUnsaved(dirty: boolean): void {
  const { setDirty } = useTab();
  useEffect(() => {
    setDirty(dirty);
    return () => setDirty(false);
  }, [dirty, setDirty]);
  useEffect(() => {
    if (!dirty) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [dirty]);
}
