/** The files of a move: added, looked at, told what they mean; and how far the move has come. */
import { InboxOutlined } from '@ant-design/icons';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { Button, Modal, Popconfirm, Select, Steps, Upload } from 'antd';
import { useEffect, useState } from 'react';
import { messageOf } from '@/api/client';
import { renewRecords } from '@/api/layout';
import type { MovedFile, MovedFiles } from '@/api/shapes';
import { formatNumber } from '@/ui/format';
import { StateDot } from '@/ui/Panel';
import { FileMeaning, type MeaningWays } from '@/views/ImportMeaning';
import { FaultNote } from '@/views/ListStates';
import { useBusy } from '@/views/useBusy';
import {
  chooseKind,
  dropMoved,
  meanMoved,
  movedFiles,
  previewMoved,
  proposeMoved,
  sendMoved,
  wordsOfMoved,
} from './calls';
import { MovedColumns } from './MovedColumns';
import './moving.css';

const BEAT = 1000;
const STAGES = ['档案', '概况', '对应', '值对应', '试装', '批准装入', '对账', '撤回'];
const STAGE_OF: Record<string, number> = {
  trying: 4,
  tried: 5,
  waiting: 5,
  loading: 5,
  loaded: 6,
  undoing: 7,
  undone: 7,
};

/** Which of the stages a project is at: while it is prepared, the least that one of its files still needs. */
function stageOf({ state, files }: MovedFiles): number {
  if (state in STAGE_OF) return STAGE_OF[state]!;
  if (files.length === 0) return 0;
  if (files.some((file) => file.state === 'reading' || file.state === 'faulty')) return 1;
  return files.some((file) => file.state === 'asking') ? 2 : 4;
}

export default function MovingFiles({ data, id }: { data: unknown; id: string }) {
  const { may, stands } = data as { may: boolean; stands: string };
  const client = useQueryClient();
  const [asked, setAsked] = useState<MovedFile>();
  const [shown, setShown] = useState<MovedFile>();
  const query = useQuery({
    queryKey: ['moving files', id, stands], // what the page says of the project is newer than these
    placeholderData: keepPreviousData,
    queryFn: () => movedFiles(id),
    staleTime: 0,
    refetchInterval: (q) =>
      q.state.data?.busy || q.state.data?.files.some((file) => file.state === 'reading') ? BEAT : false,
  });
  const state = query.data?.state;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the page around it follows the state of the project
  useEffect(() => {
    void renewRecords(client);
  }, [state]);
  if (query.error) return <FaultNote error={query.error} onRetry={() => void query.refetch()} />;
  if (!query.data) return null;
  const { files, open, kinds } = query.data;
  const renew = async () => {
    await query.refetch();
    await renewRecords(client);
  };
  const editable = may && open;
  return (
    <div className="moving">
      <Steps
        size="small"
        className="moving-steps"
        current={stageOf(query.data)}
        items={STAGES.map((title) => ({ title }))}
      />
      {files.length > 0 && (
        <table className="plain" aria-label="迁入文件">
          <colgroup>
            <col />
            <col style={{ width: 120 }} />
            <col style={{ width: 170 }} />
            <col style={{ width: 80 }} />
            <col style={{ width: 90 }} />
            <col style={{ width: 80 }} />
            <col style={{ width: 90 }} />
            <col style={{ width: 80 }} />
            <col style={{ width: 170 }} />
          </colgroup>
          <thead>
            <tr>
              <th>文件</th>
              <th>格式</th>
              <th>内容</th>
              <th className="right">行数</th>
              <th>状态</th>
              <th className="right">装入</th>
              <th className="right">并入或已有</th>
              <th className="right">不装入</th>
              <th>操作</th>
            </tr>
          </thead>
          <tbody>
            {files.map((file) => (
              <Line
                key={file.id}
                file={file}
                kinds={kinds}
                editable={editable}
                onMean={() => setAsked(file)}
                onShow={() => setShown(file)}
                onDone={renew}
              />
            ))}
          </tbody>
        </table>
      )}
      {editable && <Adder id={id} onDone={renew} />}
      {!editable && files.length === 0 && <p className="hint">项目里还没有文件。</p>}
      {shown && <MovedColumns file={shown} onClose={() => setShown(undefined)} />}
      {asked && (
        <Modal
          open
          width={1040}
          title={`对应各列：${asked.name}`}
          footer={null}
          mask={{ closable: false }}
          onCancel={() => setAsked(undefined)}
        >
          <FileMeaning
            ways={waysOf(asked, async () => {
              setAsked(undefined);
              await renew();
            })}
            filename={asked.name}
            message={`${asked.kindName}，${formatNumber(asked.rows)} 行`}
          />
        </Modal>
      )}
    </div>
  );
}

