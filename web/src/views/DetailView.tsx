/** A record to look at: who it is, the six facts, then its groups in the order of the paper form. */
import { useQuery } from '@tanstack/react-query';
import { Tabs } from 'antd';
import { type CSSProperties, type ReactNode, useState } from 'react';
import { dictQuery } from '@/api/dict';
import type { Row } from '@/api/layout';
import type { FormConfig } from '@/api/shapes';
import { KeyValues } from '@/ui/Panel';
import { useTabTitle } from '@/ui/tab';
import { fieldText, isWide, labelWidth } from './fields';
import { meets } from './template';
import './forms.css';

export interface Fact {
  label: string;
  value: ReactNode;
  /** The reason or the source, small. */
  note?: ReactNode;
}

export interface DetailTab {
  key: string;
  label: string;
  content: ReactNode;
}

interface DetailViewProps {
  title: ReactNode;
  /** Name of the tab; the identity of the record. */
  tabTitle?: string;
  subtitle?: ReactNode;
  /** The second line: codes and numbers. */
  identity?: ReactNode;
  icon?: ReactNode;
  actions?: ReactNode;
  facts?: Fact[];
  /** Groups of a declared form, drawn read-only from the record. */
  config?: Pick<FormConfig, 'groups'>;
  record?: Row;
  /** Further tabs after the groups: history, attachments, related lists. */
  tabs?: DetailTab[];
  /** The tab that stands before the groups, and that the page opens on. */
  first?: string;
  /** The tab that is looked at, when something besides the tabs picks it. */
  tab?: string;
  onTab?: (key: string) => void;
  aside?: ReactNode;
  foot?: ReactNode;
  /** Above the tabs: what must be known before reading on. */
  notice?: ReactNode;
  children?: ReactNode;
}

const withUnit = (words: string, unit: string | undefined) => (words && unit ? `${words} ${unit}` : words);

function DetailGroups({ config, record }: { config: Pick<FormConfig, 'groups'>; record: Row }) {
  const { data: dicts } = useQuery(dictQuery);
  const width = labelWidth(config.groups);
  return (
    <>
      {config.groups.map((group, index) => {
        const items = group.fields
          .filter((field) => meets(field.when, record) && field.type !== 'password')
          .map((field) => ({
            label: field.label,
            value: withUnit(fieldText(field, record, dicts), field.unit),
            span: isWide(field) || (field.span ?? 8) >= 16 ? 3 : undefined,
          }));
        return (
          <section key={group.title ?? index} className="detail-group">
            {group.title && <h3>{group.title}</h3>}
            <KeyValues items={items} columns={3} labelWidth={width} />
          </section>
        );
      })}
    </>
  );
}

const FACTS_IN_A_LINE = 9;

/** Facts stand in lines of one length: fourteen in two of seven, for a date must not break. */
const perLine = (count: number) => Math.ceil(count / Math.ceil(count / FACTS_IN_A_LINE));

export function DetailView(props: DetailViewProps) {
  const { config, record, tabs = [], facts = [] } = props;
  const [looked, setLooked] = useState<string>();
  const picked = props.tab ?? looked;
  useTabTitle(props.tabTitle);
  const groups = config && record ? <DetailGroups config={config} record={record} /> : null;
  const named = tabs.filter((one) => one.key === props.first);
  const others = tabs.filter((one) => one.key !== props.first);
  const own: DetailTab[] = groups ? [{ key: '__groups', label: '基本信息', content: groups }] : [];
  const all = [...named, ...own, ...others];
  return (
    <div className="page detail-view">
      <section className="panel">
        <div className="identity-line">
          {props.icon && <span className="identity-icon">{props.icon}</span>}
          <div className="identity-words">
            <div>
              <b>{props.title}</b> <span className="soft">{props.subtitle}</span>
            </div>
            {props.identity && <div className="soft code">{props.identity}</div>}
          </div>
          <span className="spacer" />
          {props.actions}
        </div>
        {facts.length > 0 && (
          <div className="facts" style={{ '--facts': perLine(facts.length) } as CSSProperties}>
            {facts.map((fact) => (
              <div key={fact.label}>
                <span>{fact.label}</span>
                <b>{fact.value}</b>
                <em title={typeof fact.note === 'string' ? fact.note : undefined}>{fact.note}</em>
              </div>
            ))}
          </div>
        )}
      </section>
      <div className="detail-columns">
        <section className="panel detail-body">
          {props.notice}
          {all.length > 1 ? (
            <Tabs
              size="small"
              activeKey={all.some((one) => one.key === picked) ? picked : all[0]?.key}
              onChange={props.onTab ?? setLooked}
              items={all.map((tab) => ({ key: tab.key, label: tab.label, children: tab.content }))}
            />
          ) : (
            all[0]?.content
          )}
          {props.children}
        </section>
        {props.aside && <aside className="detail-aside">{props.aside}</aside>}
      </div>
      {props.foot}
    </div>
  );
}
