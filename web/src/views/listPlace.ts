/** Where a list begins, and what it asks the server for there: known before anything of it is drawn. */
import type { Params } from '@/api/client';
import type { TableConfig } from '@/api/shapes';

export interface ListPlace {
  search: Params;
  /** The part of the list that was picked, when it has parts. */
  segment?: string;
  pageNo: number;
  pageSize?: number;
  sort?: string;
  viewId?: string;
  columns?: string[];
  /** Drawn as a map. */
  mapped?: boolean;
  /** Count exactly although there are more than the cap. */
  exact?: boolean;
}

export const COLUMNS_STORE = 'scdeap_columns';
const SIZES_STORE = 'scdeap_page_sizes';
const ROW_HEIGHT = 33;
const AROUND_ROWS = 260; // the bars above and below the rows of a list

/** How many rows fill a window of this height. */
export const fitting = (height: number) => Math.ceil((height - AROUND_ROWS) / ROW_HEIGHT);

const storedSizes = (): Record<string, number> => {
  try {
    return JSON.parse(localStorage.getItem(SIZES_STORE) ?? '{}') as Record<string, number>;
  } catch {
    return {};
  }
};

/** The size of the pages of a list that somebody chose stays chosen. */
export function storePageSize(viewNo: string, size: number): void {
  try {
    localStorage.setItem(SIZES_STORE, JSON.stringify({ ...storedSizes(), [viewNo]: size }));
  } catch {
    // a full or forbidden store: the choice holds until the page is left
  }
}

export function storedColumns(viewNo: string): string[] | undefined {
  try {
    return (JSON.parse(localStorage.getItem(COLUMNS_STORE) ?? '{}') as Record<string, string[]>)[viewNo];
  } catch {
    return undefined;
  }
}

/** The conditions of an address; the key of a record names the page, not rows of a list on it. */
export const fromAddress = (search: string): Params => {
  const { id: _, ...conditions } = Object.fromEntries(new URLSearchParams(search));
  return conditions;
};

/** What an address says beside the conditions of the search: the part that is opened, and its order. */
export function placeOf({
  segment,
  orderBy,
  ...search
}: Params): Pick<ListPlace, 'search' | 'segment' | 'sort'> {
  return {
    search,
    ...(segment ? { segment: String(segment) } : {}),
    ...(orderBy ? { sort: String(orderBy) } : {}),
  };
}

/** The order that somebody picked, else that of the part that is open. */
export function sortOf(config: TableConfig, place: ListPlace): string {
  const part = config.segments.find((one) => one.code === place.segment);
  return place.sort ?? part?.sort ?? config.defaultSort;
}

/** An address with conditions brings its own; otherwise the list stands where its tab left it. */
export function firstPlace(
  viewNo: string,
  addressSearch: string,
  memory: ReadonlyMap<string, unknown>,
): ListPlace {
  const asked = fromAddress(addressSearch);
  if (Object.keys(asked).length > 0) {
    return { ...placeOf(asked), pageNo: 1, columns: storedColumns(viewNo) };
  }
  const remembered = memory.get(`list ${viewNo}`) as ListPlace | undefined;
  return remembered ?? { search: {}, pageNo: 1, columns: storedColumns(viewNo) };
}

/** The conditions and the order of a list; an export asks for the same. */
export function conditionsAsked(config: TableConfig, place: ListPlace, fixed?: Params): Params {
  const part = place.segment && { segment: place.segment };
  return {
    ...config.params,
    ...fixed,
    ...place.search,
    ...part,
    orderBy: sortOf(config, place),
  };
}

/** Rows of a page: as many as were chosen, else as fill the window, and not less than the list says. */
export const pageSizeOf = (config: TableConfig, place: ListPlace, room = 0) =>
  place.pageSize ?? storedSizes()[config.viewNo] ?? Math.max(config.pageSize ?? 20, room);

/** One page of it. */
export function pageAsked(config: TableConfig, place: ListPlace, fixed?: Params, room?: number): Params {
  return {
    ...conditionsAsked(config, place, fixed),
    pageNo: place.pageNo,
    pageSize: pageSizeOf(config, place, room),
  };
}
