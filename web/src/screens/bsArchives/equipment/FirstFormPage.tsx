/** 首检登记: the form of the archive for a device that has none yet; a unit first says of which class it is. */

import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { Select } from 'antd';
import { useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { type Params, post, read } from '@/api/client';
import { type Row, renewRecords } from '@/api/layout';
import type { EquipmentForm, FirstBegun } from '@/api/shapes';
import { isBlank } from '@/ui/format';
import { useTab, useTabTitle } from '@/ui/tab';
import { useApp } from '@/ui/useApp';
import { useOwnCopy } from '@/ui/useOwnCopy';
import { FaultNote } from '@/views/ListStates';
import { DeviceForm } from './DeviceForm';

const configQuery = (equclass: string, equclacode: string) =>
  queryOptions({
    queryKey: ['first registration form', equclass, equclacode],
    queryFn: () => read('/api/firstRegister/config', { equclass, equclacode }),
    staleTime: 600_000,
    placeholderData: (old: EquipmentForm | undefined) => old,
  });

export default function FirstFormPage() {
  const [search] = useSearchParams();
  const id = search.get('id') ?? '';
  const own = useOwnCopy();
  const begun = useQuery({
    queryKey: ['first registration to enter', id, own.key],
    queryFn: () => read('/api/firstRegister/load', { id }),
    ...own.options,
  });
  const [picked, setPicked] = useState(search.get('equclass') ?? '');
  useTabTitle(id ? begun.data && `编辑 ${begun.data.heading}` : '首检登记录入');
  if (begun.isError) return <FaultNote error={begun.error} onRetry={() => begun.refetch()} />;
  if (!begun.data) return <div className="page fixed" />;
  const equclass = begun.data.equclass || picked;
  if (equclass) return <FirstForm key={equclass} equclass={equclass} begun={begun.data} />;
  return (
    <div className="page fixed form-view">
      <section className="panel form-body">
        <p className="hint">先选择设备种类，要填的项目随种类变化</p>
        <Select
          aria-label="设备种类"
          style={{ width: 260 }}
          placeholder="设备种类"
          options={begun.data.classes}
          onChange={setPicked}
        />
      </section>
    </div>
  );
}

function FirstForm({ equclass, begun }: { equclass: string; begun: FirstBegun }) {
  const { message } = useApp();
  const client = useQueryClient();
  const navigate = useNavigate();
  const tab = useTab();
  const send = async (config: EquipmentForm, values: Row, done: () => void) => {
    const known: Params = begun.id ? { id: begun.id, version: begun.version } : {};
    const fields = config.groups.flatMap((group) => group.fields).filter((field) => !field.readonly);
    // an empty value is left out of what is sent: a cleared one goes as a space
    const sent = fields.map((field) => [
      field.prop,
      isBlank(values[field.prop]) && !isBlank(begun.start[field.prop]) ? ' ' : values[field.prop],
    ]);
    const saved = await post('/api/firstRegister/save', { ...known, equclass, ...Object.fromEntries(sent) });
    message.success('保存成功，核对后提交');
    done();
    void renewRecords(client);
    tab.close();
    navigate(`/equCheckMng/firstRegisterDetail?id=${encodeURIComponent(saved.id)}`);
  };
  return (
    <DeviceForm
      equclass={equclass}
      start={begun.start}
      title={(name) => (begun.id ? `编辑 ${begun.heading}` : `首检登记　${name}`)}
      tellsBeginning
      config={(kind) => configQuery(equclass, kind)}
      send={send}
      first=""
    />
  );
}
