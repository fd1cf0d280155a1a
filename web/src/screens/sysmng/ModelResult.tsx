/** 模型查询结果: the list that a query model makes, with what it asks above it. */
import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { useNavigate, useSearchParams } from 'react-router';
import { get } from '@/api/client';
import { StateNote } from '@/ui/Panel';
import { useTabTitle } from '@/ui/tab';
import { FaultNote } from '@/views/ListStates';
import { ListView } from '@/views/ListView';
import './sysmng.css';

export function ModelResult() {
  const [search] = useSearchParams();
  const id = search.get('id');
  return id ? <Result id={id} /> : <StateNote kind="none" title="请从通用查询模型中打开一个模型" />;
}

function Result({ id }: { id: string }) {
  const navigate = useNavigate();
  const query = useQuery({
    queryKey: ['query model', id],
    queryFn: () => get('/api/system/queryModel/said', { id }),
    retry: false,
  });
  useTabTitle(query.data?.name);
  if (query.error) return <FaultNote error={query.error} onRetry={() => void query.refetch()} />;
  if (!query.data) return null;
  return (
    <ListView
      viewNo={`model.${id}`}
      header={
        <section className="panel model-result-head">
          <b>{query.data.name}</b>
          <span className="hint">
            {query.data.source}，{query.data.asks || '没有条件'}；按您的数据范围
          </span>
          <span className="spacer" />
          <Button size="small" onClick={() => navigate('/sysmng/generalQueMdl')}>
            全部模型
          </Button>
        </section>
      }
    />
  );
}
