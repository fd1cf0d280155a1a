/** A change of registered piping under review: old beside new, field by field, and the two verbs. */

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Button, Checkbox, Input, Modal } from 'antd';
import { useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { messageOf, postEnvelope } from '@/api/client';
import { formatDateTime, formatNumber, isBlank } from '@/ui/format';
import { KeyValues, Panel, StateDot, StateNote } from '@/ui/Panel';
import { usePermission } from '@/ui/permission';
import { useTabTitle } from '@/ui/tab';
import { useApp } from '@/ui/useApp';
import { FaultNote, NoRecord } from '@/views/ListStates';
import { AGREE_URL, changeQuery, REFUSE_URL } from './api';
import './piping.css';
import type { ChangeDetail, ChangedField } from '@/api/shapes';

export default function ChangePage() {
  const [search] = useSearchParams();
  const id = search.get('id') ?? '';
  const query = useQuery(changeQuery(id));
  if (!id) return <NoRecord />;
  if (query.isError) return <FaultNote error={query.error} onRetry={() => query.refetch()} />;
  if (!query.data) return <div className="page fixed" />;
  return <Change change={query.data} onDone={() => query.refetch()} />;
}

function Change({ change, onDone }: { change: ChangeDetail; onDone: () => void }) {
  const { message } = useApp();
  const client = useQueryClient();
  const { guard } = usePermission();
  const [all, setAll] = useState(false);
  const [refusing, setRefusing] = useState(false);
  const [opinion, setOpinion] = useState('');
  const [busy, setBusy] = useState(false);
  useTabTitle(`${change.actionName} ${change.title}`);
  const decide = async (url: string) => {
    setBusy(true);
    try {
      await postEnvelope(url, { id: change.id, opinion });
      message.success(url === AGREE_URL ? '已同意，档案已更新' : '已拒绝');
      setRefusing(false);
      void client.invalidateQueries({ queryKey: ['rows'] });
      onDone();
    } catch (error) {
      message.error(messageOf(error));
      onDone();
    } finally {
      setBusy(false);
    }
  };
  const moved = change.fields.filter((field) => field.moved);
  const shown = change.fields.filter((field) => all || field.changed);
  const { project } = change;
  return (
    <div className="page fixed change-page">
      <section className="panel form-bar">
        <b className="form-title">
          {change.actionName}
          {change.kindName}　{change.title}
        </b>
        <StateDot tone={change.tone}>{change.stateName}</StateDot>
        <span className="spacer" />
        {change.state === '0' && (
          <>
            <Button disabled={busy} onClick={() => guard('basic:pipe:check', () => setRefusing(true))}>
              拒绝
            </Button>
            <Button
              type="primary"
              loading={busy}
              disabled={moved.length > 0}
              onClick={() => guard('basic:pipe:check', () => void decide(AGREE_URL))}
            >
              同意
            </Button>
          </>
        )}
      </section>
      {moved.length > 0 && (
        <p className="return-note change-moved">
          提交申请后，档案的{moved.map((field) => field.label).join('、')}
          已被改动，不能同意；请拒绝并让申请人重新提交
        </p>
      )}
      <div className="form-columns">
        <Panel
          className="change-fields"
          title="修改前后"
          sub={`改了 ${change.fields.filter((field) => field.changed).length} 项`}
          extra={
            change.action === 'edit' && (
              <Checkbox checked={all} onChange={(event) => setAll(event.target.checked)}>
                同时显示没有改动的项目
              </Checkbox>
            )
          }
          flush
        >
          {shown.length === 0 ? <StateNote kind="none" title="没有改动" /> : <Compared rows={shown} />}
        </Panel>
        <aside className="form-aside">
          <Panel title="申请">
            <KeyValues
              columns={1}
              items={[
                { label: '申请人', value: change.applyname },
                { label: '申请时间', value: formatDateTime(change.applytime) },
                { label: '修改说明', value: change.reason || '没有填写' },
                {
                  label: '所属装置',
                  value: (
                    <Link to={`/bsArchives/equipment/pressurePipingForm?id=${project.id}`}>
                      {project.projname}
                    </Link>
                  ),
                },
                { label: '使用单位', value: project.useorgname },
                ...(change.lineid
                  ? [
                      {
                        label: '管线',
                        value: (
                          <Link to={`/bsArchives/equipment/pressurePipelineForm?id=${change.lineid}`}>
                            {change.title}
                          </Link>
                        ),
                      },
                    ]
                  : []),
              ]}
            />
          </Panel>
          {change.state !== '0' && (
            <Panel title="审核">
              <KeyValues
                columns={1}
                items={[
                  { label: '审核人', value: change.checkname },
                  { label: '审核时间', value: formatDateTime(change.checktime) },
                  { label: '结果', value: change.stateName },
                  { label: '意见', value: change.opinion || '没有填写' },
                ]}
              />
            </Panel>
          )}
        </aside>
      </div>
      {refusing && (
        <Modal
          open
          title="拒绝修改"
          okText="拒绝"
          cancelText="取消"
          confirmLoading={busy}
          okButtonProps={{ disabled: !opinion.trim() }}
          onOk={() => decide(REFUSE_URL)}
          onCancel={() => setRefusing(false)}
        >
          <Input.TextArea
            autoFocus
            rows={4}
            maxLength={500}
            value={opinion}
            placeholder="拒绝原因（必填），申请人会看到"
            onChange={(event) => setOpinion(event.target.value)}
          />
        </Modal>
      )}
    </div>
  );
}

/** A value with its unit; 195.500 m is 195.5 m. */
function spoken(value: unknown, unit: string): string {
  if (isBlank(value)) return '空';
  const number = unit && !Number.isNaN(Number(value));
  return `${number ? formatNumber(value) : String(value)} ${unit}`.trim();
}

function Compared({ rows }: { rows: ChangedField[] }) {
  return (
    <table className="plain">
      <thead>
        <tr>
          <th style={{ width: 86 }}>分组</th>
          <th style={{ width: 170 }}>项目</th>
          <th>修改前</th>
          <th>修改后</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((field) => (
          <tr key={field.prop}>
            <td className="soft">{field.group}</td>
            <td>{field.label}</td>
            <td className={field.changed ? 'old-value' : 'soft'}>{spoken(field.old, field.unit)}</td>
            <td className={field.changed ? 'new-value' : 'soft'}>
              {spoken(field.new, field.unit)}
              {field.moved && <span className="caution">　档案现在已是别的值</span>}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
