/** Shows the first number a rule would give today. */
import { messageOf, read } from '@/api/client';
import type { ActionContext } from '@/views/actionRegistry';

export default async function previewNumber({ rows, notify }: ActionContext): Promise<void> {
  const { label, pattern, reset } = rows[0]!;
  try {
    const made = await read('/api/system/number/preview', { pattern, reset });
    notify.info({ title: String(label), content: made.sample });
  } catch (error) {
    notify.error(messageOf(error));
  }
}
