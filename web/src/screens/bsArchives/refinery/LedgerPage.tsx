/** 容器登记 and 管道登记: the rows of a refinery's ledger, for the vessels of one unit or the lines of one project. */

import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { UnitPicker } from '@/ui/pickers/UnitPicker';
import { useTab } from '@/ui/tab';
import { useApp } from '@/ui/useApp';
import { LedgerTable } from './LedgerTable';
import { TargetPicker } from './TargetPicker';

const kinds = {
  container: {
    title: '容器批量登记',
    owner: '使用单位',
    key: 'useorgsysid',
    calls: 'Containers' as const,
    hint: '从台账复制各行，点第一格粘贴（Ctrl+V）；列的顺序与表头一致，类别可填名称或代码。任一行有误则全部不登记',
    done: (count: number) => `已登记 ${count} 台容器`,
    next: () => '/bsArchives/ZHEquQuery/disregistr',
  },
  pipeline: {
    title: '管道批量登记',
    owner: '所属装置',
    key: 'equdatasysid',
    calls: 'Pipelines' as const,
    hint: '从台账复制各行，点第一格粘贴（Ctrl+V）；任一行有误则全部不登记。已登记的装置要经管道修改审核',
    done: (count: number, pending: number) =>
      pending ? `${pending} 条管线已提交审核` : `已登记 ${count} 条管线`,
    next: (id: string) => `/bsArchives/equipment/pressurePipingForm?id=${id}`,
  },
};

export function LedgerPage({ kind }: { kind: keyof typeof kinds }) {
  const { message } = useApp();
  const client = useQueryClient();
  const navigate = useNavigate();
  const tab = useTab();
  const [id, setId] = useState('');
  const words = kinds[kind];
  return (
    <div className="page fixed">
      <section className="panel ledger-bar">
        <b>{words.title}</b>
        <span>{words.owner}</span>
        {kind === 'container' ? (
          <UnitPicker
            className="ledger-target"
            placeholder="重点石化企业"
            value={id}
            onChange={(next) => setId(next ?? '')}
          />
        ) : (
          <TargetPicker
            kind="project"
            value={id}
            placeholder="装置名称或使用单位"
            onChange={(next) => setId(next)}
          />
        )}
        <span className="hint">{words.hint}</span>
      </section>
      <LedgerTable
        kind={kind}
        checkUrl={`/api/refinery/check${words.calls}`}
        saveUrl={`/api/refinery/register${words.calls}`}
        target={{ [words.key]: id }}
        ready={Boolean(id)}
        onSaved={({ count, pending }) => {
          message.success(words.done(count, pending));
          void client.invalidateQueries({ queryKey: ['rows'] });
          tab.close();
          navigate(words.next(id));
        }}
      />
    </div>
  );
}
