/** 检验结束: asks to end an inspection without a report; the head of the department decides. */
import { post } from '@/api/client';
import type { ActionHandler } from '@/views/actionRegistry';
import { ReasonDialog } from './ReasonDialog';

const reasons = [
  '使用单位取消',
  '设备停用或拆除',
  '现场不具备检验条件',
  '转由其他机构检验',
  '监督检验终止',
  '其他',
];

const endAsk: ActionHandler = ({ ids, rows, open, refresh, notify }) => {
  const seisn = String(rows[0]?.seisn ?? '');
  open((close) => (
    <ReasonDialog
      title={`申请检验结束 ${seisn}`}
      okText="申请"
      label="结束原因"
      hint="批准后不再出具报告，已做的工作仍可能收费"
      reasons={reasons}
      send={async (values) => {
        await post('/api/appbuss/cancelAppBuss', { ids, ...values });
        notify.success('已申请，等待科长批准');
      }}
      onClose={close}
      onDone={refresh}
    />
  ));
};
export default endAsk;
