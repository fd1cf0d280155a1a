/** The PDF the server made, to look at, print and save. Printing is written to the print log. */

import { DownloadOutlined, PrinterOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import { Button, Modal } from 'antd';
import { messageOf } from '@/api/client';
import { fetchPrint, savePrintLog } from '@/api/common';
import { saveFile } from '@/ui/saveFile';
import { useApp } from '@/ui/useApp';
import type { PrintJob } from '@/views/actionRegistry';
import { PdfFile } from './PdfView';
import { printFile } from './printFile';

interface Props {
  job: PrintJob;
  onClose: () => void;
}

export default function PrintPreview({ job, onClose }: Props) {
  const { message } = useApp();
  const file = useQuery({
    queryKey: ['print', job],
    queryFn: () => fetchPrint(job.printType, job.ids, job.extra),
    gcTime: 0,
    retry: false,
  });
  const print = async (blob: Blob) => {
    printFile(blob);
    try {
      await Promise.all((job.seisns ?? []).map((seisn) => savePrintLog(seisn, job.printType)));
    } catch (error) {
      message.error(messageOf(error, '打印记录未保存'));
    }
  };

  return (
    <Modal
      open
      width="min(1000px, 92vw)"
      style={{ top: 24 }}
      title={job.title}
      onCancel={onClose}
      footer={
        file.data && [
          <Button
            key="save"
            icon={<DownloadOutlined />}
            onClick={() => saveFile(file.data.blob, file.data.name || `${job.title}.pdf`)}
          >
            下载
          </Button>,
          <Button key="print" type="primary" icon={<PrinterOutlined />} onClick={() => print(file.data.blob)}>
            打印
          </Button>,
        ]
      }
    >
      <div style={{ height: 'calc(100vh - 190px)', display: 'grid', gridTemplateRows: 'minmax(0, 1fr)' }}>
        <PdfFile file={file} title={job.title} printedOutside />
      </div>
    </Modal>
  );
}
