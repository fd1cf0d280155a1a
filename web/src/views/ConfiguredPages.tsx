/** Pages that are only configuration: what a route row with a viewNo opens. */
import { useQuery } from '@tanstack/react-query';
import { useParams, useSearchParams } from 'react-router';
import { formConfigQuery, loadRecord } from '@/api/layout';
import { useTab } from '@/ui/tab';
import { DetailView } from './DetailView';
import { FormView } from './FormView';
import { FaultNote } from './ListStates';

function useRecordId(): string | undefined {
  const { id } = useParams();
  const [search] = useSearchParams();
  return id ?? search.get('id') ?? undefined;
}

export function ConfiguredForm({ viewNo, title }: { viewNo: string; title: string }) {
  const id = useRecordId();
  const tab = useTab();
  return <FormView viewNo={viewNo} id={id} title={title} onSaved={() => id || tab.close()} />;
}

export function ConfiguredDetail({ viewNo, title }: { viewNo: string; title: string }) {
  const id = useRecordId();
  const declared = useQuery(formConfigQuery(viewNo));
  const url = declared.data?.loadUrl;
  const record = useQuery({
    queryKey: ['record', viewNo, id],
    queryFn: () => loadRecord(url!, id!),
    enabled: Boolean(url && id),
    staleTime: 0,
  });
  const error = declared.error ?? record.error;
  if (error) return <FaultNote error={error} onRetry={() => record.refetch()} />;
  return <DetailView title={title} config={declared.data} record={record.data} />;
}
