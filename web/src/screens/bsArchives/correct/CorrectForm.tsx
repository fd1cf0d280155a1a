/** 新增纠错: choose the record and its fields, enter what is right and why, prove it, submit. */

import { CloseOutlined } from '@ant-design/icons';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Button, Input, Select } from 'antd';
import { useEffect, useId, useRef, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { messageOf, post } from '@/api/client';
import { seen } from '@/api/seen';
import type { CorrectField, CorrectionDetail, Draft } from '@/api/shapes';
import { plainLabel } from '@/screens/bsArchives/equipment/api';
import { Attachments } from '@/ui/Attachments';
import { isBlank } from '@/ui/format';
import { Panel, StateNote } from '@/ui/Panel';
import { useSaveKey } from '@/ui/pageKeys';
import { UnitPicker } from '@/ui/pickers/UnitPicker';
import { useTab, useTabTitle, useUnsaved } from '@/ui/tab';
import { useApp } from '@/ui/useApp';
import { useOwnCopy } from '@/ui/useOwnCopy';
import { FieldControl } from '@/views/fields';
import { FaultNote } from '@/views/ListStates';
import { moveNamed } from '@/workflow/MoveDialog';
import { correctableQuery, correctionQuery, kindsQuery, saveDraft } from './api';
import { DevicePick } from './DevicePick';
import './correct.css';
import '@/views/forms.css';

const LIST = '/bsArchives/correctMng/correctApply';

export default function CorrectForm() {
  const [search] = useSearchParams();
  const own = useOwnCopy();
  const base = correctionQuery(search.get('correction') ?? '');
  const draft = useQuery({ ...base, queryKey: [...base.queryKey, own.key], ...own.options });
  if (draft.isError) return <FaultNote error={draft.error} onRetry={() => draft.refetch()} />;
  if (search.get('correction') && !draft.data) return <div className="page fixed" />;
  return (
    <Editor
      draft={draft.data}
      entity={search.get('entity') ?? 'equipment'}
      id={search.get('id') ?? ''}
      field={search.get('field') ?? ''}
      group={search.get('group') ?? ''}
    />
  );
}

interface EditorProps {
  draft?: CorrectionDetail;
  entity: string;
  id: string;
  /** Chosen from the start: one field, or all of a group. */
  field: string;
  group: string;
}

function Editor({ draft, entity: firstEntity, id: firstId, field, group }: EditorProps) {
  const { message } = useApp();
  const client = useQueryClient();
  const navigate = useNavigate();
  const tab = useTab();
  const [entity, setEntity] = useState(draft?.entity ?? firstEntity);
  const [objectId, setObjectId] = useState(draft?.object_id ?? firstId);
  const [saved, setSaved] = useState<Draft | undefined>(draft);
  const [values, setValues] = useState<Record<string, unknown>>(() =>
    Object.fromEntries((draft?.lines ?? []).map((line) => [line.field, line.new])),
  );
  const [reason, setReason] = useState(draft?.reason ?? '');
  const [dirty, setDirty] = useState(false);
  const [busy, setBusy] = useState(false);
  const kinds = useQuery(kindsQuery);
  const subject = useQuery(correctableQuery(entity, objectId));
  const fields = subject.data?.fields ?? [];
  useUnsaved(dirty);
  useTabTitle(subject.data ? `纠错 ${subject.data.code || subject.data.title}` : undefined);

  const started = useRef(Boolean(draft));
  useEffect(() => {
    if (started.current || !subject.data) return;
    started.current = true;
    const first = subject.data.fields.filter((one) => one.prop === field || (group && one.group === group));
    setValues(Object.fromEntries(first.slice(0, 4).map((one) => [one.prop, undefined])));
  }, [subject.data, field, group]);

  const change = (next: Record<string, unknown>) => {
    setValues(next);
    setDirty(true);
  };
  const chosen = Object.keys(values);
  const filled = Object.entries(values).filter(([, value]) => !isBlank(value));

  const save = async (): Promise<Draft | null> => {
    setBusy(true);
    try {
      const form = {
        id: saved?.id,
        version: saved?.version,
        entity,
        objectId,
        reason,
        values: Object.fromEntries(filled),
      };
      const made = await saveDraft(form);
      setSaved(made);
      setDirty(false);
      void client.invalidateQueries({ queryKey: ['rows'] });
      return made;
    } catch (error) {
      message.error(messageOf(error));
      return null;
    } finally {
      setBusy(false);
    }
  };
  const keep = async () => {
    if (await save()) message.success('草稿已保存，请上传更正依据后提交');
  };
  const submit = async () => {
    const made = dirty || !saved ? await save() : saved;
    const submitting = moveNamed(made?.moves, 'submit');
    if (!made || !submitting) return;
    setBusy(true);
    try {
      await post(submitting.call, seen([made]));
      message.success(submitting.done);
      void client.invalidateQueries({ queryKey: ['rows'] });
      tab.close();
      navigate(LIST);
    } catch (error) {
      message.error(messageOf(error));
    } finally {
      setBusy(false);
    }
  };
  useSaveKey(() => void keep(), Boolean(objectId));

  return (
    <div className="page fixed form-view correct-page">
      <section className="panel form-bar">
        <b className="form-title">{draft ? `修改纠错 ${draft.corrno}` : '新增纠错'}</b>
        {dirty && <span className="hint">有未保存的内容</span>}
        <span className="spacer" />
        <Button onClick={tab.close}>关闭</Button>
        <Button loading={busy} disabled={!subject.data || filled.length === 0} onClick={keep}>
          存草稿 <span className="key-note">Alt S</span>
        </Button>
        <Button
          type="primary"
          loading={busy}
          disabled={!subject.data || filled.length === 0 || !reason.trim()}
          onClick={submit}
        >
          提交审核
        </Button>
      </section>
      <div className="form-columns">
        <section className="panel form-body">
          <section className="form-group">
            <h3>更正对象</h3>
            <div className="correct-head">
              <Select
                aria-label="更正对象类别"
                style={{ width: 90 }}
                value={entity}
                disabled={Boolean(saved)}
                options={kinds.data}
                onChange={(next) => {
                  setEntity(next);
                  setObjectId('');
                  change({});
                }}
              />
              {entity === 'unit' ? (
                <UnitPicker
                  style={{ width: 360 }}
                  value={objectId || undefined}
                  display={subject.data?.title}
                  disabled={Boolean(saved)}
                  onChange={(next) => setObjectId(next ?? '')}
                />
              ) : (
                <DevicePick
                  value={objectId}
                  display={subject.data ? `${subject.data.code} ${subject.data.title}` : ''}
                  disabled={Boolean(saved)}
                  onChange={setObjectId}
                />
              )}
              {subject.data?.busy && <span className="caution">{subject.data.busy}</span>}
            </div>
          </section>
          {subject.isError && <FaultNote error={subject.error} onRetry={() => subject.refetch()} />}
          {!objectId && (
            <StateNote kind="empty" title="先选择要更正的档案">
              设备可按代码、登记证号、出厂编号查找，单位可按名称或拼音首字母查找
            </StateNote>
          )}
          {subject.data && (
            <>
              <section className="form-group">
                <h3>更正内容</h3>
                <Lines
                  fields={fields.filter((one) => chosen.includes(one.prop))}
                  values={values}
                  onChange={change}
                />
                <Select
                  mode="multiple"
                  aria-label="添加要更正的项目"
                  style={{ width: 260, marginTop: 8 }}
                  placeholder="添加要更正的项目"
                  value={chosen}
                  maxTagCount={0}
                  maxTagPlaceholder="添加要更正的项目"
                  showSearch={{ optionFilterProp: 'label' }}
                  options={optionsOf(fields)}
                  onChange={(next: string[]) =>
                    change(Object.fromEntries(next.map((prop) => [prop, values[prop]])))
                  }
                />
              </section>
              <section className="form-group">
                <h3>更正原因</h3>
                <Input.TextArea
                  rows={3}
                  maxLength={500}
                  showCount
                  aria-label="更正原因"
                  placeholder="说明错在哪里、依据是什么"
                  value={reason}
                  onChange={(event) => {
                    setReason(event.target.value);
                    setDirty(true);
                  }}
                />
              </section>
            </>
          )}
        </section>
        <aside className="form-aside">
          {saved ? (
            <Attachments attrefsysid={saved.id} owner="correction" title="更正依据" types={PROOFS} />
          ) : (
            <Panel title="更正依据">
              <p className="hint">存为草稿后在这里上传铭牌照片、证书等依据；没有依据不能提交</p>
            </Panel>
          )}
        </aside>
      </div>
    </div>
  );
}

/** Kinds of C651 that prove a correction. */
const PROOFS = ['18', '03', '16', '11', '99'];

function optionsOf(fields: CorrectField[]) {
  const groups = [...new Set(fields.map((one) => one.group))];
  return groups.map((label) => ({
    label,
    options: fields
      .filter((one) => one.group === label)
      .map((one) => ({ value: one.prop, label: plainLabel(one.label) })),
  }));
}

interface LinesProps {
  fields: CorrectField[];
  values: Record<string, unknown>;
  onChange: (values: Record<string, unknown>) => void;
}

function Lines({ fields, values, onChange }: LinesProps) {
  const name = useId();
  if (fields.length === 0) return <p className="hint">还没有选择项目</p>;
  return (
    <table className="plain correct-lines">
      <colgroup>
        <col style={{ width: 150 }} />
        <col style={{ width: 230 }} />
        <col />
        <col style={{ width: 40 }} />
      </colgroup>
      <thead>
        <tr>
          <th>项目</th>
          <th>档案原值</th>
          <th>更正为</th>
          <th />
        </tr>
      </thead>
      <tbody>
        {fields.map((one) => {
          const { [one.prop]: _gone, ...rest } = values;
          return (
            <tr key={one.prop}>
              <td>
                <label htmlFor={`${name}${one.prop}`}>{plainLabel(one.label)}</label>
              </td>
              <td className="wrap">{one.oldShown || <span className="hint">空</span>}</td>
              <td className="new">
                <FieldControl
                  id={`${name}${one.prop}`}
                  field={one}
                  value={values[one.prop]}
                  onChange={(next) => onChange({ ...values, [one.prop]: next })}
                />
              </td>
              <td>
                <button
                  type="button"
                  className="icon-button"
                  aria-label={`不更正${one.label}`}
                  onClick={() => onChange(rest)}
                >
                  <CloseOutlined />
                </button>
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}
