/** A machine is found by what is typed, by a scanner that types, or by a photo of its label. */
import { CameraOutlined } from '@ant-design/icons';
import { App, Button, Input } from 'antd';
import { useRef, useState } from 'react';
import { messageOf, read } from '@/api/client';
import type { OnsiteDevice } from '@/api/shapes';
import { canScan, codeIn } from '@/ui/scanCode';
import { useScans } from '@/ui/scanned';

interface Props {
  /** Says whether the device was taken. */
  onFound: (device: OnsiteDevice) => boolean;
}

export function DeviceFinder({ onFound }: Props) {
  const { message } = App.useApp();
  const [choice, setChoice] = useState<OnsiteDevice[]>([]);
  const camera = useRef<HTMLInputElement>(null);

  const find = async (code: string) => {
    try {
      const found = await read('/api/onsite/find', { code });
      if (found.length > 1) setChoice(found);
      return found.length > 1 || Boolean(found[0] && onFound(found[0]));
    } catch (error) {
      message.error(messageOf(error));
      return false;
    }
  };
  const scans = useScans(find, choice.length > 0);
  const scan = async (photo: File) => {
    const said = await codeIn(photo).catch(() => '');
    if (said) scans.send(said);
    else message.warning('照片上没有认出二维码，请对准标签重拍，或输入编码');
  };
  return (
    <>
      <div className="onsite-row">
        <Input
          size="large"
          aria-label="设备编码"
          placeholder="扫码，或输入设备代码、登记证、识别码"
          {...scans.input}
        />
        {canScan() && (
          <>
            <input
              ref={camera}
              type="file"
              hidden
              accept="image/*"
              capture="environment"
              aria-label="拍二维码"
              onChange={(event) => {
                const photo = event.target.files?.[0];
                event.target.value = '';
                if (photo) void scan(photo);
              }}
            />
            <Button size="large" icon={<CameraOutlined />} onClick={() => camera.current?.click()}>
              扫码
            </Button>
          </>
        )}
        <Button size="large" loading={scans.busy} onClick={() => scans.send()}>
          查找
        </Button>
      </div>
      {choice.length > 0 && <p className="hint">有 {choice.length} 台设备使用这个编号，请选一台：</p>}
      {choice.map((one) => (
        <div key={one.id} className="onsite-device">
          <span>
            {one.equname} {one.unitname}　{one.useplace}
          </span>
          <Button
            onClick={() => {
              setChoice([]);
              onFound(one);
            }}
          >
            选这台
          </Button>
        </div>
      ))}
    </>
  );
}
