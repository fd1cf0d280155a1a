/** Where a list stands: search, page, order, view, columns. Kept in the tab, so that coming back finds the place. */
import { useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import type { Params } from '@/api/client';
import type { SavedView } from '@/api/shapes';
import { useTab } from '@/ui/tab';
import {
  COLUMNS_STORE,
  firstPlace,
  fromAddress,
  type ListPlace,
  placeOf,
  storedColumns,
  storePageSize,
} from './listPlace';

function storeColumns(viewNo: string, columns: string[] | undefined): void {
  const all = JSON.parse(localStorage.getItem(COLUMNS_STORE) ?? '{}') as Record<string, string[] | undefined>;
  localStorage.setItem(COLUMNS_STORE, JSON.stringify({ ...all, [viewNo]: columns }));
}

export function useListState(viewNo: string) {
  const location = useLocation();
  const { memory } = useTab();
  const [place, setPlace] = useState<ListPlace>(() => firstPlace(viewNo, location.search, memory));

  // A link into an open list (from a desktop, from a figure) brings its own conditions.
  const seen = useRef(location.search);
  useEffect(() => {
    if (location.search === seen.current) return;
    seen.current = location.search;
    const asked = fromAddress(location.search);
    if (Object.keys(asked).length > 0)
      setPlace((old) => ({
        ...old,
        sort: undefined,
        segment: undefined,
        ...placeOf(asked),
        pageNo: 1,
        viewId: undefined,
      }));
  }, [location.search]);

  useEffect(() => {
    memory.set(`list ${viewNo}`, place);
  }, [memory, viewNo, place]);

  const patch = (change: Partial<ListPlace>) => setPlace((old) => ({ ...old, ...change }));
  return {
    place,
    setPage: (pageNo: number) => patch({ pageNo }),
    setPageSize: (pageSize: number) => {
      storePageSize(viewNo, pageSize);
      patch({ pageNo: 1, pageSize });
    },
    setSearch: (search: Params) => patch({ search, pageNo: 1, exact: false, viewId: undefined }),
    /** The rows of a part of the map, as a list. */
    setBox: (box: string) =>
      setPlace((old) => ({
        ...old,
        search: { ...old.search, mapBox: box },
        mapped: false,
        pageNo: 1,
        exact: false,
        viewId: undefined,
      })),
    setSegment: (segment: string | undefined) => patch({ segment, pageNo: 1, exact: false }),
    setSort: (sort: string | undefined) => patch({ sort, pageNo: 1 }),
    countExactly: () => patch({ exact: true }),
    setMapped: (mapped: boolean) => patch({ mapped }),
    setColumns: (columns: string[] | undefined) => {
      storeColumns(viewNo, columns);
      patch({ columns });
    },
    setView: (view: SavedView | undefined) =>
      patch({
        viewId: view?.viewId,
        segment: undefined,
        search: view?.search ?? {},
        sort: view?.sort || undefined,
        columns: view?.columns?.length ? view.columns : storedColumns(viewNo),
        pageNo: 1,
        exact: false,
      }),
  };
}

export type ListState = ReturnType<typeof useListState>;
