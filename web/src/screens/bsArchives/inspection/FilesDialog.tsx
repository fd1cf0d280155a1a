/** The files of one record, without leaving the list. */
import { Modal } from 'antd';
import { type AttachmentOwner, Attachments } from '@/ui/Attachments';

interface Props {
  id: string;
  owner: AttachmentOwner;
  types: string[];
  title: string;
  onClose: () => void;
}

export function FilesDialog({ id, owner, types, title, onClose }: Props) {
  return (
    <Modal open width={640} title={title} footer={null} onCancel={onClose}>
      <Attachments attrefsysid={id} owner={owner} types={types} />
    </Modal>
  );
}
