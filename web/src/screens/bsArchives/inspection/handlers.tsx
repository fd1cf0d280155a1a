/** Hand-made handlers of transfers, authorisations and outside reports. */
import { equipmentRoute } from '@/ui/equipmentRoutes';
import type { ActionHandler } from '@/views/actionRegistry';
import { ContentDialog } from './ContentDialog';
import { FilesDialog } from './FilesDialog';
import { RegisterDialog } from './RegisterDialog';

export const authorizationFiles: ActionHandler = ({ rows, ids, open }) => {
  open((close) => (
    <FilesDialog
      id={ids[0]!}
      owner="authorization"
      types={['25', '99']}
      title={`授权文件 ${String(rows[0]?.docno ?? '')}`}
      onClose={close}
    />
  ));
};

export const reportFiles: ActionHandler = ({ rows, ids, open, refresh }) => {
  open((close) => (
    <FilesDialog
      id={ids[0]!}
      owner="third"
      types={['11', '12', '99']}
      title={`报告文件 ${String(rows[0]?.reportno ?? '')}`}
      onClose={() => {
        close();
        refresh();
      }}
    />
  ));
};

export const openReportDevice: ActionHandler = ({ rows, navigate }) => {
  const page = equipmentRoute(rows[0]?.equclass, rows[0]?.equdatasysid);
  if (page) navigate(page);
};

export const registerReport: ActionHandler = ({ viewNo, open, refresh }) => {
  const form = viewNo === 'third_detection_list' ? 'third_detection_form' : 'third_inspection_form';
  open((close) => <RegisterDialog form={form} onClose={close} onSaved={refresh} />);
};

export const transferContent: ActionHandler = ({ rows, ids, open }) => {
  open((close) => <ContentDialog id={ids[0]!} title={String(rows[0]?.reportno ?? '')} onClose={close} />);
};
