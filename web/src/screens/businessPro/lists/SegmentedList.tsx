/** Two lists that belong to one menu entry, chosen above the search. */
import { Segmented } from 'antd';
import { useState } from 'react';
import { useTab } from '@/ui/tab';
import { ListView } from '@/views/ListView';

interface ListChoice {
  viewNo: string;
  label: string;
}

interface Props {
  choices: ListChoice[];
  /** The one to start with; the tab remembers what was chosen since. */
  first?: string;
}

export function SegmentedList({ choices, first }: Props) {
  const { memory } = useTab();
  const known = String(memory.get('list') ?? first ?? '');
  const [viewNo, setViewNo] = useState(
    choices.some((one) => one.viewNo === known) ? known : choices[0]!.viewNo,
  );
  const choose = (next: string) => {
    memory.set('list', next);
    setViewNo(next);
  };
  const header = choices.length > 1 && (
    <Segmented
      style={{ alignSelf: 'flex-start', flex: 'none' }}
      options={choices.map((one) => ({ value: one.viewNo, label: one.label }))}
      value={viewNo}
      onChange={choose}
    />
  );
  return <ListView key={viewNo} viewNo={viewNo} header={header} />;
}
