/** The dialog of a move on a step page, and the moves as the server offers them with what a page shows. */

import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { formConfigQuery, type Row } from '@/api/layout';
import type { Move } from '@/api/shapes';

const FormDialog = lazy(() => import('@/views/FormDialog'));

export const primaryOf = (moves: Move[] = []) => moves.find((move) => move.primary);
export const backOf = (moves: Move[] = []) => moves.find((move) => move.back);
export const moveNamed = (moves: Move[] = [], name: string) => moves.find((move) => move.name === name);

/** A field of a move's form, for a page that draws it by hand. */
export function useMoveField(move: Move | undefined, prop: string) {
  const { data } = useQuery({ ...formConfigQuery(move?.form ?? ''), enabled: Boolean(move?.form) });
  return data?.groups.flatMap((group) => group.fields).find((field) => field.prop === prop);
}

interface Props {
  move: Move | undefined;
  /** The records that it is made on, as they were read; the words of the dialog speak of the first. */
  rows: readonly object[];
  onClose: () => void;
  onDone: () => void;
}

export function MoveDialog({ move, rows, onClose, onDone }: Props) {
  if (!move?.form) return null;
  const read = rows as Row[];
  return (
    <Suspense fallback={null}>
      <FormDialog
        viewNo={move.form}
        ids={read.map((row) => String(row.id))}
        rows={read}
        onClose={onClose}
        onSaved={onDone}
      />
    </Suspense>
  );
}
