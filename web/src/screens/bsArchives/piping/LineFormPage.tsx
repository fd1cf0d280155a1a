/** 新增 and 编辑 of one line on a page of its own; after registration a change is asked for with its reason. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Input } from 'antd';
import { useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { renewRecords } from '@/api/layout';
import { StateNote } from '@/ui/Panel';
import { useTab } from '@/ui/tab';
import { FormView } from '@/views/FormView';
import { FaultNote } from '@/views/ListStates';
import { lineQuery, linesQuery } from './api';
import './piping.css';

export default function LineFormPage() {
  const [search] = useSearchParams();
  const id = search.get('id') ?? '';
  const line = useQuery(lineQuery(id));
  const projectId = search.get('project') ?? line.data?.project.id ?? '';
  const lines = useQuery(linesQuery(projectId));
  const navigate = useNavigate();
  const client = useQueryClient();
  const tab = useTab();
  const [reason, setReason] = useState('');
  const error = line.error ?? lines.error;
  if (error) return <FaultNote error={error} onRetry={() => lines.refetch()} />;
  if (!id && !projectId) {
    return (
      <div className="page">
        <section className="panel">
          <StateNote kind="empty" title="没有指明所属装置">
            请从压力管道的「管线」页新增
          </StateNote>
        </section>
      </div>
    );
  }
  if (!lines.data) return <div className="page fixed" />;
  const { project, may } = lines.data;
  const means = id ? may.save : may.add;
  const asked = means === 'apply';
  return (
    <FormView
      viewNo="pipeline_form"
      id={id || undefined}
      title={`${id ? `编辑管线 ${line.data?.pipeno ?? ''}` : '新增管线'}　${project.projname}`}
      saveLabel={asked ? '提交审核' : '保存'}
      readOnly={!means}
      initial={id ? undefined : { linestatus: '1' }}
      extra={{ equdatasysid: project.id, changereason: reason }}
      onSaved={() => {
        void client.invalidateQueries({ queryKey: ['project lines', project.id] });
        void client.invalidateQueries({ queryKey: ['pipe line', id] });
        void renewRecords(client);
        tab.close();
        navigate(
          id
            ? `/bsArchives/equipment/pressurePipelineForm?id=${id}`
            : `/bsArchives/equipment/pressurePipingForm?id=${project.id}`,
        );
      }}
    >
      {asked && (
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
      {!means && <p className="hint">您没有修改管线的权限</p>}
    </FormView>
  );
}
