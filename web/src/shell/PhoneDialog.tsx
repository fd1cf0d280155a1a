/** Setting up the code of the phone of one's own accord, to confirm signatures with it. */
import { useQueryClient } from '@tanstack/react-query';
import { Modal } from 'antd';
import { userQuery } from '@/api/user';
import { SetUpFactor } from './FactorForms';

export default function PhoneDialog({ onClose }: { onClose: () => void }) {
  const client = useQueryClient();
  const done = () => {
    void client.invalidateQueries({ queryKey: userQuery.queryKey });
    onClose();
  };
  return (
    <Modal open width={420} title="设置手机验证码" footer={null} mask={{ closable: false }} onCancel={done}>
      <SetUpFactor own onDone={done} />
    </Modal>
  );
}
