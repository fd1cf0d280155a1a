/** What the pages of a single business item share: loading, the strip, who may act, leaving when it is done. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { type ItemScreen, itemQuery, openItem } from '@/screens/businessPro/api';
import { ItemReturn } from '@/screens/businessPro/parts/ItemReturn';
import { limitWords } from '@/screens/businessPro/parts/limit';
import { useTab, useTabTitle } from '@/ui/tab';
import { FaultNote } from '@/views/ListStates';
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
  sendBack: () => void;
}

interface Props {
  step: string;
  /** Where one goes when the work is done. */
  list: string;
  actions?: (tools: ItemTools) => ReactNode;
  children: (tools: ItemTools) => ReactNode;
}

export function ItemPage({ step, list, actions, children }: Props) {
  const [search] = useSearchParams();
  const id = search.get('id') ?? '';
  const client = useQueryClient();
  const navigate = useNavigate();
  const tab = useTab();
  const query = useQuery(itemQuery(id));
  const [returning, setReturning] = useState(false);
  const head = query.data?.head;
  const mine = Boolean(head?.mine && head.step === step);
  useTabTitle(head?.reportno || head?.seisn);
  useEffect(() => {
    if (mine) void openItem(id);
  }, [mine, id]);
  if (query.isError) return <FaultNote error={query.error} onRetry={() => query.refetch()} />;
  if (!query.data || !head) return <div className="page fixed" />;
  const finish = () => {
    void client.invalidateQueries({ queryKey: ['rows'] });
    tab.close();
    navigate(list);
  };
  const tools: ItemTools = {
    id,
    screen: query.data,
    mine,
    reload: () => void query.refetch(),
    finish,
    sendBack: () => setReturning(true),
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
      <ReturnNote row={head} />
      {children(tools)}
      {returning && (
        <ItemReturn ids={[id]} steps={head.returns} onClose={() => setReturning(false)} onDone={finish} />
      )}
    </div>
  );
}
