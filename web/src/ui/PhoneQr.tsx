/** A code to scan with the phone, which then adds photos to the same record. */
import { Popover } from 'antd';
import { useState } from 'react';
import { qrCodeUrl } from '@/api/attachments';

interface Props {
  attrefsysid: string;
  owner: string;
  /** Called when the code is closed: the phone may have added something. */
  onClose?: () => void;
}

export function PhoneQr({ attrefsysid, owner, onClose }: Props) {
  const [open, setOpen] = useState(false);
  const picture = (
    <div className="phone-qr">
      <img
        src={open ? qrCodeUrl(attrefsysid, owner) : undefined}
        width={180}
        height={180}
        alt="手机上传二维码"
      />
      <p className="hint">手机扫码拍照上传，关闭后刷新列表</p>
    </div>
  );
  const change = (next: boolean) => {
    setOpen(next);
    if (!next) onClose?.();
  };
  return (
    <Popover content={picture} trigger="click" placement="bottomRight" open={open} onOpenChange={change}>
      <button type="button" className="link">
        手机上传
      </button>
    </Popover>
  );
}
