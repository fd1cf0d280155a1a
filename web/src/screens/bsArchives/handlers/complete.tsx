/** 补全 of an incomplete record: what it lacks, each a way to the field. */
import { Modal } from 'antd';
import { Link } from 'react-router';
import type { Lacking } from '@/api/shapes';
import { equipmentEditRoute } from '@/ui/equipmentRoutes';
import type { ActionHandler } from '@/views/actionRegistry';

const complete: ActionHandler = ({ rows, open }) => {
  const row = rows[0] ?? {};
  const lacking = (row.lacking ?? []) as Lacking[];
  const page = equipmentEditRoute(String(row.equclass), String(row.id));
  const title = [row.equcode || row.regcode || row.prono, row.equname].filter(Boolean).join('　');
  open((close) => (
    <Modal open width={560} title={`待完善 ${title}`} footer={null} onCancel={close}>
      <p className="hint">补全这些事项并保存后，档案即为完整，可以申报检验。</p>
      <table className="plain">
        <thead>
          <tr>
            <th>项目</th>
            <th>要求</th>
          </tr>
        </thead>
        <tbody>
          {lacking.map((one) => (
            <tr key={one.field}>
              <td>
                <Link to={`${page}&field=${one.field}`} onClick={close}>
                  {one.label}
                </Link>
              </td>
              <td>{one.sentence}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Modal>
  ));
};
export default complete;
