/** The guide of this screen: what one does here in steps, the keys, and the general guide of this kind of person. */
import { useQuery } from '@tanstack/react-query';
import { Modal } from 'antd';
import { useState } from 'react';
import { useLocation } from 'react-router';
import { sideOf, userQuery } from '@/api/user';
import { BasisText, useKnown } from '@/ui/Basis';
import { basisInHand } from '@/ui/inHand';
import { PartTabs } from '@/ui/PartTabs';
import { usePermission } from '@/ui/permission';
import { knownRoutes } from '@/ui/routeRow';
import type { Key, Task } from './content';
import { guideOf, peopleOf } from './guideOf';
import './guide.css';

export default function GuideDialog({ onClose }: { onClose: () => void }) {
  const { pathname } = useLocation();
  const user = useQuery(userQuery).data;
  const { can } = usePermission();
  const [part, setPart] = useState('page');
  const row = knownRoutes().find((one) => one.path === pathname);
  const shown = { path: pathname, title: row?.title ?? '', kind: row?.kind ?? 'page' } as const;
  const guide = guideOf(shown, { people: peopleOf(sideOf(user), can), can });
  const [basis] = useState(basisInHand);
  const known = useKnown(basis);
  const parts: Record<string, string> = { page: '本页', keys: '按键', general: guide.general.title };
  if (known) parts.basis = '本项依据';
  return (
    <Modal open width={720} title={`${guide.title} 指南`} footer={null} onCancel={onClose}>
      <PartTabs
        label="指南"
        parts={Object.entries(parts).map(([key, label]) => ({ key, label }))}
        chosen={part}
        onChoose={setPart}
      />
      <div role="tabpanel" aria-label={parts[part]}>
        {part === 'page' && <Tasks tasks={guide.tasks} />}
        {part === 'keys' && <Keys keys={guide.keys} />}
        {part === 'basis' && <BasisText basis={basis} />}
        {part === 'general' && <Tasks tasks={guide.general.tasks} />}
      </div>
    </Modal>
  );
}

function Tasks({ tasks }: { tasks: Task[] }) {
  return (
    <div className="guide">
      {tasks.map((task) => (
        <section key={task.title}>
          <h4>{task.title}</h4>
          <ol>
            {task.steps.map((step) => (
              <li key={step}>{step}</li>
            ))}
          </ol>
        </section>
      ))}
    </div>
  );
}

function Keys({ keys }: { keys: Key[] }) {
  return (
    <table className="plain guide-keys">
      <thead>
        <tr>
          <th>按键</th>
          <th>作用</th>
        </tr>
      </thead>
      <tbody>
        {keys.map(([names, what]) => (
          <tr key={`${names} ${what}`}>
            <td>
              <kbd>{names}</kbd>
            </td>
            <td>{what}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
