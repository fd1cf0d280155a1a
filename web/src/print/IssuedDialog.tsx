/** The signed report, right after it was approved. */
import { Button, Modal } from 'antd';
import { PdfView } from './PdfView';

interface Props {
  id: string;
  reportno: string;
  /** There is another report to go on with. */
  more?: boolean;
  onClose: () => void;
}

export function IssuedDialog({ id, reportno, more, onClose }: Props) {
  return (
    <Modal
      open
      width="min(1000px, 92vw)"
      style={{ top: 24 }}
      title={`${reportno} 已签发`}
      onCancel={onClose}
      footer={
        <Button type="primary" onClick={onClose}>
          {more ? '下一件' : '关闭'}
        </Button>
      }
    >
      <div style={{ height: 'calc(100vh - 190px)', display: 'grid' }}>
        <PdfView path="/api/appbuss/reportFile" form={{ id }} title={`报告 ${reportno}`} />
      </div>
    </Modal>
  );
}
