/** The chosen row: whether the step is used, its limit, who handles it, where it leads, to where it is sent back. */
import { Checkbox, Form, Input, InputNumber, Modal, Select, Tabs } from 'antd';
import { useState } from 'react';
import type { Drawing } from '@/api/shapes';
import { FormItem } from '@/ui/FormItem';
import { StateNote } from '@/ui/Panel';
import { type Act, isForAll, type Line, type Scope, type Words } from './model';

interface Props {
  page: Drawing;
  line?: Line;
  words: Words;
  readOnly: boolean;
  dispatch: (action: Act) => void;
}

export function actorOptions(page: Drawing, step: string) {
  const earlier = page.nodes.find((node) => node.code === step)?.earlier ?? [];
  const kinds = new Map<string, { value: string; label: string }[]>();
  for (const { value, label, kind } of page.actors) {
    if (value.startsWith('@') && !earlier.includes(value.slice(1))) continue;
    kinds.set(kind, [...(kinds.get(kind) ?? []), { value, label }]);
  }
  return [...kinds].map(([label, options]) => ({ label, options }));
}

export function StepPanel({ page, line, words, readOnly, dispatch }: Props) {
  const [asking, setAsking] = useState(false);
  if (!line) return <StateNote kind="none" title="点一个环节" />;
  const node = words.nodes[line.step]!;
  const set = (values: Partial<Line>) => dispatch({ do: 'set', key: line.key, values });
  const leads = [...new Set([...node.leads, ...line.leads])];
  const backs = [...new Set([...node.backs, ...line.backs])];
  const handling = (
    <Form layout="vertical" className="flow-form" disabled={readOnly}>
      <div className="flow-pair">
        <FormItem label="启用">
          <Checkbox
            checked={line.used}
            disabled={readOnly || (!node.optional && line.used)}
            onChange={(event) => set({ used: event.target.checked })}
          >
            {node.optional ? '使用这一环节' : '必经环节'}
          </Checkbox>
        </FormItem>
        <FormItem label="时限（工作日）">
          <InputNumber
            min={1}
            max={365}
            precision={0}
            aria-label="时限"
            value={line.limit_days}
            onChange={(value) => set({ limit_days: value })}
          />
        </FormItem>
      </div>
      <FormItem label="办理人" extra={`依流程：${node.who}${node.given ? '' : '；不能指定'}`}>
        <Select
          mode="multiple"
          aria-label="办理人"
          placeholder="不选为有权限和资格的人都可以办理"
          disabled={readOnly || !node.given}
          value={line.actors}
          options={actorOptions(page, line.step)}
          optionFilterProp="label"
          onChange={(value: string[]) => set({ actors: value })}
        />
      </FormItem>
      <FormItem label="通向" extra={node.branches ? '由业务决定：有分项报告的走分项审核' : undefined}>
        <Checkbox.Group
          value={line.leads}
          options={leads.map((one) => ({ value: one, label: words.step(one) }))}
          onChange={(value) => set({ leads: value as string[] })}
        />
      </FormItem>
      {backs.length > 0 && (
        <FormItem label="可退回到">
          <Checkbox.Group
            value={line.backs}
            options={backs.map((one) => ({ value: one, label: words.step(one) }))}
            onChange={(value) => set({ backs: value as string[] })}
          />
        </FormItem>
      )}
      <FormItem label="依据">
        <Input
          value={line.source}
          aria-label="依据"
          maxLength={256}
          onChange={(event) => set({ source: event.target.value })}
        />
      </FormItem>
    </Form>
  );
  return (
    <>
      <header className="flow-side-head">
        <b>{node.name}</b>
        <span className="hint">{words.scope(line)}</span>
        <span className="spacer" />
        {!readOnly && (
          <button type="button" className="link" onClick={() => setAsking(true)}>
            单独配置
          </button>
        )}
        {!readOnly && !isForAll(line) && (
          <button type="button" className="link" onClick={() => dispatch({ do: 'remove', key: line.key })}>
            删除此行
          </button>
        )}
      </header>
      <Tabs
        size="small"
        items={[
          { key: 'handling', label: '办理', children: handling },
          {
            key: 'guards',
            label: `条件 ${node.guards.length}`,
            children: (
              <ul className="flow-guards">
                {node.guards.map((one) => (
                  <li key={one}>{one}</li>
                ))}
                <li className="hint">
                  {node.guards.length ? '条件由程序判断，不能在这里修改' : '这一环节没有办理条件'}
                </li>
              </ul>
            ),
          },
        ]}
      />
      {asking && (
        <ScopeDialog
          page={page}
          name={node.name}
          onClose={() => setAsking(false)}
          onChosen={(scope) => {
            setAsking(false);
            dispatch({ do: 'own', key: line.key, scope });
          }}
        />
      )}
    </>
  );
}

interface ScopeProps {
  page: Drawing;
  name: string;
  onClose: () => void;
  onChosen: (scope: Scope) => void;
}

function ScopeDialog({ page, name, onClose, onChosen }: ScopeProps) {
  const [classes, setClasses] = useState<string[]>([]);
  const [seisort, setSeisort] = useState('');
  const [testsort, setTestsort] = useState('');
  const given = classes.length > 0 || seisort || testsort;
  return (
    <Modal
      open
      title={`为一部分业务单独配置 ${name}`}
      okText="新增一行"
      cancelText="取消"
      okButtonProps={{ disabled: !given }}
      onCancel={onClose}
      onOk={() => onChosen({ equclass: [...classes].sort().join(','), seisort, testsort })}
    >
      <Form layout="vertical">
        <FormItem label="设备种类">
          <Select
            mode="multiple"
            aria-label="设备种类"
            placeholder="不选为全部种类"
            value={classes}
            options={page.classes}
            optionFilterProp="label"
            onChange={setClasses}
          />
        </FormItem>
        <FormItem label="检验类别">
          <Select
            allowClear
            aria-label="检验类别"
            placeholder="不选为全部"
            value={seisort || undefined}
            options={page.categories}
            onChange={(value?: string) => setSeisort(value ?? '')}
          />
        </FormItem>
        <FormItem
          label="检验类型"
          extra="有几行适用时，按“种类和检验类型、种类、检验类型、全部”的次序取最具体的一行"
        >
          <Select
            allowClear
            showSearch
            aria-label="检验类型"
            placeholder="不选为全部"
            value={testsort || undefined}
            options={page.sorts}
            optionFilterProp="label"
            onChange={(value?: string) => setTestsort(value ?? '')}
          />
        </FormItem>
      </Form>
    </Modal>
  );
}
