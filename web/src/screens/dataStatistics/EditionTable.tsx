/** An edition of a form as it was counted: each number leads to what stood behind it then. */

import { ExportOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { fetchFile, get, messageOf } from '@/api/client';
import { StateNote } from '@/ui/Panel';
import { saveFile } from '@/ui/saveFile';
import { useApp } from '@/ui/useApp';
import { FaultNote } from '@/views/ListStates';
import { Notes, Table } from './FormTable';
import './formTable.css';

const EDITIONS = '/api/statistics/edition';

export default function EditionTable({ id }: { data: unknown; id: string }) {
  const { message } = useApp();
  const query = useQuery({
    queryKey: ['stat-edition', id],
    queryFn: () => get(`${EDITIONS}/table`, { id }),
    staleTime: 0,
    retry: false,
  });
  if (query.error) return <FaultNote error={query.error} onRetry={() => void query.refetch()} />;
  const told = query.data;
  if (!told) return null;
  const download = async () => {
    try {
      const { blob, name } = await fetchFile(`${EDITIONS}/sheet`, { id });
      saveFile(blob, name);
    } catch (error) {
      message.error(messageOf(error));
    }
  };
  return (
    <>
      <div className="stat-form-bar">
        <span className="hint">
          {told.begin} 至 {told.end}，统计时间 {told.at.slice(0, 16).replace('T', ' ')}，数字点开是当时的明细
        </span>
        <span className="spacer" />
        <Button icon={<ExportOutlined />} onClick={download}>
          导出
        </Button>
      </div>
      {told.lines.length === 0 ? (
        <StateNote kind="none" title="这段时间没有数据" />
      ) : (
        <div className="stat-form-table">
          <Table told={told} />
        </div>
      )}
      <Notes told={told} />
    </>
  );
}
