/** A correction to read, and for the auditor to decide: old, new, and what the archive says now. */

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Button, Input } from 'antd';
import { useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { messageOf, post } from '@/api/client';
import { seen } from '@/api/seen';
import type { CorrectionDetail, Move } from '@/api/shapes';
import { plainLabel } from '@/screens/bsArchives/equipment/api';
import { Attachments } from '@/ui/Attachments';
import { EquipmentLink } from '@/ui/EquipmentLink';
import { formatDateTime } from '@/ui/format';
import { KeyValues, Panel, StateDot } from '@/ui/Panel';
import { useTab, useTabTitle } from '@/ui/tab';
import { useApp } from '@/ui/useApp';
import { FaultNote, NoRecord } from '@/views/ListStates';
import { moveNamed } from '@/workflow/MoveDialog';
import { correctionQuery } from './api';
import './correct.css';
import '@/views/forms.css';

function CorrectDetail({ audit }: { audit?: boolean }) {
  const [search] = useSearchParams();
  const query = useQuery(correctionQuery(search.get('id') ?? ''));
  if (!search.get('id')) return <NoRecord />;
  if (query.isError) return <FaultNote error={query.error} onRetry={() => query.refetch()} />;
  if (!query.data) return <div className="page fixed" />;
  return <Shown data={query.data} audit={audit} />;
}

export const CorrectRead = () => <CorrectDetail />;
export const CorrectAudit = () => <CorrectDetail audit />;

function Shown({ data, audit }: { data: CorrectionDetail; audit?: boolean }) {
  useTabTitle(data.corrno || data.title);
  const navigate = useNavigate();
  const agreeing = moveNamed(data.moves, 'agree');
  const rejecting = moveNamed(data.moves, 'reject');
  return (
    <div className="page fixed form-view correct-page">
      <section className="panel form-bar">
        <b className="form-title">档案更正 {data.corrno}</b>
        <StateDot tone={data.stepTone}>{data.stepName}</StateDot>
        <span className="spacer" />
        {data.mine && moveNamed(data.moves, 'submit') && (
          <Button
            type="primary"
            onClick={() => navigate(`/bsArchives/correctMng/addDetail?correction=${data.id}`)}
          >
            修改
          </Button>
        )}
      </section>
      <div className="form-columns">
        <section className="panel form-body">
          <section className="detail-group">
            <h3>更正对象</h3>
            <KeyValues
              items={[
                {
                  label: data.entityName,
                  value:
                    data.entity === 'equipment' ? (
                      <EquipmentLink equclass={data.equclass} id={data.object_id}>
                        {data.title}
                      </EquipmentLink>
                    ) : (
                      data.title
                    ),
                },
                { label: '代码', value: data.code || '—' },
                { label: '申请人', value: data.applicant },
                ...(data.reportno ? [{ label: '依据报告', value: data.reportno }] : []),
                { label: '申请时间', value: formatDateTime(data.submitted) || '未提交' },
                { label: '审核人', value: data.auditor || '—' },
                { label: '审核时间', value: formatDateTime(data.audited_at) || '—' },
              ]}
            />
          </section>
          {data.busy && agreeing && <p className="return-note">{data.busy}</p>}
          <section className="detail-group">
            <h3>更正内容</h3>
            <table className="plain">
              <thead>
                <tr>
                  <th style={{ width: 150 }}>项目</th>
                  <th>申请时的值</th>
                  <th>更正为</th>
                  <th>档案现在的值</th>
                </tr>
              </thead>
              <tbody>
                {data.lines.map((line) => (
                  <tr key={line.field}>
                    <td>{plainLabel(line.label)}</td>
                    <td className="wrap">{line.oldShown || '空'}</td>
                    <td className="wrap">
                      <b>{line.newShown || '空'}</b>
                    </td>
                    <td className={line.moved ? 'wrap caution' : 'wrap'}>
                      {line.nowShown || '空'}
                      {line.moved && '（申请后已变化）'}
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          </section>
          <section className="detail-group">
            <h3>更正原因</h3>
            <p>{data.reason}</p>
          </section>
          {data.opinion && (
            <section className="detail-group">
              <h3>审核意见</h3>
              <p>{data.opinion}</p>
            </section>
          )}
          {audit && agreeing && rejecting && (
            <Decision data={data} agreeing={agreeing} rejecting={rejecting} />
          )}
        </section>
        <aside className="form-aside">
          <Attachments attrefsysid={data.id} owner="correction" title="更正依据" readOnly />
          <Panel title="办理经过">
            <ul className="correct-log">
              {data.log.map((one, index) => (
                <li key={index}>
                  <span className="hint">{formatDateTime(one.at)}</span> {one.userName} {one.label}
                  {one.opinion && <div className="soft">{one.opinion}</div>}
                </li>
              ))}
            </ul>
            {data.log.length === 0 && <p className="hint">还没有提交</p>}
          </Panel>
        </aside>
      </div>
    </div>
  );
}

interface DecisionProps {
  data: CorrectionDetail;
  agreeing: Move;
  rejecting: Move;
}

function Decision({ data, agreeing, rejecting }: DecisionProps) {
  const { message } = useApp();
  const client = useQueryClient();
  const navigate = useNavigate();
  const tab = useTab();
  const [opinion, setOpinion] = useState('');
  const [busy, setBusy] = useState(false);
  const moved = data.lines.some((line) => line.moved);
  const decide = async (move: Move) => {
    setBusy(true);
    try {
      await post(move.call, { ...seen([data]), [move.needsReason ? 'reason' : 'opinion']: opinion });
      message.success(move.done);
      void client.invalidateQueries({ queryKey: ['rows'] });
      tab.close();
      navigate('/bsArchives/correctMng/correctAudit');
    } catch (error) {
      message.error(messageOf(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <section className="detail-group">
      <h3>审核</h3>
      {data.mine && <p className="caution">这是您自己提交的申请，须由他人审核</p>}
      <Input.TextArea
        rows={2}
        maxLength={500}
        aria-label="审核意见"
        placeholder="审核意见；退回时必填"
        value={opinion}
        onChange={(event) => setOpinion(event.target.value)}
      />
      <p style={{ display: 'flex', gap: 8, marginTop: 8 }}>
        <Button
          type="primary"
          loading={busy}
          disabled={data.mine || moved || Boolean(data.busy)}
          onClick={() => decide(agreeing)}
        >
          {agreeing.verb}
        </Button>
        <Button loading={busy} disabled={data.mine || !opinion.trim()} onClick={() => decide(rejecting)}>
          {rejecting.verb}
        </Button>
        {moved && <span className="caution">原值在申请后已变化，只能退回</span>}
      </p>
    </section>
  );
}
