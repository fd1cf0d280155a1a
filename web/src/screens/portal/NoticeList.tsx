/** Notices of the organisation, newest first. */
import { useQuery } from '@tanstack/react-query';
import { Pagination } from 'antd';
import { useState } from 'react';
import { Link } from 'react-router';
import { noticesQuery } from '@/api/common';
import { formatWhen } from '@/ui/format';
import { Panel, StateNote } from '@/ui/Panel';
import { FaultNote } from '@/views/ListStates';

const PAGE_SIZE = 20;

export default function NoticeList() {
  const [pageNo, setPageNo] = useState(1);
  const notices = useQuery(noticesQuery({ pageNo, pageSize: PAGE_SIZE }));
  const list = notices.data?.list ?? [];
  return (
    <div className="page">
      <Panel
        title="通知"
        sub={notices.data ? `共 ${notices.data.count} 条` : undefined}
        flush
        style={{ flex: 1 }}
      >
        {notices.isError && <FaultNote error={notices.error} onRetry={() => notices.refetch()} />}
        {notices.isSuccess && list.length === 0 && <StateNote kind="empty" title="还没有通知" />}
        {list.length > 0 && (
          <table className="plain">
            <colgroup>
              <col />
              <col style={{ width: 160 }} />
              <col style={{ width: 110 }} />
            </colgroup>
            <thead>
              <tr>
                <th>标题</th>
                <th>发布人</th>
                <th className="right">发布时间</th>
              </tr>
            </thead>
            <tbody>
              {list.map((notice) => (
                <tr key={notice.id}>
                  <td>
                    <Link to={`/notice/detail?id=${notice.id}`}>{notice.title}</Link>
                    {notice.top && <span className="chip accent">置顶</span>}
                  </td>
                  <td>{notice.publisher}</td>
                  <td className="right">{formatWhen(notice.publishTime)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
      </Panel>
      <Pagination
        size="small"
        align="end"
        hideOnSinglePage
        current={pageNo}
        pageSize={PAGE_SIZE}
        total={notices.data?.count ?? 0}
        onChange={setPageNo}
      />
    </div>
  );
}
