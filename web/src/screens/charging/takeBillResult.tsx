/** 导入结果: what the client of the authority issued by a file of ours comes back with its numbers. */
import { messageOf, upload } from '@/api/client';
import type { ActionContext } from '@/views/actionRegistry';

const ACCEPTED = '.json,.xml';

export default function takeBillResult({ rows, notify, refresh }: ActionContext): void {
  const row = rows[0];
  if (!row) return;
  const box = document.createElement('input');
  box.type = 'file';
  box.accept = ACCEPTED;
  box.addEventListener('change', () => {
    const file = box.files?.[0];
    if (!file) return;
    upload('/api/chamain/billFile/result', { id: String(row.id), version: Number(row.version) }, file)
      .then((told) => {
        const said = `已开具 ${told.issued} 张，未开具 ${told.declined} 张，不符 ${told.wrong} 张，还缺 ${told.left} 张`;
        refresh();
        if (told.sentences.length === 0) notify.success(said);
        else notify.info({ title: said, content: <Sentences told={told.sentences} /> });
      })
      .catch((error: unknown) => notify.error(messageOf(error)));
  });
  box.click();
}

function Sentences({ told }: { told: string[] }) {
  return (
    <ul>
      {told.map((one) => (
        <li key={one}>{one}</li>
      ))}
    </ul>
  );
}
