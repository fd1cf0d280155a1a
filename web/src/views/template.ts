import type { Row } from '@/api/layout';

/** Fills `{prop}` from a row: /businessPro/applyInfo?id={id}. A missing value leaves an empty place. */
export function fillTemplate(template: string, row: Row | undefined): string {
  return template.replace(/\{(\w+)\}/g, (_, prop: string) => {
    const value = row?.[prop];
    return value === undefined || value === null ? '' : encodeURIComponent(String(value));
  });
}

/** A sentence with the values of a row in their places. */
export const say = (template: unknown, row: Row): string =>
  String(template ?? '').replace(/\{(\w+)\}/g, (_, prop: string) => String(row[prop] ?? ''));

/** Whether a row meets the values an action or a field asks for. */
export function meets(when: Record<string, unknown[]> | undefined, row: Row | undefined): boolean {
  if (!when) return true;
  return Object.entries(when).every(([prop, values]) =>
    values.map(String).includes(String(row?.[prop] ?? '')),
  );
}
