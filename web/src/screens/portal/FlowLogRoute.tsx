/** The flow log as a page, by declaration number or business serial number. */
import { Input } from 'antd';
import { useNavigate, useSearchParams } from 'react-router';
import { Panel, StateNote } from '@/ui/Panel';
import { useTabTitle } from '@/ui/tab';
import { FlowLogTable } from '@/workflow/FlowLog';

export default function FlowLogRoute() {
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const appno = search.get('appno') ?? undefined;
  const seisn = search.get('seisn') ?? undefined;
  const number = appno ?? seisn;
  useTabTitle(number && `流转日志 ${number}`);
  const find = (
    <Input.Search
      defaultValue={number}
      placeholder="申报单号"
      enterButton="查询"
      style={{ width: 260 }}
      onSearch={(text) => text.trim() && navigate(`/flowLog?appno=${encodeURIComponent(text.trim())}`)}
    />
  );
  return (
    <div className="page">
      <Panel title="流转日志" sub={number} extra={find} flush style={{ flex: 1 }}>
        {number ? (
          <FlowLogTable appno={appno} seisn={seisn} />
        ) : (
          <StateNote kind="none" title="输入申报单号查看流转经过" />
        )}
      </Panel>
    </div>
  );
}
