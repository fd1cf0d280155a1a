/** 导入: template, file, check, and then all or only the valid rows. It may be closed while it works. */

import { DownloadOutlined, InboxOutlined } from '@ant-design/icons';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Button, Modal, Progress, Upload } from 'antd';
import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { messageOf, post } from '@/api/client';
import {
  errorsUrl,
  type ImportMode,
  importConfig,
  importProgress,
  sendFile,
  templateUrl,
} from '@/api/imports';
import type { ImportState, ImportUnits } from '@/api/shapes';
import { formatNumber } from '@/ui/format';
import { useApp } from '@/ui/useApp';
import { ImportMeaning } from './ImportMeaning';
import { ImportUnknown } from './ImportUnknown';
import { FaultNote } from './ListStates';
import './import.css';

const BEAT = 700;
const SHOWN_RUNS = 4;

interface Props {
  viewNo: string;
  onClose: () => void;
  /** Rows were written. */
  onDone: () => void;
}

export default function ImportDialog({ viewNo, onClose, onDone }: Props) {
  const { message } = useApp();
  const navigate = useNavigate();
  const client = useQueryClient();
  const config = useQuery({
    queryKey: ['import', viewNo],
    queryFn: () => importConfig(viewNo),
    staleTime: 0,
  });
  const [sending, setSending] = useState<number | null>(null);
  const [unsent, setUnsent] = useState(''); // why the last file was not taken: it stays until another is chosen
  const [runId, setRunId] = useState<string>();
  const run = useQuery({
    queryKey: ['import run', runId],
    queryFn: () => importProgress(runId!),
    enabled: Boolean(runId),
    staleTime: 0,
    refetchInterval: (query) => (query.state.data?.ended ? false : BEAT),
  }).data;
  const written = run?.ended ? run.written : 0;
  useEffect(() => {
    if (written > 0) onDone();
  }, [written, onDone]);

  /** Show a run from its first answer on: the dialog does not fall back to the choice of a file in between. */
  const follow = (next: ImportState) => {
    client.setQueryData(['import run', next.id], next);
    setRunId(next.id);
  };
  const send = async (file: File) => {
    setSending(0);
    setUnsent('');
    try {
      follow(await sendFile(viewNo, file, setSending));
    } catch (error) {
      setUnsent(`${file.name} 没有上传：${messageOf(error)}`);
    } finally {
      setSending(null);
    }
  };
  const write = async (mode: ImportMode) => {
    try {
      const next = await post('/api/import/start', { viewNo, mode, runId });
      follow(next);
    } catch (error) {
      message.error(messageOf(error));
    }
  };
  const another = () => {
    setRunId(undefined);
    void client.invalidateQueries({ queryKey: ['import', viewNo] });
  };
  const checked = run?.ended && run.mode === 'check' && run.state === 'done';
  const leads = run?.state === 'done' && run.mode !== 'check' ? config.data?.leads : null;
  const footer = [
    <Button key="close" onClick={onClose}>
      {run && !run.ended ? '在后台继续' : '关闭'}
    </Button>,
    run?.ended && (
      <Button key="another" onClick={another}>
        换一个文件
      </Button>
    ),
    checked && run.bad > 0 && run.good > 0 && !config.data?.whole && (
      <Button key="valid" onClick={() => write('valid')}>
        只导入有效的 {run.good} 行
      </Button>
    ),
    checked && run.drafts > 0 && (
      <Button key="drafts" onClick={() => write('drafts')}>
        连同待完善的 {run.drafts} 行导入
      </Button>
    ),
    checked && run.bad === 0 && (
      <Button key="all" type="primary" onClick={() => write('all')}>
        导入 {run.good} 行
      </Button>
    ),
    leads && (
      <Button key="leads" type="primary" onClick={() => [onClose(), navigate(leads.route)]}>
        {leads.label}
      </Button>
    ),
  ];
  return (
    <Modal
      open
      width={run?.state === 'asking' ? 1040 : 820}
      title={`导入${config.data?.title ?? ''}`}
      footer={footer}
      mask={{ closable: false }}
      onCancel={onClose}
    >
      {config.error && <FaultNote error={config.error} onRetry={() => config.refetch()} />}
      {config.data && !run && (
        <>
          <p className="import-lead">
            先下载模板，按表头填写后上传；从别的系统导出的文件也可以直接上传，下一步说明各列的含义。系统先检查每一行，确认后才写入；一次最多{' '}
            {formatNumber(config.data.mostRows)} 行。
            <Button type="link" size="small" icon={<DownloadOutlined />} href={templateUrl(viewNo)}>
              下载模板
            </Button>
          </p>
          <Upload.Dragger
            accept=".xlsx,.csv,.txt,.tsv"
            maxCount={1}
            showUploadList={false}
            disabled={sending !== null}
            beforeUpload={(file) => {
              void send(file);
              return false;
            }}
          >
            <p className="import-drop">
              <InboxOutlined />
            </p>
            <p>
              {sending === null
                ? '点击选择文件，或把 .xlsx、.csv、.txt 文件拖到这里'
                : `正在上传 ${sending}%`}
            </p>
          </Upload.Dragger>
          {unsent && (
            <p className="late" role="alert">
              {unsent}
            </p>
          )}
          <Earlier runs={config.data.runs} onOpen={setRunId} />
        </>
      )}
      {run && run.state !== 'asking' && <Run run={run} />}
      {checked && run.units?.unknown && run.units.unknown.length > 0 && (
        <ImportUnknown key={run.id} viewNo={viewNo} run={run} onChecked={follow} />
      )}
      {run?.state === 'asking' && <ImportMeaning key={run.id} viewNo={viewNo} run={run} onChecked={follow} />}
    </Modal>
  );
}

