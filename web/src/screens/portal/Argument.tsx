/** Shows the id it was called with, from the path or from the query. */
import { useParams, useSearchParams } from 'react-router';
import { KeyValues, Panel } from '@/ui/Panel';

export default function Argument() {
  const { id } = useParams();
  const [search] = useSearchParams();
  const items = [
    { label: '编号', value: id ?? search.get('id') ?? '没有' },
    { label: '来自', value: id ? '路径' : '查询参数' },
  ];
  return (
    <div className="page">
      <Panel title="参数">
        <KeyValues items={items} columns={2} />
      </Panel>
    </div>
  );
}
