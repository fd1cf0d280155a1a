/** A record page, drawn from what the server declares: who it is, its facts, its groups, child lists and history. */
import { QuestionCircleOutlined } from '@ant-design/icons';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Button, Popover, Tooltip } from 'antd';
import dayjs from 'dayjs';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import { previewUrl } from '@/api/attachments';
import {
  type LookBack,
  type RecordPart,
  recordConfigQuery,
  recordPageQuery,
  renewRecords,
} from '@/api/layout';
import type { RecordAnswer, RecordFact } from '@/api/shapes';
import { type AttachmentOwner, Attachments } from '@/ui/Attachments';
import { EquipmentIcon } from '@/ui/icons';
import { StateDot } from '@/ui/Panel';
import { toneClass } from './cells';
import { DayModes } from './DayModes';
import { type DetailTab, DetailView, type Fact } from './DetailView';
import { HistoryPanel } from './HistoryPanel';
import { FaultNote } from './ListStates';
import { PartView } from './RecordParts';
import { useActions } from './useActions';
import './record.css';

/** The page of a record and how to read it again after a change. */
export function useRecordPage(viewNo: string, id: string, back?: LookBack) {
  const client = useQueryClient();
  const config = useQuery(recordConfigQuery(viewNo));
  const page = useQuery({
    ...recordPageQuery(viewNo, config.data?.url, id, back),
    placeholderData: (old) => (old?.id === id ? old : undefined),
  });
  const retry = () => void (config.isError ? config.refetch() : page.refetch());
  return {
    config: config.data,
    page: page.data,
    error: config.error ?? page.error,
    retry,
    renew: () => void renewRecords(client),
  };
}

export function RecordView({ viewNo, id }: { viewNo: string; id: string }) {
  const [back, setBack] = useState<LookBack>();
  const { page, error, retry, renew } = useRecordPage(viewNo, id, back);
  if (error) {
    return (
      <div className="page">
        <section className="panel">
          <FaultNote error={error} onRetry={back ? () => setBack(undefined) : retry} />
        </section>
      </div>
    );
  }
  if (!page) return <div className="page fixed" />;
  const days = page.anyDay && <Days back={back} onBack={setBack} />;
  return <Shown page={page} days={days} onChanged={renew} />;
}

/** Which day is looked at; today is the page itself. */
function Days({ back, onBack }: { back?: LookBack; onBack: (back?: LookBack) => void }) {
  const today = dayjs().format('YYYY-MM-DD');
  const known = back?.known ?? false;
  return (
    <DayModes
      day={back?.asOf ?? today}
      known={known}
      past={Boolean(back)}
      onDay={(asOf) => onBack(asOf === today ? undefined : { asOf, known })}
      onKnown={(next) => back && onBack({ ...back, known: next })}
    />
  );
}

/** Only the child lists of a record, or one of them, as a part of another page. */
export function RecordParts({ viewNo, id, only }: { viewNo: string; id: string; only?: string }) {
  const { page, error, retry, renew } = useRecordPage(viewNo, id);
  if (error) return <FaultNote error={error} onRetry={retry} />;
  if (!page) return null;
  return (
    <>
      <Notices page={page} />
      {page.parts
        .filter((part) => !only || part.key === only)
        .map((part) => (
          <PartView key={part.key} part={part} page={page} onChanged={renew} />
        ))}
    </>
  );
}

interface ShownProps {
  page: RecordAnswer;
  days: ReactNode;
  onChanged: () => void;
}

function Shown({ page, days, onChanged }: ShownProps) {
  const config = page.groups.length > 0 ? { groups: page.groups } : undefined;
  const [tab, setTab] = useState<string>();
  return (
    <DetailView
      title={page.title}
      tabTitle={page.name}
      subtitle={page.subtitle}
      identity={page.identity}
      icon={iconOf(page)}
      actions={
        <>
          {days}
          <Verbs page={page} onChanged={onChanged} />
        </>
      }
      facts={page.facts.map((fact) => drawn(fact, setTab))}
      notice={<Notices page={page} />}
      config={config}
      record={page.record}
      tabs={tabsOf(page, onChanged)}
      first={page.opens}
      tab={tab}
      onTab={setTab}
    />
  );
}

function iconOf({ picture, symbol, title }: RecordAnswer): ReactNode {
  if (picture) return <img src={previewUrl(picture)} alt={title} className="record-picture" />;
  return symbol && <EquipmentIcon code={symbol} size={24} />;
}

