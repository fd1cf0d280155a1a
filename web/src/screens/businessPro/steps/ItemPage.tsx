/** What the pages of a single business item share: loading, the strip, who may act, leaving when it is done. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import type { ItemScreen, Move } from '@/api/shapes';
import { itemQuery, openItem } from '@/screens/businessPro/api';
import { limitWords } from '@/ui/limit';
import { useTab, useTabTitle } from '@/ui/tab';
import { FaultNote } from '@/views/ListStates';
import { MoveDialog, primaryOf } from '@/workflow/MoveDialog';
import { Standing } from '@/workflow/Standing';
import { StepStrip } from '@/workflow/StepStrip';
import { ReturnNote } from './DeclarationSummary';
import '@/screens/businessPro/parts/business.css';

export interface ItemTools {
  id: string;
  screen: ItemScreen;
  /** This item waits here for this user. */
  mine: boolean;
  reload: () => void;
  finish: () => void;
  /** Asks what another move of the step wants to know; afterwards the page is left or read again. */
  ask: (move: Move | undefined, then?: 'stay') => void;
}

interface Props {
  /** The move that is made here. */
  move: string;
  actions?: (tools: ItemTools) => ReactNode;
  children: (tools: ItemTools) => ReactNode;
}

export function ItemPage({ move, actions, children }: Props) {
  const [search] = useSearchParams();
  const id = search.get('id') ?? '';
  const client = useQueryClient();
  const navigate = useNavigate();
  const tab = useTab();
  const query = useQuery(itemQuery(id));
  const [asked, setAsked] = useState<{ move: Move; stay: boolean }>();
  const head = query.data?.head;
  const mine = Boolean(head?.mine && primaryOf(head.moves)?.name === move);
  useTabTitle(head?.reportno || head?.seisn);
  useEffect(() => {
    if (mine) void openItem(id);
  }, [mine, id]);
  if (query.isLoadingError) return <FaultNote error={query.error} onRetry={() => query.refetch()} />;
  if (!query.data || !head) return <div className="page fixed" />;
  const finish = () => {
    void client.invalidateQueries({ queryKey: ['rows'] });
    tab.close();
    navigate(head.list);
  };
  const tools: ItemTools = {
    id,
    screen: query.data,
    mine,
    reload: () => void query.refetch(),
    finish,
    ask: (next, then) => next && setAsked({ move: next, stay: then === 'stay' }),
  };
  const limit = limitWords(head.limit_at);
  return (
    <div className="page fixed">
      <StepStrip
        title={head.reportno || head.seisn}
        subject={`${head.unitname}　${head.equname}　${head.useplace}`}
        who={mine ? `检验 ${head.inspectornames}` : `${head.stepName}，只能查看`}
        limit={limit ? `期限 ${limit.text}` : undefined}
        late={limit?.late}
        actions={actions?.(tools)}
      />
      {!head.standing && <ReturnNote row={head} />}
      <Standing notice={head.standing} lacking={head.lacking} />
      {head.payunitNote && <p className="caution">{head.payunitNote}</p>}
      {children(tools)}
      {asked && (
        <MoveDialog
          move={asked.move}
          rows={[head]}
          onClose={() => setAsked(undefined)}
          onDone={asked.stay ? tools.reload : finish}
        />
      )}
    </div>
  );
}
