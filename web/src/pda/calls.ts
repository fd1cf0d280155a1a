/** The calls of the phone. */
import { askJson } from '@/api/client';
import type { Conflict, Hello, OpsAnswer, Pack, SentOp } from './contract';

export const APP = '1.0.0';

const NAME_MOST = 64;

/** What a person recognises his phone by in the list of terminals. */
function phoneName(): string {
  const agent = navigator.userAgent;
  const model = /\(([^)]*)\)/.exec(agent)?.[1]?.split(';').slice(-2).join(' ').trim();
  return (model || agent).slice(0, NAME_MOST);
}

const contact = (device: string) => ({
  device,
  app: APP,
  name: phoneName(),
  clock: new Date().toISOString(),
});

export const hello = (device: string) => askJson<Hello>('/api/pda/hello', contact(device));

export const fetchPack = (device: string, have: Record<string, string>) =>
  askJson<Pack>('/api/pda/pack', { ...contact(device), have });

export const sendOps = (device: string, ops: SentOp[]) =>
  askJson<OpsAnswer>('/api/pda/ops', { ...contact(device), ops });

export const submitRecord = (device: string, record: string, version: number) =>
  askJson<unknown>('/api/pda/submit', { ...contact(device), record, version });

export const fetchConflicts = () => askJson<Conflict[]>('/api/pda/conflicts', { record: null });

export const decide = (body: {
  id: string;
  version: number;
  value?: unknown;
  choice?: string;
  reason: string;
}) => askJson<unknown>('/api/pda/decide', body);
