/** 现场申报: an inspector with a phone at the machine declares it, and what he may, he does at once. */

import { useQueryClient } from '@tanstack/react-query';
import { Button, Checkbox, Input, Radio } from 'antd';
import { useRef, useState } from 'react';
import { messageOf, post } from '@/api/client';
import type { OnsiteDevice, OnsiteDone } from '@/api/shapes';
import { PhotoInput } from '@/screens/businessPro/entry/PhotoInput';
import { useUnsaved } from '@/ui/tab';
import { useApp } from '@/ui/useApp';
import { DeviceFinder } from './DeviceFinder';
import { Done } from './Done';
import { Further } from './Further';
import { apart, bodyOf, emptyOnsite, lacking, type OnsiteValues, sortsOf } from './model';
import { PlaceField } from './PlaceField';
import './onsite.css';

export default function OnsitePage() {
  const { message } = useApp();
  const client = useQueryClient();
  const [devices, setDevices] = useState<readonly OnsiteDevice[]>([]);
  const [values, setValues] = useState<OnsiteValues>(emptyOnsite);
  const [photos, setPhotos] = useState<readonly File[]>([]);
  const [done, setDone] = useState<OnsiteDone>();
  const [busy, setBusy] = useState(false);
  const camera = useRef<HTMLInputElement>(null);
  useUnsaved(devices.length > 0 && !done);
  const change = (more: Partial<OnsiteValues>) => setValues((old) => ({ ...old, ...more }));
  const sorts = sortsOf(devices);
  const sort = sorts.find((one) => one.testsort === values.sort);
  const missing = lacking(devices, sort, values);
  const [first] = devices;

  const take = (device: OnsiteDevice): boolean => {
    const why = apart(devices, device);
    if (why) {
      message.warning(why);
      return false;
    }
    const all = [...devices, device];
    const able = sortsOf(all).filter((one) => !one.why);
    setDevices(all);
    setValues((old) => ({
      ...old,
      sort: able.some((one) => one.testsort === old.sort) ? old.sort : (able[0]?.testsort ?? ''),
      inscontactname: old.inscontactname || device.contact,
    }));
    return true;
  };
  const declare = async () => {
    if (missing || !sort) {
      message.warning(missing);
      return;
    }
    setBusy(true);
    try {
      setDone(await post('/api/onsite/declare', bodyOf(devices, sort, values)));
      void client.invalidateQueries({ queryKey: ['rows'] });
    } catch (error) {
      message.error(messageOf(error));
    } finally {
      setBusy(false);
    }
  };
  const next = () => {
    setDone(undefined);
    setDevices([]);
    setPhotos([]);
    setValues(emptyOnsite);
  };
  return (
    <section className="panel onsite">
      <header>
        <b>现场申报</b>
        <a href="/">返回平台</a>
      </header>
      {done ? (
        <Done done={done} photos={photos} onNext={next} />
      ) : (
        <>
          <h3>设备</h3>
          <DeviceFinder onFound={take} />
          {devices.map((one) => (
            <div key={one.id} className="onsite-device">
              <span>
                <span className="code">{one.equcode || '未编码'}</span> {one.equname}
                <br />
                {one.useplace}
                <br />
                <span className={one.overdue ? 'caution' : 'hint'}>
                  下次检验 {one.ninspdate ?? '首检'}
                  {one.overdue && '，已超期'}
                  {one.stopped && '，停用'}
                </span>
              </span>
              <Button onClick={() => setDevices(devices.filter((other) => other.id !== one.id))}>移除</Button>
            </div>
          ))}
          {first && (
            <>
              <p>
                使用单位 <b>{first.unitname}</b>
              </p>
              {first.owes && <p className="caution">{first.owes}</p>}
              <h3>检验项目</h3>
              <Radio.Group
                value={values.sort}
                onChange={(event) => change({ sort: String(event.target.value), until: 'submit' })}
              >
                {sorts.map((one) => (
                  <Radio key={one.testsort} value={one.testsort} disabled={Boolean(one.why)}>
                    {one.seisortName === one.testsortName
                      ? one.testsortName
                      : `${one.seisortName} ${one.testsortName}`}
                    {one.why && <span className="hint">　{one.why}</span>}
                  </Radio>
                ))}
              </Radio.Group>
              {sort?.early && (
                <div className="onsite-field">
                  <span className="caution">{sort.early}</span>
                  <Input
                    size="large"
                    aria-label="提前申报原因"
                    placeholder="提前申报原因"
                    maxLength={256}
                    value={values.earlyreason}
                    onChange={(event) => change({ earlyreason: event.target.value })}
                  />
                </div>
              )}
              {devices.some((one) => one.stopped) && (
                <Checkbox
                  checked={values.afterstop}
                  onChange={(event) => change({ afterstop: event.target.checked })}
                >
                  停用后重新检验
                </Checkbox>
              )}
              <h3>在场人员</h3>
              <div className="onsite-row">
                <Input
                  size="large"
                  aria-label="在场联系人"
                  placeholder="在场联系人"
                  maxLength={64}
                  value={values.inscontactname}
                  onChange={(event) => change({ inscontactname: event.target.value })}
                />
                <Input
                  size="large"
                  type="tel"
                  aria-label="联系电话"
                  placeholder="不填为单位档案的电话"
                  maxLength={32}
                  value={values.INSCONTACTTEL}
                  onChange={(event) => change({ INSCONTACTTEL: event.target.value })}
                />
              </div>
              <h3>位置</h3>
              <PlaceField devices={devices} values={values} onChange={change} />
              <h3>备注与照片</h3>
              <Input.TextArea
                aria-label="备注"
                rows={2}
                maxLength={500}
                value={values.remark}
                onChange={(event) => change({ remark: event.target.value })}
              />
              <div className="onsite-row">
                <PhotoInput
                  ref={camera}
                  label="现场照片"
                  onChosen={(files) => setPhotos([...photos, ...files])}
                />
                <Button onClick={() => camera.current?.click()}>加照片</Button>
                <span className="hint">
                  {photos.length > 0 ? `${photos.length} 张，申报后上传` : '申报后随申报单保存'}
                </span>
                {photos.length > 0 && <Button onClick={() => setPhotos([])}>清除</Button>}
              </div>
              {sort && !sort.why && (
                <>
                  <h3>办到</h3>
                  <Further device={first} sort={sort} values={values} onChange={change} />
                </>
              )}
              <div className="onsite-foot">
                {missing && <span className="hint">{missing}</span>}
                <Button
                  size="large"
                  type="primary"
                  loading={busy}
                  disabled={Boolean(missing)}
                  onClick={() => void declare()}
                >
                  申报
                </Button>
              </div>
            </>
          )}
        </>
      )}
    </section>
  );
}
