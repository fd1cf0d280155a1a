/** Registers a report of a third party, then takes its file. */
import { useRef, useState } from 'react';
import type { Row } from '@/api/layout';
import FormDialog from '@/views/FormDialog';
import { FilesDialog } from './FilesDialog';

interface Props {
  form: string;
  onClose: () => void;
  onSaved: () => void;
}

export function RegisterDialog({ form, onClose, onSaved }: Props) {
  const [saved, setSaved] = useState<Row | null>(null);
  const done = useRef(false); // a saved form closes itself: the files come next
  if (saved) {
    return (
      <FilesDialog
        id={String(saved.id)}
        owner="third"
        types={['11', '12', '99']}
        title={`已登记 ${String(saved.reportno)}，${String(saved.archived)}；请上传报告文件`}
        onClose={() => {
          onSaved();
          onClose();
        }}
      />
    );
  }
  return (
    <FormDialog
      viewNo={form}
      title="登记报告"
      onSaved={(answer) => {
        done.current = true;
        setSaved(answer as Row);
      }}
      onClose={() => done.current || onClose()}
    />
  );
}