function Run({ run }: { run: ImportState }) {
  const whole = run.total || run.seen || 1;
  const percent = run.state === 'writing' ? (run.written / whole) * 100 : run.ended ? 100 : 5;
  const status = run.state === 'done' ? 'success' : run.ended ? 'exception' : 'active';
  return (
    <div className="import-run">
      <div className="import-file">
        <b>{run.filename}</b>
        <span className="hint">
          {run.modeName}　{run.stateName}
        </span>
      </div>
      <Progress
        aria-label="进度"
        percent={Math.round(percent)}
        status={status}
        showInfo={run.state === 'writing'}
      />
      <p className={run.state === 'refused' || run.state === 'failed' ? 'late' : undefined}>
        {run.message || `已检查 ${formatNumber(run.seen)} 行，${formatNumber(run.bad)} 行需要修改`}
      </p>
      {run.units && <Units units={run.units} />}
      {run.faults.length > 0 && (
        <>
          <Faults run={run} />
          {run.hasErrors && (
            <Button type="link" size="small" icon={<DownloadOutlined />} href={errorsUrl(run.id)}>
              下载需要修改的 {run.bad} 行（原因写在各单元格旁，改好后可直接再次导入）
            </Button>
          )}
        </>
      )}
    </div>
  );
}

/** What is wrong: each column and sentence once with its rows, all of them; below, the first cells as they stand there. */
function Faults({ run }: { run: ImportState }) {
  return (
    <div className="import-faults">
      {run.groups.length > 0 && (
        <table className="plain" aria-label="问题汇总">
          <colgroup>
            <col style={{ width: 150 }} />
            <col />
            <col style={{ width: 70 }} />
            <col style={{ width: 260 }} />
          </colgroup>
          <thead>
            <tr>
              <th>列</th>
              <th>原因</th>
              <th className="right">行数</th>
              <th>哪些行</th>
            </tr>
          </thead>
          <tbody>
            {run.groups.map((one) => (
              <tr key={`${one.label}\n${one.sentence}`}>
                <td>{one.label || '整行'}</td>
                <td className="wrap">{one.sentence}</td>
                <td className="right">{formatNumber(one.count)}</td>
                <td className="wrap">
                  {one.rows.join('、')}
                  {one.count > one.rows.length && '…（全部见下载的文件）'}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <table className="plain">
        <colgroup>
          <col style={{ width: 64 }} />
          <col style={{ width: 150 }} />
          <col style={{ width: 180 }} />
          <col />
        </colgroup>
        <thead>
          <tr>
            <th className="right">行</th>
            <th>列</th>
            <th>填写内容</th>
            <th>原因</th>
          </tr>
        </thead>
        <tbody>
          {run.faults.map((fault, index) => (
            <tr key={index}>
              <td className="right">{fault.row}</td>
              <td>{fault.label}</td>
              <td title={fault.value}>{fault.value || (fault.label ? '（空）' : '整行')}</td>
              <td className="wrap">{fault.sentence}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** The units that the rows bring: new ones, and known ones of which the file says otherwise than the archive. */
function Units({ units }: { units: ImportUnits }) {
  if (units.new.length === 0 && units.differing.length === 0) return null;
  return (
    <div className="import-units">
      {units.new.length > 0 && (
        <>
          <h4>新建使用单位 {formatNumber(units.created)} 家（随设备一并写入）</h4>
          <ul>
            {units.new.map((unit) => (
              <li key={unit.code || unit.name} className={unit.faults.length > 0 ? 'late' : undefined}>
                {unit.name || unit.code}　<span className="code">{unit.code}</span>　{formatNumber(unit.rows)}{' '}
                台{unit.faults.length > 0 && `　第 ${unit.row} 行：${unit.faults.join('；')}`}
              </li>
            ))}
          </ul>
        </>
      )}
      {units.differing.length > 0 && (
        <>
          <h4>与单位档案不一致（以档案为准，不会改动）</h4>
          <ul>
            {units.differing.map((unit) => (
              <li key={unit.code || unit.name}>
                {unit.name}：
                {unit.values
                  .map((one) => `${one.label}档案为“${one.ours || '空'}”，文件为“${one.theirs}”`)
                  .join('；')}
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  );
}

function Earlier({ runs, onOpen }: { runs: ImportState[]; onOpen: (id: string) => void }) {
  if (runs.length === 0) return null;
  return (
    <div className="import-earlier">
      <h4>我最近的导入</h4>
      {runs.slice(0, SHOWN_RUNS).map((run) => (
        <div key={run.id}>
          <button type="button" className="link" onClick={() => onOpen(run.id)}>
            {run.filename}
          </button>
          <span className="hint">
            {run.at.slice(0, 16)}　{run.message || run.stateName}
          </span>
        </div>
      ))}
    </div>
  );
}
