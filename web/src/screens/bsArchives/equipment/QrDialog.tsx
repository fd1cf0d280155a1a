/** The code to stick on a device: it opens the device's documents. */
import { Modal } from 'antd';
import { urlOf } from '@/api/client';

interface Props {
  id: string;
  title: string;
  onClose: () => void;
}

export function QrDialog({ id, title, onClose }: Props) {
  return (
    <Modal open width={320} title={`二维码 ${title}`} footer={null} onCancel={onClose}>
      <div style={{ textAlign: 'center' }}>
        <img
          src={urlOf('/api/eqdbase/eqdBasic/qrcode', { id })}
          width={220}
          height={220}
          alt={`设备 ${title} 的二维码`}
        />
        <p className="hint">手机扫码查看这台设备的资料，右键可保存图片打印</p>
      </div>
    </Modal>
  );
}
