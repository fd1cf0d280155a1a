/** The permissions of a role as a tree of families. */
import { useQuery } from '@tanstack/react-query';
import { Input, Modal, Tree } from 'antd';
import { useState } from 'react';
import { messageOf, post, read } from '@/api/client';
import { loadRecord, type Row } from '@/api/layout';
import { usePermission } from '@/ui/permission';
import { useOwnCopy } from '@/ui/useOwnCopy';
import type { ActionContext } from '@/views/actionRegistry';
import { FaultNote } from '@/views/ListStates';
import './sysmng.css';
import type { TreeOption } from '@/api/shapes';

interface Props {
  row: Row;
  notify: ActionContext['notify'];
  onClose: () => void;
  onSaved: () => void;
}

/** Families whose words or codes contain the text, with the codes that do. */
function found(nodes: TreeOption[], text: string): TreeOption[] {
  const wanted = text.trim().toLowerCase();
  if (!wanted) return nodes;
  return nodes
    .map((family) => ({
      ...family,
      children: family.children?.filter((node) =>
        `${family.label} ${node.label} ${node.value}`.toLowerCase().includes(wanted),
      ),
    }))
    .filter((family) => family.children?.length);
}

function PermissionDialog({ row, notify, onClose, onSaved }: Props) {
  const { guard } = usePermission();
  const id = String(row.id);
  const [text, setText] = useState('');
  const [picked, setPicked] = useState<string[]>();
  const [busy, setBusy] = useState(false);
  const tree = useQuery({
    queryKey: ['permissionTree'],
    queryFn: () => read('/api/system/permission/tree'),
  });
  const own = useOwnCopy();
  const role = useQuery({
    queryKey: ['role to change', id, own.key],
    queryFn: () => loadRecord('/api/system/role/load', id),
    ...own.options,
  });
  const held = picked ?? (role.data?.permissions as string[] | undefined) ?? [];
  const shown = found(tree.data ?? [], text);
  const error = tree.error ?? role.error;

  const check = (keys: string[]) => {
    // Codes that the search hides stay as they are.
    const inSight = new Set(shown.flatMap((family) => family.children?.map((node) => node.value) ?? []));
    const codes = keys.filter((key) => !key.startsWith('#'));
    setPicked([...held.filter((code) => !inSight.has(code)), ...codes]);
  };
  const save = () =>
    guard('system:role:save', async () => {
      setBusy(true);
      try {
        const form = { id, version: role.data?.version, permissions: held };
        await post('/api/system/role/grant', form);
        notify.success('权限已保存，持有人的下一次操作起生效');
        onSaved();
        onClose();
      } catch (wrong) {
        notify.error(messageOf(wrong));
      } finally {
        setBusy(false);
      }
    });

  return (
    <Modal
      open
      title={`${row.name}的权限（${held.length} 项）`}
      width={640}
      okText="保存"
      cancelText="取消"
      confirmLoading={busy}
      okButtonProps={{ disabled: !role.data || !picked }}
      onOk={save}
      onCancel={onClose}
    >
      {error ? <FaultNote error={error} onRetry={() => role.refetch()} /> : null}
      <Input.Search
        allowClear
        placeholder="按名称或代码查找"
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <div className="permission-tree">
        {role.data && tree.data && (
          <Tree
            key={text ? 'found' : 'all'}
            checkable
            selectable={false}
            defaultExpandAll={Boolean(text)}
            checkedKeys={held}
            treeData={shown.map((family) => ({
              key: family.value,
              title: family.label,
              children: family.children?.map((node) => ({
                key: node.value,
                title: (
                  <>
                    {node.label} <span className="hint code">{node.value}</span>
                  </>
                ),
              })),
            }))}
            onCheck={(keys) => check((Array.isArray(keys) ? keys : keys.checked).map(String))}
          />
        )}
      </div>
    </Modal>
  );
}

export default function grantPermissions({ rows, open, notify, refresh }: ActionContext): void {
  open((close) => <PermissionDialog row={rows[0]!} notify={notify} onClose={close} onSaved={refresh} />);
}
