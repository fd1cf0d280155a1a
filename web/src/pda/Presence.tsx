/** 到场、离场: the code of the device, the time, the place with its accuracy; without a place its reason. */
import { useEffect, useState } from 'react';
import { locate, type Position } from '@/ui/locate';
import { canScan, codeIn } from '@/ui/scanCode';
import { scannedCode } from '@/ui/scanned';
import type { Job } from './contract';
import { useDrafts } from './filled';
import { held, Sheet, TextField, timeWords } from './parts';
import { usePhone } from './phone';

type Way = 'in' | 'out';
const names: Record<Way, string> = { in: '到场', out: '离场' };

export default function Presence({ job, closed }: { job: Job; closed: string }) {
  const [way, setWay] = useState<Way | null>(null);
  const drafts = useDrafts(job.record);
  const told = (one: Way) =>
    drafts.get(`presence.${one}`)?.value as { at?: string; reason?: string } | undefined;
  return (
    <section className="pda-panel">
      <h2>到场与离场</h2>
      {(['in', 'out'] as const).map((one) => (
        <div key={one} className="pda-line">
          <span>
            {names[one]} {told(one)?.at ? timeWords(Date.parse(told(one)!.at!)) : '还没有登记'}
            {told(one)?.reason && `　${told(one)!.reason}`}
          </span>
          <button
            type="button"
            className="pda-button small"
            disabled={Boolean(closed)}
            onClick={() => setWay(one)}
          >
            {names[one]}
          </button>
        </div>
      ))}
      {way && <PresenceSheet job={job} way={way} onClose={() => setWay(null)} />}
    </section>
  );
}

function PresenceSheet({ job, way, onClose }: { job: Job; way: Way; onClose: () => void }) {
  const { touch, say } = usePhone();
  const [code, setCode] = useState('');
  const [reason, setReason] = useState('');
  const [place, setPlace] = useState<Position | string | null>(null);
  useEffect(() => {
    locate().then(setPlace, (fault: Error) => setPlace(fault.message));
  }, []);
  const found = scannedCode(code);
  const differs = found !== '' && found !== job.equcode.toUpperCase();
  const located = place !== null && typeof place !== 'string' ? place : null;
  // Without a code or a place somebody must say why; the server knows the other numbers of the device.
  const needsReason = !found || typeof place === 'string';
  const lacking =
    place === null
      ? '正在取得位置'
      : needsReason && reason.trim().length < 2
        ? found
          ? '请写明没有定位的原因'
          : '请扫描、输入设备代码，或写明原因'
        : '';

  const scan = async (photo: File | undefined) => {
    if (!photo) return;
    const text = await codeIn(photo).catch(() => '');
    if (text) setCode(text);
    else say('照片里没有读出设备码，请重拍或直接输入');
  };

  const save = async () => {
    const value = {
      at: new Date().toISOString(),
      code: found,
      lat: located?.latitude ?? null,
      lon: located?.longitude ?? null,
      accuracy: located?.accuracy ?? null,
      reason: reason.trim(),
    };
    if (await touch(job.record, [{ path: `presence.${way}`, value }])) onClose();
  };

  return (
    <Sheet title={`${names[way]}登记`} onClose={onClose}>
      <TextField label="设备代码" value={code} most={60} onWrite={held(setCode)} />
      {canScan() && (
        <label className="pda-button quiet">
          扫码
          <input
            type="file"
            accept="image/*"
            capture="environment"
            hidden
            onChange={(event) => void scan(event.target.files?.[0])}
          />
        </label>
      )}
      {differs && (
        <p className="pda-fault">
          与设备代码 {job.equcode} 不同；是本设备的注册代码、使用证号等时可以登记，同步时核对
        </p>
      )}
      <p role="status">
        {located
          ? `纬度 ${located.latitude}，经度 ${located.longitude}，精度 ${located.accuracy} 米`
          : ((place as string | null) ?? '正在取得位置')}
      </p>
      {needsReason && <TextField label="原因" value={reason} most={200} onWrite={held(setReason)} />}
      <button type="button" className="pda-button" disabled={Boolean(lacking)} onClick={() => void save()}>
        {lacking || `登记${names[way]}`}
      </button>
    </Sheet>
  );
}
