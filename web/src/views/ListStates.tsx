/** What stands in place of rows: first use, no hits, a fault. */

import { CopyOutlined, ReloadOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useNavigate } from 'react-router';
import { messageOf } from '@/api/client';
import { ApiError } from '@/api/errors';
import type { Action } from '@/api/shapes';
import { StateNote } from '@/ui/Panel';
import { useTab } from '@/ui/tab';
import { useApp } from '@/ui/useApp';
import type { Condition } from './searchFields';

const FORBIDDEN = 403; // also the answer for a record that does not exist

/** 申报登记列表 is a list of 申报登记: the word 列表 does not belong into a sentence. */
const thingOf = (title: string) => title.replace(/(列表|查询|管理)$/, '') || title;

interface EmptyProps {
  title: string;
  note?: string; // how far was looked, when not to the end
  conditions: Condition[];
  first?: Action;
  onFirst: (action: Action) => void;
  onDrop: (names: string[]) => void;
  onReset: () => void;
}

export function EmptyList({ title, note, conditions, first, onFirst, onDrop, onReset }: EmptyProps) {
  if (conditions.length > 0) {
    const last = conditions.at(-1)!;
    return (
      <StateNote
        kind="none"
        title={note ?? `没有符合条件的${thingOf(title)}`}
        actions={
          <>
            <Button onClick={() => onDrop(last.names)}>去掉“{last.text.split(' ')[0]}”再查</Button>
            <Button type="text" onClick={onReset}>
              重置
            </Button>
          </>
        }
      >
        <span className="condition-chips">
          {conditions.map((condition) => (
            <span className="chip" key={condition.names.join()}>
              {condition.text}
              <button
                type="button"
                aria-label={`去掉 ${condition.text}`}
                onClick={() => onDrop(condition.names)}
              >
                ×
              </button>
            </span>
          ))}
        </span>
      </StateNote>
    );
  }
  return (
    <StateNote
      kind="empty"
      title={`还没有${thingOf(title)}`}
      actions={
        first && (
          <Button type="primary" onClick={() => onFirst(first)}>
            {first.label}
          </Button>
        )
      }
    >
      有了会排在这里
    </StateNote>
  );
}

interface WayOutProps {
  sentence: string;
  label: string;
  onLeave: () => void;
}

/** A page too far down, or too much to be sorted: the server says so, and a button leads back. */
export function WayOutNote({ sentence, label, onLeave }: WayOutProps) {
  return <StateNote kind="none" title={sentence} actions={<Button onClick={onLeave}>{label}</Button>} />;
}

/** Where to go from a page that has nothing to show. */
export function WayBack() {
  const navigate = useNavigate();
  const tab = useTab();
  const home = () => {
    tab.close();
    navigate('/');
  };
  return (
    <>
      <Button type="primary" onClick={home}>
        回工作桌面
      </Button>
      <Button onClick={() => navigate(-1)}>返回上一页</Button>
    </>
  );
}

export function FaultNote({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const { message } = useApp();
  const sentence = messageOf(error);
  if (error instanceof ApiError && error.status === FORBIDDEN) {
    return (
      <StateNote kind="none" title={sentence} actions={<WayBack />}>
        记录可能已不存在，或不在您的数据范围内；需要时请联系本单位系统管理员
      </StateNote>
    );
  }
  const number = sentence.match(/编号\s*([0-9A-Za-z]+)/)?.[1];
  const copy = () =>
    navigator.clipboard
      ?.writeText(number ?? sentence)
      .then(() => message.success('已复制'))
      .catch(() => message.warning('浏览器不允许复制，请手工记下编号'));
  return (
    <StateNote
      kind="fault"
      title={sentence}
      actions={
        <>
          <Button icon={<ReloadOutlined />} onClick={onRetry}>
            重试
          </Button>
          {number && (
            <Button icon={<CopyOutlined />} onClick={copy}>
              复制编号
            </Button>
          )}
        </>
      }
    >
      没有数据被改动
    </StateNote>
  );
}

/** A record page that was opened without saying which record. */
export const NoRecord = () => <Nowhere title="没有指定要看的记录">请从列表中打开</Nowhere>;

/** A record page that was opened with a number that none has, or none that the user sees. */
export const NotFound = ({ what }: { what: string }) => (
  <Nowhere title={`没有找到这份${what}`}>记录可能已不存在，或不在您的数据范围内</Nowhere>
);

function Nowhere({ title, children }: { title: string; children: string }) {
  return (
    <div className="page">
      <section className="panel">
        <StateNote kind="none" title={title} actions={<WayBack />}>
          {children}
        </StateNote>
      </section>
    </div>
  );
}
