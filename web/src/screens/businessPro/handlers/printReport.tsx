/** 打印报告: the issued file, printed; then how many copies and which mark numbers went with them. */
import { useQueries } from '@tanstack/react-query';
import { App, Button, Input, InputNumber, Modal, Tabs } from 'antd';
import { useState } from 'react';
import { fetchFile, messageOf, post } from '@/api/client';
import type { Row } from '@/api/layout';
import { seen } from '@/api/seen';
import { PdfFile } from '@/print/PdfView';
import { printFile } from '@/print/printFile';
import type { ActionHandler } from '@/views/actionRegistry';
import '@/screens/businessPro/parts/business.css';

interface Props {
  rows: Row[];
  ids: string[];
  onClose: () => void;
  onDone: () => void;
}

const nameOf = (row: Row | undefined) => String(row?.reportno || row?.seisn || '');

function PrintDialog({ rows, ids, onClose, onDone }: Props) {
  const { message } = App.useApp();
  const [at, setAt] = useState(ids[0]!);
  const [copies, setCopies] = useState(1);
  const [papers, setPapers] = useState('');
  const [busy, setBusy] = useState(false);
  const files = useQueries({
    queries: ids.map((id) => ({
      queryKey: ['issued report', id],
      queryFn: () => fetchFile('/api/appbuss/reportFile', {}, { id }),
      staleTime: 60_000,
      retry: false,
      enabled: id === at,
    })),
  });
  const file = files[ids.indexOf(at)]!;
  const shown = file.data?.blob;
  const done = async () => {
    setBusy(true);
    try {
      await post('/api/appbuss/saveReportPrintInfo', { ...seen(rows), copies, papernos: papers.trim() });
      message.success(`${ids.length} 份报告已登记打印 ${copies} 份`);
      onClose();
      onDone();
    } catch (error) {
      message.error(messageOf(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <Modal
      open
      width="min(1000px, 92vw)"
      style={{ top: 24 }}
      title={ids.length > 1 ? `打印 ${ids.length} 份报告` : `打印报告 ${nameOf(rows[0])}`}
      onCancel={onClose}
      mask={{ closable: false }}
      footer={
        <div className="print-foot">
          <span className="soft">份数</span>
          <InputNumber
            aria-label="份数"
            min={1}
            max={50}
            precision={0}
            style={{ width: 70 }}
            value={copies}
            onChange={(next) => setCopies(Number(next ?? 1))}
          />
          <span className="soft">合格标志编号</span>
          <Input
            aria-label="合格标志编号"
            maxLength={256}
            style={{ width: 220 }}
            placeholder="纸质标志的编号，可不填"
            value={papers}
            onChange={(event) => setPapers(event.target.value)}
          />
          <span className="spacer" />
          <Button disabled={!shown} onClick={() => shown && printFile(shown)}>
            打印
          </Button>
          <Button type="primary" loading={busy} onClick={done}>
            登记已打印
          </Button>
        </div>
      }
    >
      {ids.length > 1 && (
        <Tabs
          size="small"
          activeKey={at}
          onChange={setAt}
          items={ids.map((id, index) => ({ key: id, label: nameOf(rows[index]) }))}
        />
      )}
      <div style={{ height: 'calc(100vh - 240px)', display: 'grid', gridTemplateRows: 'minmax(0, 1fr)' }}>
        <PdfFile key={at} file={file} printedOutside title={`报告 ${nameOf(rows[ids.indexOf(at)])}`} />
      </div>
    </Modal>
  );
}

const printReport: ActionHandler = ({ rows, ids, open, refresh }) => {
  open((close) => <PrintDialog rows={rows} ids={ids} onClose={close} onDone={refresh} />);
};
export default printReport;
