/** Changing one's own password from the menu of the user. */
import { Modal } from 'antd';
import { useId, useState } from 'react';
import { PasswordForm } from './PasswordForm';

interface Props {
  onClose: () => void;
  /** The session ends with the old password. */
  onChanged: () => void;
}

export default function PasswordDialog({ onClose, onChanged }: Props) {
  const name = useId();
  const [busy, setBusy] = useState(false);
  return (
    <Modal
      open
      width={420}
      title="修改密码"
      okText="修改"
      cancelText="取消"
      mask={{ closable: false }}
      confirmLoading={busy}
      okButtonProps={{ htmlType: 'submit', form: name }}
      onCancel={onClose}
    >
      <PasswordForm id={name} onBusy={setBusy} onChanged={onChanged} />
    </Modal>
  );
}
