/** 打印报告: the issued file, printed; then the copies, the mark sheets that went with them, and why it is a second. */

import { useQueries } from '@tanstack/react-query';
import { Button, Input, InputNumber, Modal, Tabs } from 'antd';
import { useState } from 'react';
import { fetchFile, messageOf, post } from '@/api/client';
import type { Row } from '@/api/layout';
import { seen } from '@/api/seen';
import { PdfFile } from '@/print/PdfView';
import { printFile } from '@/print/printFile';
import { useApp } from '@/ui/useApp';
import type { ActionHandler } from '@/views/actionRegistry';
import '@/screens/businessPro/parts/business.css';

interface Props {
  rows: Row[];
  ids: string[];
  onClose: () => void;
  onDone: () => void;
}

const FIELDS = [
  { name: 'reason', label: '补打原因', hint: '必填', width: 260 },
  { name: 'papernos', label: '合格标志编号', hint: '可不填，连号如 HG01~HG03', width: 290 },
  { name: 'spoiled', label: '作废编号', hint: '可不填', width: 200 },
  { name: 'spoilwhy', label: '作废原因', hint: '必填', width: 200 },
] as const;
const shown = (name: string, again: boolean, spoiled: string) =>
  name === 'reason' ? again : name !== 'spoilwhy' || Boolean(spoiled.trim());

const nameOf = (row: Row | undefined) => String(row?.reportno || row?.seisn || '');

function PrintDialog({ rows, ids, onClose, onDone }: Props) {
  const { message } = useApp();
  const [at, setAt] = useState(ids[0]!);
  const [copies, setCopies] = useState(1);
  const [sheets, setSheets] = useState({ papernos: '', spoiled: '', spoilwhy: '', reason: '' });
  const again = rows.some((row) => row.step && row.step !== 'BGDY' && Number(row.printcount) > 0);
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
  const issued = file.data?.blob;
  const done = async () => {
    setBusy(true);
    try {
      await post('/api/appbuss/saveReportPrintInfo', { ...seen(rows), copies, ...sheets });
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
          {FIELDS.filter(({ name }) => shown(name, again, sheets.spoiled)).map(
            ({ name, label, hint, width }) => (
              <Input
                key={name}
                aria-label={label}
                maxLength={256}
                style={{ width }}
                prefix={<span className="soft">{label}</span>}
                placeholder={hint}
                value={sheets[name]}
                onChange={(event) => setSheets({ ...sheets, [name]: event.target.value })}
              />
            ),
          )}
          <span className="spacer" />
          <Button disabled={!issued} onClick={() => issued && printFile(issued)}>
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
