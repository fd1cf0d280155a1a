/** 凭证: the journal of a month as a workbook for the books. */
import { urlOf } from '@/api/client';
import type { ActionContext } from '@/views/actionRegistry';

export default function monthJournal({ ids }: ActionContext): void {
  window.location.assign(urlOf('/api/chamain/cashMonth/journal', { id: ids[0] }));
}
