/** What was typed and not yet saved, kept on this computer so that a closed window costs nothing. */
import { useQuery } from '@tanstack/react-query';
import { Form } from 'antd';
import { useEffect, useRef, useState } from 'react';
import type { Row } from '@/api/layout';
import { userQuery } from '@/api/user';
import type { RecordForm } from './useRecordForm';

const STORE = 'scdeap_draft ';
const AFTER_MS = 1000;
const KEPT_DAYS = 7;

interface Kept<T> {
  at: string;
  values: T;
}

export function readDraft<T>(key: string): Kept<T> | null {
  try {
    const kept = JSON.parse(localStorage.getItem(STORE + key) ?? 'null') as Kept<T> | null;
    if (!kept || Date.now() - Date.parse(kept.at) > KEPT_DAYS * 86_400_000) return null;
    return kept;
  } catch {
    return null;
  }
}

export const dropDraft = (key: string) => localStorage.removeItem(STORE + key);

/** Writes `values` a second after the last change while `dirty`; answers when it was written. */
export function useDraft<T>(key: string, values: T, dirty: boolean): Date | null {
  const [at, setAt] = useState<Date | null>(null);
  const latest = useRef(values);
  latest.current = values;
  useEffect(() => {
    if (!dirty) return;
    const timer = setTimeout(() => {
      const now = new Date();
      try {
        localStorage.setItem(STORE + key, JSON.stringify({ at: now.toISOString(), values }));
        setAt(now);
      } catch {
        setAt(null); // a full store: the work goes on, only without a draft
      }
    }, AFTER_MS);
    return () => clearTimeout(timer);
  }, [key, values, dirty]);
  return at;
}

/** The draft of a declared form, under a name and for this user. It is offered when the record is as it was then. */
export function useFormDraft(name: string, state: RecordForm) {
  const { data: user } = useQuery({ ...userQuery, enabled: Boolean(name) });
  const key = name && user ? `${name} ${user.id}` : '';
  const values = Form.useWatch([], state.form) as Row | undefined;
  const at = useDraft(key, { version: state.record?.version, values }, Boolean(key) && state.dirty);
  const [settled, setSettled] = useState(false);
  const kept = key && !settled && !state.dirty ? readDraft<{ version?: unknown; values: Row }>(key) : null;
  const offered = kept && state.record && kept.values.version === state.record.version ? kept : null;
  return {
    at,
    offered: offered?.at,
    take: () => {
      state.form.setFieldsValue(offered?.values.values ?? {});
      state.setDirty(true);
      setSettled(true);
    },
    drop: () => {
      dropDraft(key);
      setSettled(true);
    },
  };
}
