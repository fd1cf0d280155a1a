/** 检验结果 of a device, without leaving the list. */

import { useQuery } from '@tanstack/react-query';
import { Modal } from 'antd';
import { fresh } from '@/api/fresh';
import { Inspections } from '@/screens/bsArchives/equipment/Inspections';
import type { ActionHandler } from '@/views/actionRegistry';
import { FaultNote } from '@/views/ListStates';

function ResultsDialog({ id, title, onClose }: { id: string; title: string; onClose: () => void }) {
  const query = useQuery(fresh(['inspections of', id], '/api/eqdbase/eqdBasic/getEqdBasicInfo', { id }));
  return (
    <Modal open width={960} title={`检验结果 ${title}`} footer={null} onCancel={onClose}>
      <div style={{ maxHeight: '60vh', minHeight: 120, overflow: 'auto' }}>
        {query.isError && <FaultNote error={query.error} onRetry={() => query.refetch()} />}
        {query.data && <Inspections rows={query.data.inspections} />}
      </div>
    </Modal>
  );
}

const jyjg: ActionHandler = ({ rows, ids, open }) => {
  const row = rows[0] ?? {};
  const title = [row.equcode, row.equname].filter(Boolean).join('　');
  open((close) => <ResultsDialog id={ids[0]!} title={title} onClose={close} />);
};
export default jyjg;
