/** 管道登记: the rows of a refinery's ledger of lines for one project. */
import { useQueryClient } from '@tanstack/react-query';
import { App } from 'antd';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { useTab } from '@/ui/tab';
import { LedgerTable } from './LedgerTable';
import { TargetPicker } from './TargetPicker';

export default function PipelineFormPage() {
  const { message } = App.useApp();
  const client = useQueryClient();
  const navigate = useNavigate();
  const tab = useTab();
  const [project, setProject] = useState('');
  return (
    <div className="page fixed">
      <section className="panel ledger-bar">
        <b>管道批量登记</b>
        <span>所属装置</span>
        <TargetPicker
          kind="project"
          value={project}
          placeholder="装置名称或使用单位"
          onChange={(next) => setProject(next)}
        />
        <span className="hint">
          从台账复制各行，点第一格粘贴（Ctrl+V）；任一行有误则全部不登记。已登记的装置要经管道修改审核
        </span>
      </section>
      <LedgerTable
        kind="pipeline"
        checkUrl="/api/refinery/checkPipelines"
        saveUrl="/api/refinery/registerPipelines"
        target={{ equdatasysid: project }}
        ready={Boolean(project)}
        onSaved={({ count, pending }) => {
          message.success(pending ? `${pending} 条管线已提交审核` : `已登记 ${count} 条管线`);
          void client.invalidateQueries({ queryKey: ['rows'] });
          tab.close();
          navigate(`/bsArchives/equipment/pressurePipingForm?id=${project}`);
        }}
      />
    </div>
  );
}
