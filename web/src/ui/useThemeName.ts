import { useSyncExternalStore } from 'react';
import { currentTheme, subscribeTheme, type ThemeName } from './palette';

export function useThemeName(): ThemeName {
  return useSyncExternalStore(subscribeTheme, currentTheme);
}
