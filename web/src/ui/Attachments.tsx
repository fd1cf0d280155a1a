/** The attachments of one record: what is needed, what is there, and what may be done with it. */

import { DeleteOutlined, PaperClipOutlined, PlusOutlined } from '@ant-design/icons';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Checkbox, Progress } from 'antd';
import { useRef, useState } from 'react';
import {
  attachmentConfigsQuery,
  attachmentsQuery,
  deleteAttachments,
  previewUrl,
  uploadAttachment,
  zipUrl,
} from '@/api/attachments';
import { messageOf } from '@/api/client';
import type { AttachmentKind, AttachmentLine } from '@/api/shapes';
import { useApp } from '@/ui/useApp';
import { formatSize } from './format';
import { Panel } from './Panel';
import { PhoneQr } from './PhoneQr';

export type AttachmentOwner =
  | 'application'
  | 'business'
  | 'equipment'
  | 'unit'
  | 'correction'
  | 'state'
  | 'maintenance'
  | 'person'
  | 'authorization'
  | 'third'
  | 'release';

interface Props {
  attrefsysid: string;
  owner: AttachmentOwner;
  title?: string;
  readOnly?: boolean;
  /** Only these kinds; all kinds of the owner when left out. */
  types?: string[];
}

interface Upload {
  key: number;
  name: string;
  percent: number;
}

const DEFAULT_MAX_MB = 50;

export function Attachments({ attrefsysid, owner, title = '附件', readOnly, types }: Props) {
  const client = useQueryClient();
  const { message, modal } = useApp();
  const [picked, setPicked] = useState<string[]>([]);
  const [uploads, setUploads] = useState<Upload[]>([]);
  const configs = useQuery(attachmentConfigsQuery);
  const files = useQuery(attachmentsQuery(attrefsysid));
  const list = files.data ?? [];
  const kinds = (configs.data ?? []).filter(
    (kind) => (!kind.owner || kind.owner === owner) && (!types || types.includes(kind.type)),
  );
  const refresh = () => client.invalidateQueries({ queryKey: attachmentsQuery(attrefsysid).queryKey });

  const add = async (kind: AttachmentKind, file: File) => {
    const limit = kind.maxMb ?? DEFAULT_MAX_MB;
    if (file.size > limit * 1_048_576) {
      message.warning(`${file.name} 有 ${formatSize(file.size)}，不能超过 ${limit} MB`);
      return;
    }
    const key = Date.now() + Math.random();
    setUploads((all) => [...all, { key, name: file.name, percent: 0 }]);
    const progress = (percent: number) =>
      setUploads((all) => all.map((entry) => (entry.key === key ? { ...entry, percent } : entry)));
    try {
      await uploadAttachment({ attrefsysid, owner, type: kind.type }, file, progress);
      await refresh();
    } catch (error) {
      message.error(messageOf(error));
    } finally {
      setUploads((all) => all.filter((entry) => entry.key !== key));
    }
  };

  const remove = (gone: AttachmentLine[]) =>
    modal.confirm({
      title: gone.length === 1 ? '删除附件' : `删除 ${gone.length} 个附件`,
      content: '删除后不能恢复',
      okText: '删除',
      onOk: async () => {
        try {
          await deleteAttachments(gone);
          setPicked([]);
          await refresh();
        } catch (error) {
          message.error(messageOf(error));
        }
      },
    });

  const tools = (
    <>
      {picked.length > 0 && (
        <a href={zipUrl(picked)} download>
          打包下载 {picked.length}
        </a>
      )}
      {picked.length > 1 && !readOnly && (
        <button
          type="button"
          className="link"
          onClick={() => remove(list.filter((file) => picked.includes(file.attsysid)))}
        >
          删除
        </button>
      )}
      {!readOnly && <PhoneQr attrefsysid={attrefsysid} owner={owner} onClose={refresh} />}
    </>
  );

  return (
    <Panel title={title} sub={list.length ? `${list.length} 个` : undefined} extra={tools}>
      <ul className="attachments">
        {kinds.map((kind) => {
          const own = list.filter((file) => file.type === kind.type);
          if (readOnly && own.length === 0 && !kind.required) return null;
          return (
            <li key={kind.type}>
              <KindHead
                kind={kind}
                missing={own.length === 0}
                readOnly={readOnly}
                onFile={(file) => add(kind, file)}
              />
              {own.map((file) => (
                <FileLine
                  key={file.attsysid}
                  file={file}
                  picked={picked.includes(file.attsysid)}
                  onPick={(on) =>
                    setPicked(on ? [...picked, file.attsysid] : picked.filter((id) => id !== file.attsysid))
                  }
                  onRemove={readOnly ? undefined : () => remove([file])}
                />
              ))}
            </li>
          );
        })}
        {uploads.map((entry) => (
          <li key={entry.key} className="attachment-file">
            <span className="ellipsis">{entry.name}</span>
            <Progress percent={entry.percent} size="small" style={{ width: 96 }} />
          </li>
        ))}
      </ul>
      {(kinds.length === 0 || readOnly) && list.length === 0 && <p className="hint">没有附件</p>}
    </Panel>
  );
}

interface KindProps {
  kind: AttachmentKind;
  missing: boolean;
  readOnly?: boolean;
  onFile: (file: File) => void;
}

function KindHead({ kind, missing, readOnly, onFile }: KindProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <div className="attachment-kind">
      <span>{kind.label}</span>
      {kind.required && missing && <span className="caution">必交</span>}
      {!readOnly && (
        <button type="button" className="link" onClick={() => input.current?.click()}>
          <PlusOutlined /> 上传
        </button>
      )}
      <input
        ref={input}
        type="file"
        multiple
        hidden
        accept={kind.accept}
        aria-label={`上传${kind.label}`}
        onChange={(event) => {
          for (const file of event.target.files ?? []) onFile(file);
          event.target.value = '';
        }}
      />
    </div>
  );
}

interface FileProps {
  file: AttachmentLine;
  picked: boolean;
  onPick: (on: boolean) => void;
  onRemove?: () => void;
}

function FileLine({ file, picked, onPick, onRemove }: FileProps) {
  const open = () => window.open(previewUrl(file.attsysid), '_blank', 'noopener');
  return (
    <div className="attachment-file">
      <Checkbox
        checked={picked}
        onChange={(event) => onPick(event.target.checked)}
        aria-label={`选中 ${file.name}`}
      />
      <PaperClipOutlined />
      <button type="button" className="link ellipsis" title={file.name} onClick={open}>
        {file.name}
      </button>
      <span className="hint">{formatSize(file.size)}</span>
      {onRemove && (
        <button type="button" className="icon-button" aria-label={`删除 ${file.name}`} onClick={onRemove}>
          <DeleteOutlined />
        </button>
      )}
    </div>
  );
}
