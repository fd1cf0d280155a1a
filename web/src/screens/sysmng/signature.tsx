/** The signature picture of a person, which reports print. */
import { Button, Modal, Upload } from 'antd';
import { useState } from 'react';
import { messageOf, upload, urlOf } from '@/api/client';
import { StateNote } from '@/ui/Panel';
import { usePermission } from '@/ui/permission';
import type { ActionContext } from '@/views/actionRegistry';
import './sysmng.css';

interface Props {
  id: string;
  /** Of the account. */
  version: number;
  name: string;
  notify: ActionContext['notify'];
  onClose: () => void;
  onChanged: () => void;
}

function SignatureDialog({ id, version, name, notify, onClose, onChanged }: Props) {
  const { guard } = usePermission();
  const [shown, setShown] = useState(Date.now());
  const [missing, setMissing] = useState(false);
  const [known, setKnown] = useState(version);
  const send = async (file: File) => {
    try {
      const kept = await upload<{ version: number }>(
        '/api/system/user/signature',
        { id, version: known },
        file,
      );
      setKnown(kept.version);
      setMissing(false);
      setShown(Date.now());
      onChanged();
      notify.success('签名已更换');
    } catch (error) {
      notify.error(messageOf(error));
    }
  };
  return (
    <Modal open title={`${name}的签名`} width={460} footer={null} onCancel={onClose}>
      {missing ? (
        <StateNote kind="empty" title="尚未上传签名" />
      ) : (
        <img
          className="signature-picture"
          alt={`${name}的签名`}
          src={urlOf('/api/system/user/signaturePicture', { id, shown })}
          onError={() => setMissing(true)}
        />
      )}
      <p className="hint">PNG 或 JPEG，不超过 200 KB；白底或透明底，四周少留空白</p>
      <Upload
        accept=".png,.jpg,.jpeg"
        showUploadList={false}
        beforeUpload={(file) => {
          guard('system:staff:save', () => void send(file));
          return false;
        }}
      >
        <Button type="primary">选择图片</Button>
      </Upload>
    </Modal>
  );
}

export default function signature({ rows, open, notify, refresh }: ActionContext): void {
  const row = rows[0]!;
  const id = String(row.user_id ?? row.id);
  const version = Number(row.userVersion ?? row.version);
  const name = String(row.userName ?? row.name ?? '');
  open((close) => (
    <SignatureDialog
      id={id}
      version={version}
      name={name}
      notify={notify}
      onClose={close}
      onChanged={refresh}
    />
  ));
}
