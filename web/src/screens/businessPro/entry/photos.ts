/** Photos of the items: attachments of the business item, each with the number of its item. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { App } from 'antd';
import { useMemo, useState } from 'react';
import { attachmentsQuery, deleteAttachments, uploadAttachment } from '@/api/attachments';
import { messageOf } from '@/api/client';
import type { AttachmentLine } from '@/api/shapes';

export type Photo = AttachmentLine & { item?: string };

/** 现场照片 in the dictionary of attachment kinds. */
const PHOTO_KIND = '18';

export function usePhotos(id: string) {
  const client = useQueryClient();
  const { message } = App.useApp();
  const query = attachmentsQuery(id);
  const { data } = useQuery(query);
  const [uploading, setUploading] = useState<Record<string, number>>({});
  const photos = useMemo(
    () => ((data ?? []) as Photo[]).filter((file) => !file.mime || file.mime.startsWith('image/')),
    [data],
  );
  const counts = useMemo(() => {
    const out = new Map<string, number>();
    for (const photo of photos) if (photo.item) out.set(photo.item, (out.get(photo.item) ?? 0) + 1);
    return out;
  }, [photos]);
  const refresh = () => client.invalidateQueries({ queryKey: query.queryKey });

  const add = async (item: number, files: File[]) => {
    const key = String(item);
    const count = (by: number) =>
      setUploading((old) => ({ ...old, [key]: Math.max(0, (old[key] ?? 0) + by) }));
    count(files.length);
    for (const file of files) {
      try {
        await uploadAttachment({ attrefsysid: id, owner: 'business', type: PHOTO_KIND, item: key }, file);
      } catch (error) {
        message.error(`${file.name}：${messageOf(error)}`);
      } finally {
        count(-1);
      }
    }
    await refresh();
  };

  const remove = async (attsysid: string) => {
    try {
      await deleteAttachments(photos.filter((photo) => photo.attsysid === attsysid));
      await refresh();
    } catch (error) {
      message.error(messageOf(error));
    }
  };

  return {
    photos,
    counts,
    of: (item: number) => photos.filter((photo) => photo.item === String(item)),
    uploading: (item: number) => uploading[String(item)] ?? 0,
    add,
    remove,
  };
}
