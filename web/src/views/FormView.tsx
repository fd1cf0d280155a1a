/** A form that fills a page: groups as on paper, Alt+S saves, the bar with the verbs stays in sight. */
import { Button, Form } from 'antd';
import dayjs from 'dayjs';
import { type ReactNode, useId, useRef } from 'react';
import { formatWhen } from '@/ui/format';
import { useSaveKey } from '@/ui/pageKeys';
import { useUnsaved } from '@/ui/tab';
import { FIRST_FIELD, useOpeningFocus } from '@/ui/useOpeningFocus';
import { ConflictDialog } from './ConflictDialog';
import { FormFields } from './FormFields';
import { FormGuide } from './FormGuide';
import { FormTables } from './FormTables';
import { FaultNote } from './ListStates';
import { useFormDraft } from './useDraft';
import { type RecordForm, type RecordFormOptions, useRecordForm } from './useRecordForm';
import './forms.css';

interface FormViewProps extends RecordFormOptions {
  title?: ReactNode;
  saveLabel?: string;
  /** Further verbs beside 保存, given the state of the form. */
  actions?: (state: RecordForm) => ReactNode;
  /** Panels at the right: what still stops, attachments, the last one of the same unit. */
  aside?: ReactNode;
  children?: ReactNode;
  readOnly?: boolean;
  /** Keeps what was typed on this computer under this name, and offers it back. */
  draft?: string;
}

export function FormView({
  title,
  saveLabel = '保存',
  actions,
  aside,
  children,
  readOnly,
  draft = '',
  ...options
}: FormViewProps) {
  const state = useRecordForm({
    ...options,
    onSaved: (answer, values) => {
      kept.drop();
      options.onSaved?.(answer, values);
    },
  });
  const kept = useFormDraft(draft, state);
  const name = useId(); // cached tabs share one document: field ids must not collide
  useUnsaved(state.dirty);
  useSaveKey(() => void state.save(), !readOnly);
  const { config } = state;
  const box = useRef<HTMLElement>(null);
  useOpeningFocus(box, Boolean(state.record) && !readOnly, FIRST_FIELD);
  if (state.error) {
    return (
      <div className="page">
        <section className="panel">
          <FaultNote error={state.error} onRetry={state.reload} />
        </section>
      </div>
    );
  }
  return (
    <div className="page fixed form-view">
      <section className="panel form-bar">
        <b className="form-title">{title ?? config?.title}</b>
        {state.dirty && (
          <span className="hint">
            {kept.at ? `草稿 ${dayjs(kept.at).format('HH:mm:ss')}` : '有未保存的内容'}
          </span>
        )}
        {kept.offered && (
          <span className="draft-offer">
            {formatWhen(kept.offered)} 填写的内容没有保存
            <button type="button" className="link" onClick={kept.take}>
              接着填写
            </button>
            <button type="button" className="link" onClick={kept.drop}>
              丢弃
            </button>
          </span>
        )}
        <span className="spacer" />
        {actions?.(state)}
        {!readOnly && (
          <Button type="primary" loading={state.saving} disabled={!state.record} onClick={() => state.save()}>
            {saveLabel} <span className="key-note">Alt S</span>
          </Button>
        )}
      </section>
      {state.refusal && (
        <p className="panel late form-refused" role="alert">
          {state.refusal}
        </p>
      )}
      <div className="form-columns">
        {config && state.record && !readOnly && config.groups.length > 1 && (
          <FormGuide config={config} form={state.form} record={state.record} />
        )}
        <section className="panel form-body" ref={box}>
          {/* What is typed before the record is there would be lost when it comes. */}
          {config && state.record && (
            <Form
              name={name}
              form={state.form}
              layout="horizontal"
              labelAlign="left"
              colon={false}
              className="record-form"
              onValuesChange={() => state.setDirty(true)}
            >
              <FormFields config={config} form={state.form} record={state.record} readOnly={readOnly} />
              <FormTables tables={config.tables} fault={state.fault} readOnly={readOnly} />
            </Form>
          )}
          {children}
        </section>
        {aside && <aside className="form-aside">{aside}</aside>}
      </div>
      <ConflictDialog state={state} />
    </div>
  );
}
