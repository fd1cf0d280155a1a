/** 新增 and 编辑 of a device of any class, in the archive itself. */

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Button } from 'antd';
import { useCallback, useMemo } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router';
import { post } from '@/api/client';
import type { Row } from '@/api/layout';
import type { DeviceDetail, EquipmentForm } from '@/api/shapes';
import { classOfPath, equipmentRoute } from '@/ui/equipmentRoutes';
import { useTab, useTabTitle } from '@/ui/tab';
import { useApp } from '@/ui/useApp';
import { useOwnCopy } from '@/ui/useOwnCopy';
import { FaultNote } from '@/views/ListStates';
import { deviceQuery, equipmentFormQuery } from './api';
import { DeviceForm } from './DeviceForm';
import { bodyOf, startOf } from './formModel';

export default function EquipmentFormPage() {
  const { pathname } = useLocation();
  const [search] = useSearchParams();
  const equclass = classOfPath(pathname);
  const id = search.get('id') ?? '';
  const own = useOwnCopy();
  const base = deviceQuery(equclass, id);
  const detail = useQuery({
    queryKey: ['device to edit', id, own.key],
    queryFn: base.queryFn,
    enabled: Boolean(id),
    ...own.options,
  });
  if (detail.isError) return <FaultNote error={detail.error} onRetry={() => detail.refetch()} />;
  if (id && !detail.data) return <div className="page fixed" />;
  return <ArchiveForm equclass={equclass} detail={detail.data} first={search.get('field') ?? ''} />;
}

interface FormProps {
  equclass: string;
  detail?: DeviceDetail;
  first: string;
}

function ArchiveForm({ equclass, detail, first }: FormProps) {
  const { message } = useApp();
  const client = useQueryClient();
  const navigate = useNavigate();
  const tab = useTab();
  const start = useMemo(() => startOf(detail), [detail]);
  useTabTitle(detail ? `编辑 ${detail.head.equcode || detail.head.equname}` : undefined);

  const altered = useCallback(
    (field: EquipmentForm['groups'][number]['fields'][number]) => ({
      // an old record is completed step by step: what it lacks may still be left out, and was never fixed
      ...(detail?.lacking.length ? { required: false } : {}),
      ...(field.locked && detail?.locked && !detail.lacking.some((one) => one.field === field.prop)
        ? { readonly: true, help: '登记后锁定，更正请走档案更正' }
        : {}),
    }),
    [detail],
  );

  const send = async (config: EquipmentForm, values: Row, done: () => void) => {
    const body = bodyOf(config, values, start, equclass, detail);
    const call = detail ? 'editEqm' : 'addEqm';
    const saved = await post(`/api/eqdbase/eqdBasic/${call}`, body);
    message.success(saved.pending ? '已提交审核，同意后生效' : '保存成功');
    done();
    void client.invalidateQueries({ queryKey: ['rows'] });
    void client.invalidateQueries({ queryKey: ['device', equclass, saved.id] });
    tab.close();
    const page = equipmentRoute(saved.equclass, saved.id);
    if (page) navigate(page);
  };

  return (
    <DeviceForm
      equclass={equclass}
      start={start}
      ownId={detail?.id}
      title={(name) => (detail ? `编辑 ${detail.head.equname}` : `新增${name}`)}
      code={detail?.head.equcode}
      hint={detail?.locked ? '已登记，身份项目锁定' : undefined}
      tellsBeginning={!detail}
      config={(kind) => equipmentFormQuery(equclass, kind)}
      altered={altered}
      send={send}
      first={first}
      notes={(toField) =>
        detail &&
        detail.lacking.length > 0 && (
          <p className="return-note">
            待完善档案，补全后才能申报：
            {detail.lacking.map((one) => (
              <Button key={one.field} type="link" size="small" onClick={() => toField(one.field)}>
                {one.label}
              </Button>
            ))}
          </p>
        )
      }
    />
  );
}
