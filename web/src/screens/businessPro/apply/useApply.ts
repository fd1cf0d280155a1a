/** State of the declaration form: values, what the server knows of the devices, saving and submitting. */

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState } from 'react';
import { ApiError, doneWords, messageOf, postEnvelope, read } from '@/api/client';
import type { Check, DeclarationDetail, DeviceChoice } from '@/api/shapes';
import { unitDevicesQuery } from '@/screens/businessPro/api';
import { useApp } from '@/ui/useApp';
import { useOwnCopy } from '@/ui/useOwnCopy';
import { useValidate } from '@/ui/validators';
import { dropDraft, readDraft, useDraft } from '@/views/useDraft';
import { moveNamed } from '@/workflow/MoveDialog';
import { type ApplyValues, applyChecks, bodyOf, stops, valuesOf } from './model';

export interface ApplyConflict {
  sentence: string;
  who: string;
  when: string;
}

const BUSY = '有在办业务';

export function useApply(id: string | undefined, draftKey: string, start: ApplyValues) {
  const { message } = useApp();
  const client = useQueryClient();
  const check = useValidate();
  const kept = useRef(id ? null : readDraft<ApplyValues>(draftKey));
  const [values, setValues] = useState<ApplyValues>(kept.current?.values ?? start);
  const [restored, setRestored] = useState(kept.current?.at ?? null);
  const [dirty, setDirty] = useState(Boolean(kept.current));
  const [server, setServer] = useState<Check[]>([]);
  const [busy, setBusy] = useState<'save' | 'submit' | null>(null);
  const [conflict, setConflict] = useState<ApplyConflict | null>(null);
  const own = useOwnCopy();
  const loaded = useQuery({
    queryKey: ['declaration to fill', id, own.key],
    queryFn: () => read('/api/appmain/getDetailAppMain', { id }),
    enabled: Boolean(id),
    ...own.options,
  });

  const show = (declaration: DeclarationDetail) => {
    setValues(valuesOf(declaration));
    setServer(declaration.checks);
    setDirty(false);
  };
  const applied = useRef<DeclarationDetail>(undefined);
  useEffect(() => {
    if (!loaded.data || applied.current === loaded.data) return;
    applied.current = loaded.data;
    setValues(valuesOf(loaded.data));
    setServer(loaded.data.checks);
    setDirty(false);
  }, [loaded.data]);

  const ofUnit = useQuery(unitDevicesQuery(values.unitsysid, values.seisort, values.testsort));
  // A returned declaration holds its own items: they are no reason against its devices.
  const items = useMemo(
    () => new Set((loaded.data?.equipment ?? []).map((row) => String(row.equdatasysid))),
    [loaded.data],
  );
  const devices = useMemo(() => {
    const known = new Map((ofUnit.data ?? []).map((device) => [device.equdatasysid, device]));
    return values.devices.map((device) => {
      const now = known.get(device.equdatasysid) ?? device;
      return items.has(now.equdatasysid) && now.why.startsWith(BUSY) ? { ...now, why: '' } : now;
    });
  }, [values.devices, ofUnit.data, items]);
  const shown = useMemo(() => ({ ...values, devices }), [values, devices]);
  const draftAt = useDraft(draftKey, values, dirty && !id);

  const set = (change: Partial<ApplyValues>) => {
    setValues((old) => ({ ...old, ...change }));
    setServer([]); // the server's checks were about what it had saved
    setDirty(true);
  };
  const add = (more: DeviceChoice[]) => {
    setValues((old) => {
      const have = new Set(old.devices.map((device) => device.equdatasysid));
      const fresh = more.filter((device) => !have.has(device.equdatasysid));
      const first = old.devices[0] ?? fresh[0];
      return {
        ...old,
        devices: [...old.devices, ...fresh],
        equclacode: old.equclacode || (first?.equclacode ?? ''),
      };
    });
    setServer([]);
    setDirty(true);
  };

  const meet = async (error: unknown) => {
    if (error instanceof ApiError && error.status === 409) {
      setConflict({
        sentence: error.errorMsg,
        who: String(error.body.who ?? ''),
        when: String(error.body.when ?? ''),
      });
    } else message.error(messageOf(error));
  };

  const save = async (): Promise<boolean> => {
    setBusy('save');
    try {
      const answer = await postEnvelope<DeclarationDetail>('/api/appmain/saveAppMain', bodyOf(shown));
      show(answer.data);
      dropDraft(draftKey);
      setRestored(null);
      message.success(answer.errorMsg || `已暂存 ${String(answer.data.main.appno)}`);
      void client.invalidateQueries({ queryKey: ['rows'] });
      return true;
    } catch (error) {
      await meet(error);
      return false;
    } finally {
      setBusy(null);
    }
  };

  const submit = async (): Promise<string | null> => {
    setBusy('submit');
    try {
      const answer = await postEnvelope<{ appno: string }>('/api/appmain/submitAppMain', bodyOf(shown));
      dropDraft(draftKey);
      setDirty(false);
      void client.invalidateQueries({ queryKey: ['rows'] });
      return doneWords(answer, `申报单 ${answer.data.appno} 已提交`);
    } catch (error) {
      await meet(error);
      return null;
    } finally {
      setBusy(null);
    }
  };

  const takeLatest = async (mine: boolean) => {
    const latest = await read('/api/appmain/getDetailAppMain', { id: values.id });
    if (mine) {
      setValues((old) => ({ ...old, version: Number(latest.main.version) }));
      setServer([]);
    } else show(latest);
    setConflict(null);
  };

  const reset = () => {
    dropDraft(draftKey);
    setValues(start);
    setServer([]);
    setDirty(false);
    setRestored(null);
  };

  const checks = applyChecks(shown, check, server);
  return {
    values: shown,
    set,
    add,
    check,
    checks,
    stopping: stops(checks),
    unitDevices: ofUnit.data ?? [],
    loadingDevices: ofUnit.isFetching,
    error: loaded.error,
    loading: Boolean(id) && loaded.isPending,
    reload: () => void loaded.refetch(),
    /** It was handed in and is only read here. */
    submitted: Boolean(loaded.data && !moveNamed(loaded.data.moves, 'submit')),
    standing: loaded.data?.standing,
    dirty,
    draftAt,
    restored,
    reset,
    busy,
    save,
    submit,
    conflict,
    takeLatest,
    dropConflict: () => setConflict(null),
  };
}

export type ApplyState = ReturnType<typeof useApply>;
