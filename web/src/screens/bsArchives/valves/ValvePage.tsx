/** A safety valve: register it with its host, or look at it with its calibrations. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { App, Button } from 'antd';
import { lazy, Suspense, useContext, useState } from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router';
import { messageOf, postEnvelope, read } from '@/api/client';
import { labelOf, useDict } from '@/api/dict';
import { formConfigQuery, type Row } from '@/api/layout';
import { equipmentRoute } from '@/ui/equipmentRoutes';
import { formatNumber } from '@/ui/format';
import { StateDot, StateNote } from '@/ui/Panel';
import { usePermission } from '@/ui/permission';
import { useTab } from '@/ui/tab';
import { DetailView } from '@/views/DetailView';
import { FormView } from '@/views/FormView';
import { HistoryPanel } from '@/views/HistoryPanel';
import { FaultNote } from '@/views/ListStates';
import { PrintContext } from '@/views/useActions';
import { HostPicker } from './HostPicker';
import './valves.css';

const FormDialog = lazy(() => import('@/views/FormDialog'));

interface Calibration extends Row {
  id: string;
  caldate: string;
  calresult: string;
  calresultName: string;
  calmodeName: string;
  calmediumName: string;
}
interface Valve extends Row {
  id: string;
  valveno: string;
  version: number;
  hostequid: string;
  hostequname: string;
  hostequclass: string;
  daysLeft: number | null;
  overdue: boolean;
  calresultName: string;
  calibrations: Calibration[];
}

export default function ValvePage() {
  const [search] = useSearchParams();
  const id = search.get('id');
  return id ? <ValveDetail id={id} /> : <NewValve />;
}

function NewValve() {
  const tab = useTab();
  const navigate = useNavigate();
  const client = useQueryClient();
  const [host, setHost] = useState<{ id: string; row?: Row }>({ id: '' });
  return (
    <FormView
      viewNo="samvalve_form"
      title="新增安全阀"
      extra={{ hostequid: host.id || undefined }}
      onSaved={(saved) => {
        void client.invalidateQueries({ queryKey: ['rows'] });
        tab.close();
        navigate(`/bsArchives/safety/samvalveAdd?id=${(saved as Valve).id}`);
      }}
    >
      <section className="form-group valve-host">
        <h3>安装设备</h3>
        <HostPicker value={host.id} onChange={(next, row) => setHost({ id: next ?? '', row })} />
        <p className="hint">
          {host.row
            ? `${String(host.row.useorgname)}　${String(host.row.useplace)}`
            : '选了安装设备，使用单位和区划随设备；没有安装设备时在上面选使用单位'}
        </p>
      </section>
    </FormView>
  );
}

function ValveDetail({ id }: { id: string }) {
  const { guard } = usePermission();
  const client = useQueryClient();
  const print = useContext(PrintContext);
  const valve = useQuery({
    queryKey: ['valve', id],
    queryFn: () => read<Valve>('/api/samvalve/load', { id }),
    staleTime: 0,
  });
  const config = useQuery(formConfigQuery('samvalve_form'));
  const states = useDict('C637');
  const [dialog, setDialog] = useState<'edit' | 'calibrate' | null>(null);
  const [host, setHost] = useState<string>();
  const error = valve.error ?? config.error;
  if (error) return <FaultNote error={error} onRetry={() => valve.refetch()} />;
  const row = valve.data;
  if (!row || !config.data) return <div className="page fixed" />;
  const renew = () => {
    void valve.refetch();
    void client.invalidateQueries({ queryKey: ['rows'] });
  };
  const failed = row.calresultName.startsWith('不');
  const hostRoute = equipmentRoute(row.hostequclass, row.hostequid);
  return (
    <>
      <DetailView
        title={`安全阀 ${row.valveno}`}
        tabTitle={row.valveno}
        subtitle={String(row.valvemodel ?? '')}
        identity={[row.useorgname, row.hostequname].filter(Boolean).join('　')}
        actions={
          <>
            <Button
              disabled={row.calibrations.length === 0 || failed}
              onClick={() => print({ printType: 'AQFBP', ids: [id], title: '打印校验标牌' })}
            >
              打印校验标牌
            </Button>
            <Button onClick={() => guard('basic:valve:save', () => setDialog('edit'))}>编辑</Button>
            <Button type="primary" onClick={() => guard('basic:valve:save', () => setDialog('calibrate'))}>
              校验登记
            </Button>
          </>
        }
        facts={[
          {
            label: '使用状态',
            value: (
              <StateDot tone={row.status === '1' ? 'go' : 'ok'}>
                {labelOf(states, String(row.status ?? ''))}
              </StateDot>
            ),
          },
          {
            label: '整定压力',
            value: `${formatNumber(row.setpress)} MPa`,
            note: `DN${formatNumber(row.nominaldia)}`,
          },
          {
            label: '最近校验',
            value: <strong className={failed ? 'late' : undefined}>{row.calresultName || '没有校验'}</strong>,
            note: String(row.caldate ?? ''),
          },
          {
            label: '下次校验日期',
            value: (
              <strong className={row.overdue ? 'late' : undefined}>
                {String(row.nextcaldate ?? '未定')}
              </strong>
            ),
            note:
              row.daysLeft === null
                ? failed
                  ? '不合格，修复后重新校验'
                  : ''
                : row.daysLeft < 0
                  ? `超期 ${-row.daysLeft} 天`
                  : `余 ${row.daysLeft} 天`,
          },
          {
            label: '安装设备',
            value: hostRoute ? <Link to={hostRoute}>{row.hostequname}</Link> : '没有登记',
            note: String(row.installpos ?? ''),
          },
        ]}
        tabs={[
          {
            key: 'calibrations',
            label: `校验记录 ${row.calibrations.length}`,
            content: <Calibrations valve={row} onChanged={renew} />,
          },
          {
            key: 'history',
            label: '变更记录',
            content: <HistoryPanel entity="safety_valve" id={id} />,
          },
        ]}
        config={config.data}
        record={row}
      />
      <Suspense fallback={null}>
        {dialog === 'edit' && (
          <FormDialog
            viewNo="samvalve_form"
            id={id}
            title={`编辑安全阀 ${row.valveno}`}
            extra={host === undefined ? {} : { hostequid: host || ' ' }}
            onSaved={renew}
            onClose={() => setDialog(null)}
          >
            <section className="form-group valve-host">
              <h3>安装设备</h3>
              <HostPicker
                value={host ?? row.hostequid}
                display={row.hostequname}
                onChange={(next) => setHost(next ?? '')}
              />
            </section>
          </FormDialog>
        )}
        {dialog === 'calibrate' && (
          <FormDialog
            viewNo="samvalve_calibration_form"
            id={id}
            title={`校验登记 ${row.valveno}`}
            onSaved={renew}
            onClose={() => setDialog(null)}
          />
        )}
      </Suspense>
    </>
  );
}

function Calibrations({ valve, onChanged }: { valve: Valve; onChanged: () => void }) {
  const { message, modal } = App.useApp();
  const { guard } = usePermission();
  if (valve.calibrations.length === 0) {
    return (
      <StateNote kind="empty" title="还没有校验">
        校验登记后，每次校验一行
      </StateNote>
    );
  }
  const undo = (row: Calibration) =>
    guard('basic:valve:save', () =>
      modal.confirm({
        title: '撤销最近一次校验',
        content: `${row.caldate} 的校验将撤销，变更记录中保留`,
        okText: '撤销',
        cancelText: '取消',
        onOk: async () => {
          try {
            await postEnvelope('/api/samvalve/removeCalibration', { id: valve.id, calibrationId: row.id });
            message.success('已撤销');
            onChanged();
          } catch (error) {
            message.error(messageOf(error));
          }
        },
      }),
    );
  return (
    <table className="plain">
      <thead>
        <tr>
          <th style={{ width: 92 }}>校验日期</th>
          <th style={{ width: 84 }}>方式</th>
          <th style={{ width: 56 }}>介质</th>
          <th className="right" style={{ width: 90 }}>
            要求整定
          </th>
          <th className="right" style={{ width: 90 }}>
            实际整定
          </th>
          <th className="right" style={{ width: 90 }}>
            密封试验
          </th>
          <th style={{ width: 84 }}>结果</th>
          <th style={{ width: 96 }}>下次校验</th>
          <th style={{ width: 110 }}>报告编号</th>
          <th style={{ width: 76 }}>校验人员</th>
          <th>标牌 / 铅封</th>
          <th style={{ width: 50 }} />
        </tr>
      </thead>
      <tbody>
        {valve.calibrations.map((row, index) => (
          <tr key={row.id}>
            <td>{row.caldate}</td>
            <td>{row.calmodeName}</td>
            <td>{row.calmediumName}</td>
            <td className="right">{formatNumber(row.setpress)} MPa</td>
            <td className="right">{formatNumber(row.actualset)} MPa</td>
            <td className="right">{formatNumber(row.sealpress)} MPa</td>
            <td className={row.calresultName.startsWith('不') ? 'late' : undefined}>{row.calresultName}</td>
            <td title={String(row.extapproval ?? '')}>{String(row.nextcaldate ?? '未定')}</td>
            <td className="code">{String(row.calreportno ?? '')}</td>
            <td>{String(row.calman ?? '')}</td>
            <td className="code">{[row.labelno, row.sealno].filter(Boolean).join(' / ')}</td>
            <td>
              {index === 0 && (
                <button type="button" className="link" onClick={() => undo(row)}>
                  撤销
                </button>
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
