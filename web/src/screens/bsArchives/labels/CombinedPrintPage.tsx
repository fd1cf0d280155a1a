/** 合并设备打印: one unit, several of its devices, the chosen documents in one PDF. */
import { useQuery } from '@tanstack/react-query';
import { Button, Checkbox, Select } from 'antd';
import { useContext, useState } from 'react';
import { labelOf, useDict } from '@/api/dict';
import { rowsQuery } from '@/api/layout';
import { EquipmentLink } from '@/ui/EquipmentLink';
import { formatDate } from '@/ui/format';
import { StateNote } from '@/ui/Panel';
import { usePermission } from '@/ui/permission';
import { UnitPicker } from '@/ui/pickers/UnitPicker';
import { FaultNote } from '@/views/ListStates';
import { PrintContext } from '@/views/useActions';
import { sizesQuery } from './api';
import './labels.css';

const DOCUMENTS = [
  { value: 'SBQD', label: '设备清单' },
  { value: 'SYBZ', label: '使用标志' },
  { value: 'SBKP', label: '设备卡片' },
];
const LABELS = 'labels';
const PAGE = 200;

export default function CombinedPrintPage() {
  const print = useContext(PrintContext);
  const { guard, can } = usePermission();
  const [unit, setUnit] = useState('');
  const [equclass, setEquclass] = useState('');
  const [picked, setPicked] = useState<string[]>([]);
  const [documents, setDocuments] = useState<string[]>(['SBQD']);
  const [size, setSize] = useState('');
  const sizes = useQuery({ ...sizesQuery, enabled: can('basic:equpment:labels') }).data ?? [];
  const classes = useDict('C601');
  const states = useDict('C637');
  const rows = useQuery({
    ...rowsQuery('/api/eqdbase/eqdBasic/findEqdList', {
      useorgsysid: unit,
      equclass: equclass || undefined,
      pageSize: PAGE,
      orderBy: 'equcode',
    }),
    enabled: Boolean(unit),
  });
  const list = unit ? (rows.data?.list ?? []) : [];
  const keys = list.map((row) => String(row.id));
  const chosen = keys.filter((key) => picked.includes(key));
  const sheet = size || sizes[0]?.code || '';
  const wanted = documents.flatMap((one) => (one === LABELS ? (sheet ? [sheet] : []) : [one]));
  const toggle = (key: string, on: boolean) =>
    setPicked((old) => (on ? [...old, key] : old.filter((one) => one !== key)));
  const run = () =>
    guard('basic:equpment:labels', () =>
      print({ printType: 'HBDY', ids: chosen, title: '合并设备打印', extra: { documents: wanted } }),
    );
  return (
    <div className="page fixed">
      <section className="panel combined-bar">
        <span>使用单位</span>
        <UnitPicker
          className="unit-choice"
          aria-label="使用单位"
          value={unit}
          onChange={(next) => {
            setUnit(next ?? '');
            setPicked([]);
          }}
        />
        <span>设备种类</span>
        <Select
          style={{ width: 180 }}
          aria-label="设备种类"
          allowClear
          placeholder="全部"
          value={equclass || undefined}
          options={classes.map((one) => ({ value: one.value, label: one.label }))}
          onChange={(next) => {
            setEquclass(next ?? '');
            setPicked([]);
          }}
        />
        {(rows.data?.count ?? 0) > PAGE && unit && (
          <span className="caution">设备较多，只列前 {PAGE} 台，请按种类筛选</span>
        )}
      </section>
      <section className="panel combined-table">
        {rows.isError && <FaultNote error={rows.error} onRetry={() => rows.refetch()} />}
        {!unit && (
          <StateNote kind="empty" title="先选择使用单位">
            选一个单位，勾选它的设备，把清单、使用标志、卡片和标签合并成一份打印
          </StateNote>
        )}
        {unit && rows.data && list.length === 0 && <StateNote kind="none" title="该单位没有设备" />}
        {list.length > 0 && (
          <table className="plain">
            <thead>
              <tr>
                <th style={{ width: 36 }}>
                  <Checkbox
                    aria-label="全选"
                    checked={chosen.length === keys.length}
                    indeterminate={chosen.length > 0 && chosen.length < keys.length}
                    onChange={(event) => setPicked(event.target.checked ? keys : [])}
                  />
                </th>
                <th style={{ width: 170 }}>设备代码</th>
                <th style={{ width: 110 }}>设备名称</th>
                <th style={{ width: 160 }}>使用登记证编号</th>
                <th style={{ width: 80 }}>单位内编号</th>
                <th>使用地点</th>
                <th style={{ width: 70 }}>状态</th>
                <th style={{ width: 100 }}>下次检验</th>
              </tr>
            </thead>
            <tbody>
              {list.map((row) => {
                const key = String(row.id);
                return (
                  <tr key={key}>
                    <td>
                      <Checkbox
                        aria-label={`选择 ${String(row.equcode)}`}
                        checked={picked.includes(key)}
                        onChange={(event) => toggle(key, event.target.checked)}
                      />
                    </td>
                    <td className="code">
                      <EquipmentLink equclass={row.equclass} id={key}>
                        {String(row.equcode || '没有代码')}
                      </EquipmentLink>
                    </td>
                    <td>{String(row.equname)}</td>
                    <td className="code">{String(row.usecertno || '未登记')}</td>
                    <td>{String(row.equinnerno ?? '')}</td>
                    <td title={String(row.useplace)}>{String(row.useplace)}</td>
                    <td>{labelOf(states, String(row.equstatus))}</td>
                    <td className={row.isNinspdateOverdue === '1' ? 'late' : undefined}>
                      {formatDate(row.ninspdate)}
                    </td>
                  </tr>
                );
              })}
            </tbody>
          </table>
        )}
      </section>
      <section className="panel">
        <div className="combined-foot">
          <span>打印内容</span>
          <Checkbox.Group
            value={documents}
            options={[...DOCUMENTS, { value: LABELS, label: '设备标签' }]}
            onChange={(next) => setDocuments(next as string[])}
          />
          {documents.includes(LABELS) && (
            <Select
              style={{ width: 130 }}
              aria-label="标签尺寸"
              value={sheet || undefined}
              options={sizes.map((one) => ({ value: one.code, label: one.title }))}
              onChange={setSize}
            />
          )}
          <span className="spacer" />
          <span>已选 {chosen.length} 台</span>
          <Button type="primary" disabled={chosen.length === 0 || wanted.length === 0} onClick={run}>
            合并打印
          </Button>
        </div>
      </section>
    </div>
  );
}
