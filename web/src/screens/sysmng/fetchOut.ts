/** 下载: the package that was made, to whoever asked for it. */
import { fetchFile, messageOf } from '@/api/client';
import { saveFile } from '@/ui/saveFile';
import type { ActionContext } from '@/views/actionRegistry';

export default async function fetchOut({ rows, notify }: ActionContext): Promise<void> {
  try {
    const made = await fetchFile('/api/moving/out/fetch', {}, { id: rows[0]!.id });
    saveFile(made.blob, made.name);
  } catch (error) {
    notify.error(messageOf(error));
  }
}
