/** Attachments of a record: kinds, list, upload, delete, preview, zip, phone code. */
import { queryOptions } from '@tanstack/react-query';
import { get, type Params, post, postJson, read, upload, urlOf } from './client';

export interface AttachmentConfig {
  type: string;
  label: string;
  required?: boolean;
  accept?: string;
  maxMb?: number;
  owner?: string;
}
export interface Attachment {
  attsysid: string;
  attrefsysid?: string;
  type: string;
  typeName?: string;
  name: string;
  size: number;
  mime?: string;
  createByName?: string;
  createTime?: string;
}

const BASE = '/api/equipment-documents/attachments';

export const attachmentConfigsQuery = queryOptions({
  queryKey: ['attachmentConfigs'],
  queryFn: () => get<AttachmentConfig[]>(`${BASE}/configs`),
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: Number.POSITIVE_INFINITY,
});

export const attachmentsQuery = (attrefsysid: string) =>
  queryOptions({
    queryKey: ['attachments', attrefsysid],
    queryFn: () => read<Attachment[]>('/a/stone/attachment/findAttList', { attrefsysid }),
    enabled: Boolean(attrefsysid),
  });

export const uploadAttachment = (fields: Params, file: File, onProgress?: (percent: number) => void) =>
  upload<Attachment[] | Attachment>(BASE, fields, file, onProgress);
export const deleteAttachment = (attsysid: string) => post<null>(`${BASE}/delete`, { attsysid });
export const deleteAttachments = (attsysidList: string[]) =>
  postJson<null>(`${BASE}/batchDelete`, { attsysidList });

export const previewUrl = (attsysid: string) => urlOf(`${BASE}/preview`, { attsysid });
export const zipUrl = (attsysidList: string[]) => urlOf(`${BASE}/batchDownload`, { attsysidList });
export const qrCodeUrl = (attrefsysid: string, owner: string) =>
  urlOf(`${BASE}/qrcode`, { attrefsysid, owner });

/** What a phone shows above its button: the token stands in for a session. */
export interface PhoneRecord {
  title: string;
  number: string;
  owner: string;
  userName: string;
}
export const phoneRecord = (token: string, attrefsysid: string) =>
  read<PhoneRecord>(`${BASE}/phone`, { token, attrefsysid }, { stay: true });
