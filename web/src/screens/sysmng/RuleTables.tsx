/** All rule tables, one at a time, and the rules that were ended. */
import { useQuery } from '@tanstack/react-query';
import { Select } from 'antd';
import { useState } from 'react';
import { read } from '@/api/client';
import { FaultNote } from '@/views/ListStates';
import { ListView } from '@/views/ListView';
import './sysmng.css';
import type { RuleTable } from '@/api/shapes';

const ENDED: RuleTable = { value: 'ended', label: '已废止的规则', viewNo: 'sys_rule_ended_list' };

export default function RuleTables() {
  const tables = useQuery({
    queryKey: ['ruleTables'],
    queryFn: () => read('/api/system/rule/tables'),
  });
  const [picked, setPicked] = useState<string>();
  if (tables.isError) return <FaultNote error={tables.error} onRetry={() => tables.refetch()} />;
  if (!tables.data) return null;
  const all = [...tables.data, ENDED];
  const table = all.find((one) => one.value === picked) ?? all[0]!;
  const picker = (
    <section className="panel rule-tables">
      <label htmlFor="rule-table">规则表</label>
      <Select
        id="rule-table"
        value={table.value}
        options={all.map(({ value, label }) => ({ value, label }))}
        onChange={setPicked}
        style={{ width: 260 }}
      />
      <span className="hint">修订不改原行：原规则到前一日为止，新规则自生效日期起使用</span>
    </section>
  );
  return <ListView key={table.viewNo} viewNo={table.viewNo} header={picker} />;
}
