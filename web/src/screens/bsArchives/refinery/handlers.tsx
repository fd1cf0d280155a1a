/** Entering a check of a vessel or a line from the lists of the refinery group. */
import { Modal } from 'antd';
import { useState } from 'react';
import { equipmentRoute } from '@/ui/equipmentRoutes';
import type { ActionHandler } from '@/views/actionRegistry';
import FormDialog from '@/views/FormDialog';
import { TargetPicker } from './TargetPicker';

interface Props {
  kind: 'vessel' | 'line';
  onSaved: () => void;
  onClose: () => void;
}

/** First which one, then the form of the check. */
function CheckDialog({ kind, onSaved, onClose }: Props) {
  const [id, setId] = useState('');
  const [name, setName] = useState('');
  const vessel = kind === 'vessel';
  if (!id) {
    return (
      <Modal open width={520} title={vessel ? '选择容器' : '选择管线'} footer={null} onCancel={onClose}>
        <TargetPicker
          kind={kind}
          value=""
          placeholder={vessel ? '位号、名称或使用单位' : '管道编号或名称'}
          onChange={(next, target) => {
            setName(target?.label ?? '');
            setId(next);
          }}
        />
      </Modal>
    );
  }
  return (
    <FormDialog
      viewNo={vessel ? 'site_container_form' : 'site_pipeline_form'}
      id={id}
      title={`登记检查　${name}`}
      onSaved={onSaved}
      onClose={onClose}
    />
  );
}

export const inspectDevice: ActionHandler = ({ open, refresh }) =>
  open((close) => <CheckDialog kind="vessel" onSaved={refresh} onClose={close} />);

export const inspectLine: ActionHandler = ({ open, refresh }) =>
  open((close) => <CheckDialog kind="line" onSaved={refresh} onClose={close} />);

export const openInspected: ActionHandler = ({ rows, navigate }) => {
  const page = equipmentRoute(rows[0]?.equclass, rows[0]?.equdatasysid);
  if (page) navigate(page);
};
