/** 查看 of a product: what it is, where its certificate comes from, and the devices made of it. */
import { useQuery } from '@tanstack/react-query';
import { Modal } from 'antd';
import { Link } from 'react-router';
import { read } from '@/api/client';
import { formConfigQuery, type Row } from '@/api/layout';
import { equipmentRoute } from '@/ui/equipmentRoutes';
import { StateNote } from '@/ui/Panel';
import type { ActionHandler } from '@/views/actionRegistry';
import { DetailGroups } from '@/views/DetailView';
import { FaultNote } from '@/views/ListStates';

interface Device {
  id: string;
  equclass: string;
  equname: string;
  prono: string;
  equcode: string;
  useorgname: string;
  byname: string;
  at: string;
  deleted: boolean;
}
interface Product extends Row {
  equclass: string;
  appno: string;
  applicationId: string | null;
  devices: Device[];
}

function ProductDialog({ id, title, onClose }: { id: string; title: string; onClose: () => void }) {
  const product = useQuery({
    queryKey: ['product', id],
    queryFn: () => read<Product>('/api/product/load', { id }),
    staleTime: 0,
  });
  const row = product.data;
  const config = useQuery({
    ...formConfigQuery(`product_${row?.equclass}_form`),
    enabled: Boolean(row),
  });
  const error = product.error ?? config.error;
  return (
    <Modal open width={980} title={title} footer={null} onCancel={onClose}>
      <div style={{ maxHeight: '66vh', minHeight: 200, overflow: 'auto' }}>
        {error ? <FaultNote error={error} onRetry={() => product.refetch()} /> : null}
        {row && config.data && <DetailGroups config={config.data} record={row} />}
        {row?.applicationId && (
          <p>
            监检申报单 <Link to={`/businessPro/applyInfo?id=${row.applicationId}`}>{row.appno}</Link>
          </p>
        )}
        {row && row.equclass !== '7000' && (
          <section className="detail-group">
            <h3>转成的设备　{row.devices.length} 台</h3>
            {row.devices.length === 0 ? (
              <StateNote kind="empty" title="还没有转设备" />
            ) : (
              <Devices rows={row.devices} onLeave={onClose} />
            )}
          </section>
        )}
      </div>
    </Modal>
  );
}

function Devices({ rows, onLeave }: { rows: Device[]; onLeave: () => void }) {
  return (
    <table className="plain">
      <thead>
        <tr>
          <th style={{ width: 150 }}>产品编号</th>
          <th>设备</th>
          <th style={{ width: 170 }}>设备代码</th>
          <th>使用单位</th>
          <th style={{ width: 80 }}>转换人</th>
          <th style={{ width: 140 }}>转换时间</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((device) => (
          <tr key={device.id}>
            <td className="code">{device.prono}</td>
            <td>
              {device.deleted ? (
                `${device.equname}（档案已删除）`
              ) : (
                <Link to={equipmentRoute(device.equclass, device.id) ?? '#'} onClick={onLeave}>
                  {device.equname}
                </Link>
              )}
            </td>
            <td className="code">{device.equcode || '没有代码'}</td>
            <td>{device.useorgname}</td>
            <td>{device.byname}</td>
            <td>{device.at.slice(0, 16)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const productView: ActionHandler = ({ rows, ids, open }) => {
  const row = rows[0] ?? {};
  const title = [row.compname, row.compspec, row.prono || row.batchno].filter(Boolean).join('　');
  open((close) => <ProductDialog id={ids[0]!} title={title} onClose={close} />);
};
export default productView;
