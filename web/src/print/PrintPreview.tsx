/** The PDF the server made, to look at, print and save. Printing is written to the print log. */
import { DownloadOutlined, PrinterOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import { App, Button, Modal, Spin } from 'antd';
import { useRef } from 'react';
import { messageOf } from '@/api/client';
import { fetchPrint, savePrintLog } from '@/api/common';
import { StateNote } from '@/ui/Panel';
import { saveFile } from '@/ui/saveFile';
import type { PrintJob } from '@/views/actionRegistry';
import { useBlobUrl } from './PdfView';

interface Props {
  job: PrintJob;
  onClose: () => void;
}

export default function PrintPreview({ job, onClose }: Props) {
  const { message } = App.useApp();
  const frame = useRef<HTMLIFrameElement>(null);
  const file = useQuery({
    queryKey: ['print', job],
    queryFn: () => fetchPrint(job.printType, job.ids, job.extra),
    gcTime: 0,
    retry: false,
  });
  const url = useBlobUrl(file.data?.blob);

  const print = async () => {
    frame.current?.contentWindow?.print();
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
          <Button key="print" type="primary" icon={<PrinterOutlined />} onClick={print}>
            打印
          </Button>,
        ]
      }
    >
      <div style={{ height: 'calc(100vh - 190px)', display: 'grid' }}>
        {file.isPending && <Spin style={{ margin: 'auto' }} />}
        {file.isError && (
          <StateNote
            kind="fault"
            title="打印出错"
            actions={<Button onClick={() => file.refetch()}>重试</Button>}
          >
            {messageOf(file.error)}
          </StateNote>
        )}
        {url && <iframe ref={frame} className="pdf-view" src={url} title={job.title} />}
      </div>
    </Modal>
  );
}
