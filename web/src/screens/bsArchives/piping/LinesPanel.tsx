/** The lines of a project in one table: add, copy, change and take off with the keyboard, totals below. */

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Button, Input } from 'antd';
import { type KeyboardEvent, lazy, Suspense, useRef, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { messageOf, postEnvelope } from '@/api/client';
import { labelOf, useDict } from '@/api/dict';
import type { Row } from '@/api/layout';
import { seen } from '@/api/seen';
import { formatNumber } from '@/ui/format';
import { StateDot, StateNote } from '@/ui/Panel';
import { useApp } from '@/ui/useApp';
import { FaultNote } from '@/views/ListStates';
import { changeRoute, changesQuery, copyOf, DELETE_URL, linesQuery } from './api';
import './piping.css';
import type { PipeLine } from '@/api/shapes';

const FormDialog = lazy(() => import('@/views/FormDialog'));
const STATE_TONES: Record<string, string> = { '1': 'go', '0': 'ca', '6': 'ca', '8': 'ca' };

interface Editing {
  title: string;
  id?: string;
  initial?: Row;
  asked: boolean;
}

export function LinesPanel({ id }: { id: string }) {
  const { message, modal } = useApp();
  const client = useQueryClient();
  const navigate = useNavigate();
  const query = useQuery(linesQuery(id));
  const levels = useDict('C616');
  const states = useDict('C637');
  const table = useRef<HTMLTableElement>(null);
  const [at, setAt] = useState(0);
  const [editing, setEditing] = useState<Editing | null>(null);
  const [reason, setReason] = useState('');
  if (query.isError) return <FaultNote error={query.error} onRetry={() => query.refetch()} />;
  if (!query.data) return null;
  const { lines, totals, may, pending } = query.data;
  const current = lines[Math.min(at, lines.length - 1)];
  const renew = () => {
    void client.invalidateQueries({ queryKey: ['project lines', id] });
    void client.invalidateQueries({ queryKey: ['device', '8000', id] });
    void client.invalidateQueries({ queryKey: ['pipe changes of', id] });
    void client.invalidateQueries({ queryKey: ['rows'] });
  };
  const denied = () =>
    modal.warning({ title: '提示', content: '对不起，您没有此操作的权限', okText: '知道了' });
  const open = (title: string, means: string, rest: Pick<Editing, 'id' | 'initial'>) => {
    if (!means) return denied();
    setReason('');
    return setEditing({ title, asked: means === 'apply', ...rest });
  };
  const add = () => open('新增管线', may.add, { initial: { linestatus: '1' } });
  const copy = (line: PipeLine) =>
    open(`复制管线 ${line.pipeno}`, may.add, { initial: { ...copyOf(line), pipeno: undefined } });
  const edit = (line: PipeLine) => open(`编辑管线 ${line.pipeno}`, may.save, { id: line.id });
  const remove = (line: PipeLine) => {
    if (!may.del) return denied();
    return modal.confirm({
      title: may.del === 'apply' ? '申请删除管线' : '删除管线',
      content: `${line.pipeno} ${line.pipename}${may.del === 'apply' ? '，审核同意后删除' : '，变更记录中保留整行'}`,
      okText: '删除',
      cancelText: '取消',
      onOk: async () => {
        try {
          const answer = await postEnvelope<{ pending: number }>(DELETE_URL, seen([line]));
          message.success(answer.data.pending ? '已提交审核，同意后删除' : '已删除');
          renew();
        } catch (error) {
          message.error(messageOf(error));
        }
      },
    });
  };
  const press = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    const acts: Record<string, () => unknown> = {
      n: add,
      c: () => current && copy(current),
      Enter: () => current && edit(current),
      Delete: () => current && remove(current),
    };
    const act = acts[event.key.length === 1 ? event.key.toLowerCase() : event.key];
    if (!step && !act) return;
    event.preventDefault();
    if (step) {
      const next = Math.max(0, Math.min(lines.length - 1, at + step));
      setAt(next);
      table.current?.tBodies[0]?.rows[next]?.scrollIntoView({ block: 'nearest' });
    } else act?.();
  };
  return (
    <div className="lines-panel">
      <div className="lines-bar">
        <Button size="small" type="primary" onClick={add}>
          新增管线
        </Button>
        <Button size="small" disabled={!current} onClick={() => current && copy(current)}>
          复制
        </Button>
        <Button size="small" disabled={!current} onClick={() => current && edit(current)}>
          编辑
        </Button>
        <Button size="small" disabled={!current} onClick={() => current && remove(current)}>
          删除
        </Button>
        <span className="hint">点表格后可用键盘：↑ ↓ 选行　N 新增　C 复制　Enter 编辑　Delete 删除</span>
        <span className="spacer" />
        {pending.length > 0 && <span className="caution">{pending.length} 项修改待审核</span>}
      </div>
      {lines.length === 0 ? (
        <StateNote
          kind="empty"
          title="还没有管线"
          actions={
            <Button type="primary" onClick={add}>
              新增管线
            </Button>
          }
        >
          条数、总长度、最高级别和下次检验日期由管线得出
        </StateNote>
      ) : (
        <div className="lines-box" role="grid" tabIndex={0} onKeyDown={press} aria-label="管线，方向键选行">
          <table className="plain lines-table" ref={table}>
            <thead>
              <tr>
                <th style={{ width: 118 }}>管道编号</th>
                <th>管道名称</th>
                <th style={{ width: 58 }}>级别</th>
                <th style={{ width: 68 }} className="right">
                  DN(mm)
                </th>
                <th style={{ width: 72 }} className="right">
                  长度(m)
                </th>
                <th style={{ width: 76 }}>介质</th>
                <th style={{ width: 92 }} className="right">
                  设计/工作
                </th>
                <th style={{ width: 70 }}>状态</th>
                <th style={{ width: 92 }}>下次检验</th>
              </tr>
            </thead>
            <tbody>
              {lines.map((line, index) => (
                <tr
                  key={line.id}
                  className={line === current ? 'chosen' : undefined}
                  onClick={() => setAt(index)}
                  onDoubleClick={() => edit(line)}
                >
                  <td className="code">
                    <Link to={`/bsArchives/equipment/pressurePipelineForm?id=${line.id}`}>{line.pipeno}</Link>
                  </td>
                  <td title={line.pipename}>
                    {line.pipename}
                    {line.pendingId && (
                      <button
                        type="button"
                        className="link pending-mark"
                        onClick={() => navigate(changeRoute({ id: line.pendingId!, kind: 'line' }))}
                      >
                        待审核
                      </button>
                    )}
                  </td>
                  <td>{labelOf(levels, String(line.pipelevel ?? '')).split('(')[0]}</td>
                  <td className="right">{formatNumber(line.nominaldia)}</td>
                  <td className="right">{formatNumber(line.pipelength)}</td>
                  <td>{String(line.medium ?? '')}</td>
                  <td className="right">
                    {formatNumber(line.designpress)} / {formatNumber(line.workpress)}
                  </td>
                  <td>
                    <StateDot tone={STATE_TONES[String(line.linestatus)] ?? 'ok'}>
                      {labelOf(states, String(line.linestatus ?? ''))}
                    </StateDot>
                  </td>
                  <td className={line.overdue ? 'late' : undefined}>{String(line.ninspdate ?? '未定')}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      <div className="lines-total">
        <span>
          共 <b>{totals.count}</b> 条
        </span>
        <span>
          总长度 <b>{formatNumber(totals.length)}</b> m
        </span>
        <span>
          最高级别 <b>{labelOf(levels, totals.level).split('(')[0] || '无'}</b>
        </span>
        <span>
          最早下次检验 <b>{totals.earliest ?? '未定'}</b>
        </span>
        {totals.overdue > 0 && <span className="late">超期 {totals.overdue} 条</span>}
      </div>
      <Changes id={id} />
      {editing && (
        <Suspense fallback={null}>
          <FormDialog
            viewNo="pipeline_form"
            id={editing.id}
            title={editing.title}
            okText={editing.asked ? '提交审核' : '保存'}
            initial={editing.initial}
            extra={{ equdatasysid: id, changereason: reason }}
            onSaved={renew}
            onClose={() => setEditing(null)}
          >
            {editing.asked && (
              <div className="change-reason">
                <span>修改说明</span>
                <Input
                  maxLength={500}
                  value={reason}
                  placeholder="装置已登记，修改要经审核；写明原因"
                  onChange={(event) => setReason(event.target.value)}
                />
              </div>
            )}
          </FormDialog>
        </Suspense>
      )}
    </div>
  );
}

/** What was asked for and decided on this project. */
function Changes({ id }: { id: string }) {
  const { data = [] } = useQuery(changesQuery(id));
  if (data.length === 0) return null;
  return (
    <section className="detail-group">
      <h3>修改审核</h3>
      <table className="plain">
        <thead>
          <tr>
            <th>修改对象</th>
            <th style={{ width: 110 }}>类型</th>
            <th style={{ width: 60 }}>操作</th>
            <th style={{ width: 84 }}>状态</th>
            <th style={{ width: 80 }}>申请人</th>
            <th style={{ width: 136 }}>申请时间</th>
            <th>审核意见</th>
          </tr>
        </thead>
        <tbody>
          {data.map((row) => (
            <tr key={row.id}>
              <td className="code">
                <Link to={changeRoute(row)}>{row.title}</Link>
              </td>
              <td>{row.kindName}</td>
              <td>{row.actionName}</td>
              <td>
                <StateDot tone={row.tone}>{row.stateName}</StateDot>
              </td>
              <td>{row.applyname}</td>
              <td>{row.applytime.slice(0, 16)}</td>
              <td title={row.opinion}>{[row.checkname, row.opinion].filter(Boolean).join('：')}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
