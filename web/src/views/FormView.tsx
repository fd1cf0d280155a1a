/** A form that fills a page: groups as on paper, Alt+S saves, the bar with the verbs stays in sight. */
import { Button, Form } from 'antd';
import { type ReactNode, useEffect, useId } from 'react';
import { useUnsaved } from '@/ui/tab';
import { ConflictDialog } from './ConflictDialog';
import { FormFields } from './FormFields';
import { FaultNote } from './ListStates';
import { type RecordForm, type RecordFormOptions, useRecordForm } from './useRecordForm';
import './forms.css';

export interface FormViewProps extends RecordFormOptions {
  title?: ReactNode;
  saveLabel?: string;
  /** Further verbs beside 保存, given the state of the form. */
  actions?: (state: RecordForm) => ReactNode;
  /** Panels at the right: what still stops, attachments, the last one of the same unit. */
  aside?: ReactNode;
  children?: ReactNode;
  readOnly?: boolean;
}

/** Alt+S, while the form is the one in sight. */
export function useSaveKey(save: () => void, active = true): void {
  useEffect(() => {
    if (!active) return;
    const press = (event: KeyboardEvent) => {
      if (!event.altKey || event.code !== 'KeyS') return;
      event.preventDefault();
      event.stopImmediatePropagation(); // a form in a dialog answers before the page behind it
      save();
    };
    window.addEventListener('keydown', press, true);
    return () => window.removeEventListener('keydown', press, true);
  });
}

export function FormView({
  title,
  saveLabel = '保存',
  actions,
  aside,
  children,
  readOnly,
  ...options
}: FormViewProps) {
  const state = useRecordForm(options);
  const name = useId(); // cached tabs share one document: field ids must not collide
  useUnsaved(state.dirty);
  useSaveKey(() => void state.save(), !readOnly);
  const { config } = state;
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
        {state.dirty && <span className="hint">有未保存的内容</span>}
        <span className="spacer" />
        {actions?.(state)}
        {!readOnly && (
          <Button type="primary" loading={state.saving} disabled={!config} onClick={() => state.save()}>
            {saveLabel} <span className="key-note">Alt S</span>
          </Button>
        )}
      </section>
      <div className="form-columns">
        <section className="panel form-body">
          {config && (
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
