/** Column settings and saved views: two dialogs that are loaded when they are opened. */

import { ArrowDownOutlined, ArrowUpOutlined, DeleteOutlined } from '@ant-design/icons';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Button, Checkbox, Form, Input, Modal } from 'antd';
import { useId, useState } from 'react';
import { messageOf, type Params } from '@/api/client';
import { allColumnsQuery, deleteView, saveView, tableConfigQuery } from '@/api/layout';
import type { TableConfig } from '@/api/shapes';
import { FormItem } from '@/ui/FormItem';
import { useApp } from '@/ui/useApp';

interface ColumnsProps {
  config: TableConfig;
  shown: string[];
  onClose: () => void;
  /** Without columns: back to the declared ones. */
  onApply: (columns: string[] | undefined) => void;
}

export function ColumnSettings({ config, shown, onClose, onApply }: ColumnsProps) {
  const { data } = useQuery(allColumnsQuery(config.viewNo));
  const all = Array.isArray(data) ? data : (data?.columns ?? config.columns);
  const [order, setOrder] = useState(shown);
  const [on, setOn] = useState(() => new Set(shown));
  const props = [...order, ...all.map((column) => column.prop).filter((prop) => !order.includes(prop))];
  const labelOf = (prop: string) => all.find((column) => column.prop === prop)?.label ?? prop;
  const move = (index: number, step: number) => {
    const next = [...props];
    const [moved] = next.splice(index, 1);
    next.splice(index + step, 0, moved!);
    setOrder(next);
  };
  const toggle = (prop: string, checked: boolean) => {
    const next = new Set(on);
    if (checked) next.add(prop);
    else next.delete(prop);
    setOn(next);
  };
  const apply = () => {
    onApply(props.filter((prop) => on.has(prop)));
    onClose();
  };
  const restore = () => {
    onApply(undefined);
    onClose();
  };
  return (
    <Modal
      open
      width={420}
      title="列设置"
      onCancel={onClose}
      footer={[
        <Button key="restore" onClick={restore}>
          恢复默认
        </Button>,
        <Button key="apply" type="primary" disabled={on.size === 0} onClick={apply}>
          应用
        </Button>,
      ]}
    >
      <ul className="column-list">
        {props.map((prop, index) => (
          <li key={prop}>
            <Checkbox checked={on.has(prop)} onChange={(event) => toggle(prop, event.target.checked)}>
              {labelOf(prop)}
            </Checkbox>
            <span className="spacer" />
            <Button
              type="text"
              size="small"
              icon={<ArrowUpOutlined />}
              aria-label={`上移 ${labelOf(prop)}`}
              disabled={index === 0}
              onClick={() => move(index, -1)}
            />
            <Button
              type="text"
              size="small"
              icon={<ArrowDownOutlined />}
              aria-label={`下移 ${labelOf(prop)}`}
              disabled={index === props.length - 1}
              onClick={() => move(index, 1)}
            />
          </li>
        ))}
      </ul>
    </Modal>
  );
}

interface SaveProps {
  config: TableConfig;
  viewId: string | undefined;
  columns: string[];
  search: Params;
  sort: string;
  onClose: () => void;
}

export function SaveViewDialog({ config, viewId, columns, search, sort, onClose }: SaveProps) {
  const client = useQueryClient();
  const { message } = useApp();
  const formName = useId();
  const [busy, setBusy] = useState(false);
  const mine = config.views.filter((view) => view.mine !== false);
  const current = mine.find((view) => view.viewId === viewId);
  const reload = () => client.invalidateQueries({ queryKey: tableConfigQuery(config.viewNo).queryKey });

  const save = async ({ name, shared }: { name: string; shared?: boolean }) => {
    setBusy(true);
    try {
      const same = current?.name === name.trim() ? current : undefined;
      await saveView({
        viewNo: config.viewNo,
        viewId: same?.viewId,
        version: same?.version,
        name: name.trim(),
        shared: Boolean(shared),
        columns,
        search,
        sort,
      });
      await reload();
      message.success('视图已保存');
      onClose();
    } catch (error) {
      message.error(messageOf(error));
    } finally {
      setBusy(false);
    }
  };

  const remove = async (id: string) => {
    try {
      const view = config.views.find((one) => one.viewId === id);
      if (view) await deleteView(view);
      await reload();
    } catch (error) {
      message.error(messageOf(error));
    }
  };

  return (
    <Modal
      open
      width={420}
      title="存为视图"
      okText="保存"
      cancelText="取消"
      confirmLoading={busy}
      okButtonProps={{ htmlType: 'submit', form: formName }}
      onCancel={onClose}
    >
      <p className="hint">视图记住现在的条件、列和排序</p>
      <Form
        name={formName}
        id={formName}
        layout="vertical"
        initialValues={{ name: current?.name, shared: current?.shared }}
        onFinish={save}
      >
        <FormItem
          name="name"
          label="名称"
          rules={[{ required: true, whitespace: true, message: '请填写视图名称' }]}
        >
          <Input maxLength={20} autoFocus />
        </FormItem>
        <FormItem name="shared" valuePropName="checked">
          <Checkbox>同角色的人也能用</Checkbox>
        </FormItem>
      </Form>
      {mine.length > 0 && (
        <ul className="column-list">
          {mine.map((view) => (
            <li key={view.viewId}>
              {view.name}
              {view.shared && <span className="chip">共用</span>}
              <span className="spacer" />
              <Button
                type="text"
                size="small"
                icon={<DeleteOutlined />}
                aria-label={`删除视图 ${view.name}`}
                onClick={() => remove(view.viewId)}
              />
            </li>
          ))}
        </ul>
      )}
    </Modal>
  );
}
