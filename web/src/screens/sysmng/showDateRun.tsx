/** Opens one recomputation of next dates. */
import type { ActionContext } from '@/views/actionRegistry';
import { DateRunDialog } from './DateRunDialog';

export default function showDateRun({ ids, open, refresh }: ActionContext): void {
  open((close) => (
    <DateRunDialog
      id={ids[0]!}
      onClose={() => {
        close();
        refresh();
      }}
    />
  ));
}
