/** 查依据: a question, and the clauses that answer it with the sentence that says it; or that there is none. */
import { useQuery } from '@tanstack/react-query';
import { Checkbox, Input, Modal } from 'antd';
import { useState } from 'react';
import { Link } from 'react-router';
import { messageOf, read } from '@/api/client';
import type { Found } from '@/api/shapes';
import { placeOf } from '@/ui/Basis';
import { StateNote } from '@/ui/Panel';
import type { ActionContext } from '@/views/actionRegistry';
import '@/ui/basis.css';

const LONGEST = 200;

export function SearchKnowledge({ onClose }: { onClose: () => void }) {
  const [asked, setAsked] = useState('');
  const [old, setOld] = useState(false);
  const query = useQuery({
    queryKey: ['knowledge', 'search', asked, old],
    queryFn: ({ signal }) => read('/api/knowledge/search', { q: asked, old: old ? '1' : '' }, { signal }),
    enabled: asked !== '',
    staleTime: 0,
    retry: false,
  });
  return (
    <Modal open width={760} title="查依据" footer={null} onCancel={onClose}>
      <Input.Search
        autoFocus
        allowClear
        aria-label="问题"
        placeholder="像说话一样写，如 半月维保的间隔最多几天"
        maxLength={LONGEST}
        enterButton="查找"
        loading={query.isFetching}
        onSearch={(text) => setAsked(text.trim())}
      />
      <p className="hint">
        <Checkbox checked={old} onChange={(event) => setOld(event.target.checked)}>
          含停止使用的文件
        </Checkbox>
      </p>
      {query.error && <StateNote kind="fault" title={messageOf(query.error, '没有查到，请重试')} />}
      {query.data?.says && (
        <StateNote kind="empty" title={query.data.says}>
          换一种说法，或者写明设备和事项
        </StateNote>
      )}
      <div className="basis" role="list" aria-label="条款">
        {query.data?.rows.map((row) => (
          <Answer key={row.id} row={row} onOpen={onClose} />
        ))}
      </div>
    </Modal>
  );
}

function Answer({ row, onOpen }: { row: Found; onOpen: () => void }) {
  return (
    <section role="listitem">
      <h4>
        <Link to={placeOf(row)} onClick={onOpen}>
          {row.docno} {row.clauseno}
        </Link>
        <span className="hint">
          {row.title}
          {row.heading && `　${row.heading}`}
          {row.page > 0 && `　第${row.page}页`}
        </span>
        <span className={`state-dot ${row.tone}`}>{row.standing}</span>
      </h4>
      <p>{row.sentence.map((part, at) => (part.hit ? <mark key={at}>{part.text}</mark> : part.text))}</p>
    </section>
  );
}

export default function searchKnowledge({ open }: ActionContext): void {
  open((close) => <SearchKnowledge onClose={close} />);
}
