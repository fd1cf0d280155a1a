/** 退回 of declarations: from assignment or acceptance back to the counter. */
import { sendMainsBack } from '@/screens/businessPro/api';
import { ItemReturn } from '@/screens/businessPro/parts/ItemReturn';
import type { ActionHandler } from '@/views/actionRegistry';

const mainBack: ActionHandler = ({ ids, open, refresh }) => {
  open((close) => (
    <ItemReturn
      ids={ids}
      steps={[{ value: 'YWSB', label: '业务申报' }]}
      send={sendMainsBack}
      onClose={close}
      onDone={refresh}
    />
  ));
};
export default mainBack;
