/** The archive of a device: what the server answers, and which class a page is for. */

import { queryOptions } from '@tanstack/react-query';
import { read } from '@/api/client';
import { fresh } from '@/api/fresh';
import type { DeviceDetail, EquipmentForm } from '@/api/shapes';

export const maintenanceQuery = (id: string) =>
  fresh(['maintenance of', id], '/api/eqdbase/eqdBasic/maintenance', { id });
export const lineageQuery = (entity: string, id: string) =>
  fresh(['lineage', entity, id], '/api/archives/lineage', { entity, id });

export const deviceQuery = (equclass: string, id: string, asOf = '', known = true) =>
  queryOptions({
    queryKey: ['device', equclass, id, asOf, known],
    queryFn: () =>
      read<DeviceDetail>(`/api/eqd${equclass}tpm/eqd${equclass}tpm/getDetailBy${equclass}`, {
        id,
        asOf,
        known: known ? '1' : '0',
      }),
    staleTime: 0,
    enabled: Boolean(equclass && id),
  });

export const equipmentFormQuery = (equclass: string, equclacode: string) =>
  queryOptions({
    queryKey: ['equipment form', equclass, equclacode],
    queryFn: () => read('/api/eqdbase/eqdBasic/findFormConfig', { equclass, equclacode }),
    staleTime: 600_000,
    enabled: Boolean(equclass),
    placeholderData: (old: EquipmentForm | undefined) => old,
  });

/** The field table names a code by what it holds; a screen shows the word of it. */
export const plainLabel = (label: string) => label.replace(/代码[(（]最深级[)）]/, '');