/** The verbs of the record: the last one is what is done most, unless it is one of those that lists fold away. */
function Verbs({ page, onChanged }: { page: RecordAnswer; onChanged: () => void }) {
  const { run, dialog } = useActions({ viewNo: page.viewNo, rowKey: 'id', refresh: onChanged });
  return (
    <>
      {page.actions.map((action, index) => (
        <Tooltip key={action.code} title={action.disabled}>
          <Button
            type={index === page.actions.length - 1 && action.place !== 'more' ? 'primary' : 'default'}
            disabled={Boolean(action.disabled)}
            onClick={() =>
              run({ ...action, when: undefined }, [{ ...page.record, id: page.id, version: page.version }])
            }
          >
            {action.label}
          </Button>
        </Tooltip>
      ))}
      {dialog}
    </>
  );
}

const Notices = ({ page }: { page: RecordAnswer }) =>
  page.notices.map((notice) => (
    <p key={notice.text} className={`record-notice ${toneClass(notice.tone) ?? ''}`}>
      {notice.text}
    </p>
  ));

const coloured = (text: string, tone?: RecordFact['tone']) => (
  <strong className={toneClass(tone)}>{text}</strong>
);

/** A fact; its link opens an address, or after `#` a tab of the same page. */
function drawn(fact: RecordFact, open: (tab: string) => void): Fact {
  const words = !fact.text ? (
    <span className="hint">—</span>
  ) : fact.dot ? (
    <StateDot tone={fact.tone}>{fact.text}</StateDot>
  ) : fact.link?.startsWith('#') ? (
    <button type="button" className="link" onClick={() => open(fact.link?.slice(1) ?? '')}>
      {fact.text}
    </button>
  ) : fact.link ? (
    <Link to={fact.link} className={toneClass(fact.tone)}>
      {fact.text}
    </Link>
  ) : (
    coloured(fact.text, fact.tone)
  );
  return {
    label: fact.label,
    value: (
      <>
        {words}
        {fact.why && fact.why.length > 0 && <Why label={fact.label} text={fact.text} steps={fact.why} />}
      </>
    ),
    note: fact.note && <span className={toneClass(fact.noteTone)}>{fact.note}</span>,
  };
}

function Why({ label, text, steps }: { label: string; text: string; steps: string[] }) {
  const content = (
    <div className="record-why">
      <b>为何是 {text}</b>
      <ol>
        {steps.map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
    </div>
  );
  return (
    <Popover content={content} trigger="click" placement="bottom">
      <button type="button" className="icon-button" aria-label={`${label}的依据`}>
        <QuestionCircleOutlined />
      </button>
    </Popover>
  );
}

const counted = (part: RecordPart) => (part.kind === 'rows' ? `${part.title} ${part.count}` : part.title);

/** Parts that name the same tab stand below each other; those of `history` below the changes. */
function tabsOf(page: RecordAnswer, onChanged: () => void): DetailTab[] {
  const draw = (tab: string): ReactNode[] => {
    const parts = page.parts.filter((part) => part.tab === tab);
    const headed = parts.length > 1 || tab === 'history';
    return parts.map((part) => (
      <PartView key={part.key} part={part} page={page} headed={headed} onChanged={onChanged} />
    ));
  };
  const tabs: DetailTab[] = page.parts
    .filter((part) => part.tab === part.key)
    .map((part) => ({ key: part.key, label: counted(part), content: draw(part.key) }));
  if (page.history.length > 0) {
    const changes = page.history.map((one) => (
      <section key={one.id} className="detail-group">
        {one.title && <h3>{one.title}</h3>}
        <HistoryPanel entity={one.entity} id={one.id} />
      </section>
    ));
    const beside = draw('history');
    const content =
      beside.length > 0 ? (
        <div className="record-history">
          <div>{changes}</div>
          <div>{beside}</div>
        </div>
      ) : (
        changes
      );
    tabs.push({ key: 'history', label: '变更记录', content });
  }
  if (page.files) {
    const { owner, types, title } = page.files;
    const kinds = types.length > 0 ? types : undefined;
    const content = <Attachments attrefsysid={page.id} owner={owner as AttachmentOwner} types={kinds} />;
    tabs.push({ key: 'files', label: title, content });
  }
  return tabs;
}
