/** The page of the address, its declarations and its user are fetched side by side, not one after another. */
import { dictQuery } from '@/api/dict';
import { fetchRowsAhead, searchFormQuery, tableConfigQuery } from '@/api/layout';
import { queryClient } from '@/api/queryClient';
import { sessionStore } from '@/api/sessionStore';
import { menuQuery, permissionQuery, userQuery } from '@/api/user';
import { firstPlace, fitting, pageAsked } from '@/views/listPlace';
import { loadPage, rowOf } from './routeTable';
import { TabMemory } from './tabs';

/** Started once, before anything is drawn; what fails is asked for again, and told, by whoever needs it. */
export function fetchFirstPage(): void {
  if (!sessionStore.isLoggedIn()) return;
  const row = rowOf(location.pathname);
  void queryClient.prefetchQuery(userQuery);
  if (row.kind === 'list' && row.viewNo) {
    void fetchFirstRows(row.viewNo);
    void queryClient.prefetchQuery(searchFormQuery(row.viewNo));
  }
  loadPage(row);
  void queryClient.prefetchQuery(menuQuery);
  void queryClient.prefetchQuery(permissionQuery);
  if (row.viewNo) void queryClient.prefetchQuery(dictQuery);
}

async function fetchFirstRows(viewNo: string): Promise<void> {
  const config = await queryClient.fetchQuery(tableConfigQuery(viewNo)).catch(() => undefined);
  if (!config) return;
  const { pathname, search } = location;
  const place = firstPlace(viewNo, search, new TabMemory(pathname)); // a list has one tab, named by its path
  await fetchRowsAhead(queryClient, config.url, pageAsked(config, place, undefined, fitting(innerHeight)));
}
