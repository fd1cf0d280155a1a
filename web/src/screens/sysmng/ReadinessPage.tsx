/** 上线准备: what this installation still lacks before its first report, and where each of it is seen to. */
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { read } from '@/api/client';
import type { ReadyGroup } from '@/api/shapes';
import { Panel, StateDot } from '@/ui/Panel';
import { FaultNote } from '@/views/ListStates';
import './sysmng.css';

const STATES: Record<string, string> = { ok: '就绪', ca: '注意', no: '缺少' };

function Group({ group }: { group: ReadyGroup }) {
  const sub = group.missing ? `还差 ${group.missing} 项，补齐才能出具第一份报告` : '可以开展检验';
  return (
    <Panel title={group.title} sub={sub} flush>
      <table className="plain readiness">
        <thead>
          <tr>
            <th>项目</th>
            <th>状态</th>
            <th>说明</th>
            <th>办理</th>
          </tr>
        </thead>
        <tbody>
          {group.lines.map((line) => (
            <tr key={line.title}>
              <td>{line.title}</td>
              <td>
                <StateDot tone={line.state}>{STATES[line.state]}</StateDot>
              </td>
              <td className="wrap">{line.text}</td>
              <td>{line.to && <Link to={line.to}>{line.page}</Link>}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Panel>
  );
}

export default function ReadinessPage() {
  const answer = useQuery({
    queryKey: ['readiness'],
    queryFn: () => read('/api/system/readiness'),
    refetchOnMount: 'always',
  });
  if (answer.isError) return <FaultNote error={answer.error} onRetry={() => answer.refetch()} />;
  if (!answer.data) return null;
  return (
    <div className="page">
      {answer.data.map((group) => (
        <Group key={group.title} group={group} />
      ))}
    </div>
  );
}
