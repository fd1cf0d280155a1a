/** 容器登记: the rows of a refinery's ledger of vessels for one unit. */
import { useQueryClient } from '@tanstack/react-query';
import { App } from 'antd';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { UnitPicker } from '@/ui/pickers/UnitPicker';
import { useTab } from '@/ui/tab';
import { LedgerTable } from './LedgerTable';

export default function ContainerFormPage() {
  const { message } = App.useApp();
  const client = useQueryClient();
  const navigate = useNavigate();
  const tab = useTab();
  const [unit, setUnit] = useState('');
  return (
    <div className="page fixed">
      <section className="panel ledger-bar">
        <b>容器批量登记</b>
        <span>使用单位</span>
        <UnitPicker
          className="ledger-target"
          placeholder="重点石化企业"
          value={unit}
          onChange={(next) => setUnit(next ?? '')}
        />
        <span className="hint">
          从台账复制各行，点第一格粘贴（Ctrl+V）；列的顺序与表头一致，类别可填名称或代码。任一行有误则全部不登记
        </span>
      </section>
      <LedgerTable
        kind="container"
        checkUrl="/api/refinery/checkContainers"
        saveUrl="/api/refinery/registerContainers"
        target={{ useorgsysid: unit }}
        ready={Boolean(unit)}
        onSaved={({ count }) => {
          message.success(`已登记 ${count} 台容器`);
          void client.invalidateQueries({ queryKey: ['rows'] });
          tab.close();
          navigate('/bsArchives/ZHEquQuery/disregistr');
        }}
      />
    </div>
  );
}
