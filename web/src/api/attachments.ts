/** Attachments of a record: kinds, list, upload, delete, preview, zip, phone code. */

import { queryOptions } from '@tanstack/react-query';
import { get, type Params, postJson, read, upload, urlOf } from './client';
import type { AttachmentLine } from './shapes';

const BASE = '/api/equipment-documents/attachments' as const;

export const attachmentConfigsQuery = queryOptions({
  queryKey: ['attachmentConfigs'],
  queryFn: () => get(`${BASE}/configs`),
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: Number.POSITIVE_INFINITY,
});

export const attachmentsQuery = (attrefsysid: string) =>
  queryOptions({
    queryKey: ['attachments', attrefsysid],
    queryFn: () => read('/a/stone/attachment/findAttList', { attrefsysid }),
    enabled: Boolean(attrefsysid),
  });

export const uploadAttachment = (fields: Params, file: File, onProgress?: (percent: number) => void) =>
  upload(BASE, fields, file, onProgress);
export const deleteAttachments = (files: readonly Pick<AttachmentLine, 'attsysid' | 'version'>[]) =>
  postJson<null>(`${BASE}/batchDelete`, {
    attsysidList: files.map((file) => file.attsysid),
    version: files.map((file) => file.version),
  });

export const previewUrl = (attsysid: string) => urlOf(`${BASE}/preview`, { attsysid });
export const zipUrl = (attsysidList: string[]) => urlOf(`${BASE}/batchDownload`, { attsysidList });
export const qrCodeUrl = (attrefsysid: string, owner: string) =>
  urlOf(`${BASE}/qrcode`, { attrefsysid, owner });

export const phoneRecord = (token: string, attrefsysid: string) =>
  read(`${BASE}/phone`, { token, attrefsysid }, { stay: true });
