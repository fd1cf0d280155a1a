/** What a route row of kind `detail` opens: the record of `id`, with `edit=1` its form, without a key a new one. */
import { useQueryClient } from '@tanstack/react-query';
import { useLocation, useNavigate, useParams, useSearchParams } from 'react-router';
import { type Row, renewRecords } from '@/api/layout';
import { useTab, useTabTitle } from '@/ui/tab';
import { FormView } from './FormView';
import { FaultNote, NoRecord } from './ListStates';
import { RecordView, useRecordPage } from './RecordView';

export function RecordPage({ viewNo }: { viewNo: string }) {
  const { id } = useParams();
  const [search] = useSearchParams();
  const key = id ?? search.get('id');
  if (key && !search.get('edit')) return <RecordView viewNo={viewNo} id={key} />;
  return <RecordForm viewNo={viewNo} id={key ?? ''} />;
}

function RecordForm({ viewNo, id }: { viewNo: string; id: string }) {
  const { config, page, error, retry } = useRecordPage(viewNo, id);
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const client = useQueryClient();
  const tab = useTab();
  const heading = id ? page && `编辑 ${page.title}` : config && `新增${config.title}`;
  useTabTitle(heading);
  if (error) return <FaultNote error={error} onRetry={retry} />;
  if (config && !id && !config.form) return <NoRecord />;
  const form = id ? page?.form : config?.form;
  if (!form) return <div className="page fixed" />;
  const saved = (answer: unknown) => {
    void renewRecords(client);
    tab.close();
    navigate(`${pathname}?id=${encodeURIComponent(id || String((answer as Row).id))}`);
  };
  return (
    <FormView
      viewNo={form}
      id={id || undefined}
      title={heading}
      draft={`${form} ${id || 'new'}`}
      onSaved={saved}
    />
  );
}