function waysOf(file: MovedFile, done: () => Promise<void>): MeaningWays {
  return {
    key: `${file.id} ${file.version}`,
    propose: (sourceId) => proposeMoved(file.id, sourceId),
    words: (sourceId, columns) => wordsOfMoved(file.id, sourceId, columns),
    preview: (meaning) => previewMoved(file.id, meaning),
    headAt: async (head, lines) => {
      await chooseKind(file.id, file.version, file.kind, head, lines);
      await done();
    },
    confirm: async (name, _source, meaning) => {
      await meanMoved(file.id, file.version, name, meaning);
      await done();
    },
    confirmText: '对应无误，保存',
  };
}

interface LineProps {
  file: MovedFile;
  kinds: MovedFiles['kinds'];
  editable: boolean;
  onMean: () => void;
  onShow: () => void;
  onDone: () => Promise<void>;
}

function Line({ file, kinds, editable, onMean, onShow, onDone }: LineProps) {
  const [busy, doing] = useBusy();
  const table = file.columns.length > 0;
  const change = (kind: string) =>
    doing(async () => {
      await chooseKind(file.id, file.version, kind);
      await onDone();
    });
  const drop = () =>
    doing(async () => {
      await dropMoved(file.id, file.version);
      await onDone();
    });
  return (
    <tr>
      <td className="wrap">
        {file.name}
        {file.message && <div className={file.state === 'faulty' ? 'late' : 'hint'}>{file.message}</div>}
      </td>
      <td>
        {file.format}
        {file.encoding && <div className="hint">{file.encoding}</div>}
      </td>
      <td>
        {editable && table ? (
          <Select
            aria-label={`${file.name} 的内容`}
            size="small"
            style={{ width: 150 }}
            value={file.kind}
            disabled={busy}
            options={kinds}
            onChange={change}
          />
        ) : (
          file.kindName
        )}
      </td>
      <td className="right">{formatNumber(file.rows)}</td>
      <td>
        <StateDot tone={file.tone}>{file.loaded ? '已装入' : file.stateName}</StateDot>
      </td>
      <td className="right">{file.counted ? formatNumber(file.made) : '—'}</td>
      <td className="right">{file.counted ? formatNumber(file.merged) : '—'}</td>
      <td className="right">{file.counted ? formatNumber(file.out) : '—'}</td>
      <td className="moving-acts">
        {table && (
          <Button type="link" size="small" onClick={onShow}>
            概况
          </Button>
        )}
        {editable && table && (
          <Button type="link" size="small" onClick={onMean}>
            对应
          </Button>
        )}
        {editable && (
          <Popconfirm title={`从项目里删去“${file.name}”？`} onConfirm={drop}>
            <Button type="link" size="small" danger loading={busy}>
              删去
            </Button>
          </Popconfirm>
        )}
      </td>
    </tr>
  );
}

function Adder({ id, onDone }: { id: string; onDone: () => Promise<void> }) {
  const [sending, setSending] = useState<number | null>(null);
  const [unsent, setUnsent] = useState<string[]>([]);
  /** One after another: the memo of a table follows its table. */
  const send = async (files: File[]) => {
    setUnsent([]);
    const inOrder = [...files].sort((a, b) => Number(isMemo(a)) - Number(isMemo(b)));
    for (const file of inOrder) {
      setSending(0);
      try {
        await sendMoved(id, file, setSending);
      } catch (error) {
        setUnsent((all) => [...all, `${file.name} 没有上传：${messageOf(error)}`]);
      }
    }
    setSending(null);
    await onDone();
  };
  return (
    <>
      <Upload.Dragger
        className="moving-drop"
        accept=".xlsx,.csv,.txt,.tsv,.dbf,.dbt,.fpt,.zip"
        multiple
        showUploadList={false}
        disabled={sending !== null}
        beforeUpload={(file, all) => {
          if (file === all[0]) void send(all);
          return false;
        }}
      >
        <p>
          <InboxOutlined />　
          {sending === null
            ? '点击选择，或把 Excel、文本、DBF（连同备注文件）、报告和照片的压缩包拖到这里，可一次多个'
            : `正在上传 ${sending}%`}
        </p>
      </Upload.Dragger>
      {unsent.map((one) => (
        <p key={one} className="late" role="alert">
          {one}
        </p>
      ))}
    </>
  );
}

const isMemo = (file: File) => /\.(dbt|fpt)$/i.test(file.name);
