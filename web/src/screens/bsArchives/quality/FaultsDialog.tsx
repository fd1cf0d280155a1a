/** What is to be mended at one device, with the way to it: the edit form, or a correction where the field is locked. */

import { useQuery } from '@tanstack/react-query';
import { Modal } from 'antd';
import { Link } from 'react-router';
import { fresh } from '@/api/fresh';
import { equipmentEditRoute } from '@/ui/equipmentRoutes';
import { StateNote } from '@/ui/Panel';
import { FaultNote } from '@/views/ListStates';

export function FaultsDialog({ id, title, onClose }: { id: string; title: string; onClose: () => void }) {
  const query = useQuery(fresh(['quality of', id], '/api/equipmentQuality/device', { id }));
  const found = query.data;
  return (
    <Modal open width={820} title={`档案问题 ${title}`} footer={null} onCancel={onClose}>
      {query.error && <FaultNote error={query.error} onRetry={() => query.refetch()} />}
      {found && (
        <>
          <p className="hint">
            得分 <b>{found.score ?? '未核查'}</b>
            {found.checked && `　结论自 ${found.checked.slice(0, 16)} 起`}
          </p>
          {found.faults.length === 0 && <StateNote kind="empty" title="没有发现问题" />}
          {found.faults.length > 0 && (
            <table className="plain">
              <colgroup>
                <col />
                <col style={{ width: 150 }} />
                <col style={{ width: 56 }} />
                <col style={{ width: 120 }} />
              </colgroup>
              <thead>
                <tr>
                  <th>问题</th>
                  <th>现在的值</th>
                  <th className="right">扣分</th>
                  <th>去修改</th>
                </tr>
              </thead>
              <tbody>
                {found.faults.map((fault) => (
                  <tr key={fault.code}>
                    <td title={fault.clause}>{fault.title}</td>
                    <td className="code">{String(fault.value ?? '') || '（空）'}</td>
                    <td className="right">{fault.weight}</td>
                    <td>
                      {found.locked ? (
                        <Link
                          to={`/bsArchives/correctMng/addDetail?entity=equipment&id=${found.id}&field=${fault.field}`}
                        >
                          申请纠错
                        </Link>
                      ) : (
                        <Link to={equipmentEditRoute(found.equclass, found.id)}>编辑档案</Link>
                      )}
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          )}
        </>
      )}
    </Modal>
  );
}
