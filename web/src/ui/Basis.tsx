/** A basis as items, check items and fee lines state it: a link to its clause where the knowledge base has the document. */
import { useQuery } from '@tanstack/react-query';
import { Modal } from 'antd';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import { messageOf, read } from '@/api/client';
import type { Cited } from '@/api/shapes';
import { StateNote } from './Panel';
import { usePermission } from './permission';
import './basis.css';

export const KNOWLEDGE = 'knowledge:document:read';
const KEPT_MS = 10 * 60_000;

/** Letters and digits without what stands between them, as the server compares numbers of documents. */
export const compared = (text: string) =>
  text
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[^A-Z0-9\u3400-\u9fff]/g, '');

/** Whether the knowledge base has a document that the basis names. */
export function useKnown(basis: string): boolean {
  const { can } = usePermission();
  const { data } = useQuery({
    queryKey: ['knowledge', 'numbers'],
    queryFn: () => read('/api/knowledge/numbers'),
    enabled: basis !== '' && can(KNOWLEDGE),
    staleTime: KEPT_MS,
  });
  const text = compared(basis);
  return Boolean(data?.some((number) => text.includes(number)));
}

/** The basis as a link that shows its clause; as plain text (or nothing, with words of its own) where none is known. */
export function BasisLink({ basis, children }: { basis: string; children?: ReactNode }) {
  const known = useKnown(basis);
  const [open, setOpen] = useState(false);
  if (!known) return children ? null : basis;
  return (
    <>
      <button type="button" className="link" title={basis} onClick={() => setOpen(true)}>
        {children ?? basis}
      </button>
      {open && (
        <Modal open width={720} title={basis} footer={null} onCancel={() => setOpen(false)}>
          <BasisText basis={basis} />
        </Modal>
      )}
    </>
  );
}

/** The clauses that a basis names, each with a link to where it stands. */
export function BasisText({ basis }: { basis: string }) {
  const query = useQuery({
    queryKey: ['knowledge', 'cite', basis],
    queryFn: () => read('/api/knowledge/cite', { basis }),
    staleTime: KEPT_MS,
  });
  if (query.error) return <StateNote kind="fault" title={messageOf(query.error, '条款没有读到，请重试')} />;
  if (!query.data) return <p className="hint">正在读取条款</p>;
  return (
    <div className="basis">
      {query.data.rows.map((row) => (
        <Clause key={row.id || row.docId} row={row} />
      ))}
      {query.data.says && <p className="hint">{query.data.says}</p>}
    </div>
  );
}

export const placeOf = (row: { id: string; docId: string }) =>
  row.id ? `/assistMng/knowledgeMng/clause?id=${row.id}` : `/assistMng/knowledgeMng/document?id=${row.docId}`;

function Clause({ row }: { row: Cited }) {
  return (
    <section>
      <h4>
        <Link to={placeOf(row)}>
          {row.docno} {row.clauseno || row.title}
        </Link>
        <span className="hint">
          {row.edition}
          {row.page > 0 && `　第${row.page}页`}
        </span>
        <span className={`state-dot ${row.tone}`}>{row.standing}</span>
      </h4>
      {row.body && <p>{row.body}</p>}
    </section>
  );
}
