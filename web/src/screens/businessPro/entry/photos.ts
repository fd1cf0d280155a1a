/** Photos of the items: attachments of the business item, each with the number of its item. */

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState } from 'react';
import { attachmentsQuery, deleteAttachments, uploadAttachment } from '@/api/attachments';
import { messageOf } from '@/api/client';
import type { AttachmentLine } from '@/api/shapes';
import { useApp } from '@/ui/useApp';

export type Photo = AttachmentLine & { item?: string };

/** 现场照片 in the dictionary of attachment kinds. */
const PHOTO_KIND = '18';

/** Its place is a table: the server says which row it had when that row is gone. */
const ofTable = (photo: Photo) => Boolean(photo.item) && Number.isNaN(Number(photo.item));

/** The pictures of a record, read again when a version of it was stored that may have moved those of rows. */
export function usePhotos(id: string, version: number) {
  const client = useQueryClient();
  const { message } = useApp();
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
  const stored = useRef(version);
  useEffect(() => {
    if (stored.current === version) return;
    stored.current = version;
    if (photos.some(ofTable)) void client.invalidateQueries({ queryKey: attachmentsQuery(id).queryKey });
  }, [version, photos, client, id]);

  /** Uploads pictures for an item, or for the rows of a table by its code; gives the keys of those that arrived. */
  const add = async (place: number | string, files: File[], busy = String(place)): Promise<string[]> => {
    const key = busy;
    const made: string[] = [];
    const count = (by: number) =>
      setUploading((old) => ({ ...old, [key]: Math.max(0, (old[key] ?? 0) + by) }));
    count(files.length);
    for (const file of files) {
      try {
        const item = String(place);
        const [sent] = await uploadAttachment(
          { attrefsysid: id, owner: 'business', type: PHOTO_KIND, item },
          file,
        );
        if (sent) made.push(sent.attsysid);
      } catch (error) {
        message.error(`${file.name}：${messageOf(error)}`);
      } finally {
        count(-1);
      }
    }
    await refresh();
    return made;
  };

  /** Whether it is gone: only who took a picture takes it off. */
  const remove = async (attsysid: string): Promise<boolean> => {
    try {
      await deleteAttachments(photos.filter((photo) => photo.attsysid === attsysid));
      await refresh();
      return true;
    } catch (error) {
      message.error(messageOf(error));
      return false;
    }
  };

  return {
    photos,
    counts,
    of: (place: number | string) => photos.filter((photo) => photo.item === String(place)),
    uploading: (busy: number | string) => uploading[String(busy)] ?? 0,
    add,
    remove,
  };
}
