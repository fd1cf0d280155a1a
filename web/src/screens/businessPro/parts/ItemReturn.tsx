/** Sends business items back to a step the matrix allows; the same dialog on lists and on step screens. */
import { App } from 'antd';
import { type ReturnForm, type StepChoice, sendItemsBack } from '@/screens/businessPro/api';
import { ReturnDialog, type ReturnValues } from '@/workflow/ReturnDialog';

/** What the dialog gives, in the names the server reads. */
export const returnForm = (ids: string[], values: ReturnValues): ReturnForm => ({
  ids,
  toStep: values.toStep,
  reasonId: values.reasonId,
  reasonLabel: values.reasonLabel,
  detailDesc: values.description,
});

interface Props {
  ids: string[];
  steps: StepChoice[];
  send?: (form: ReturnForm) => Promise<unknown>;
  onClose: () => void;
  onDone: () => void;
}

export function ItemReturn({ ids, steps, send = sendItemsBack, onClose, onDone }: Props) {
  const { message } = App.useApp();
  return (
    <ReturnDialog
      steps={steps.map((step) => ({ stepcode: step.value, label: step.label }))}
      count={ids.length}
      onClose={onClose}
      onSubmit={async (values) => {
        await send(returnForm(ids, values));
        message.success(`已退回${steps.find((step) => step.value === values.toStep)?.label ?? ''}`);
        onDone();
      }}
    />
  );
}
