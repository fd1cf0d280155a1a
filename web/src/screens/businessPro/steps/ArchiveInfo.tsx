/** 归档登记: which papers go into which box. */

import { Button, Checkbox, Input, InputNumber } from 'antd';
import { useState } from 'react';
import { doneWords, messageOf, postEnvelope } from '@/api/client';
import { seen } from '@/api/seen';
import { PdfView } from '@/print/PdfView';
import { Attachments } from '@/ui/Attachments';
import { Panel } from '@/ui/Panel';
import { useSaveKey } from '@/ui/pageKeys';
import { useApp } from '@/ui/useApp';
import { moveNamed, useMoveField } from '@/workflow/MoveDialog';
import { ItemPage, type ItemTools } from './ItemPage';
import { ItemFacts } from './ReportBuild';

export default function ArchiveInfo() {
  return <ItemPage move="archive">{(tools) => <Archive {...tools} />}</ItemPage>;
}

function Archive({ id, screen, mine, finish }: ItemTools) {
  const { message } = useApp();
  const { head, report } = screen;
  const archive = moveNamed(head.moves, 'archive');
  const papers = useMoveField(archive, 'archivedocs')?.options;
  const [docs, setDocs] = useState<string[]>(
    head.archivedocs ? head.archivedocs.split(',') : ['01', '02', ...(screen.photos?.length ? ['06'] : [])],
  );
  const [box, setBox] = useState(head.archivebox);
  const [pages, setPages] = useState<number | null>(head.archivepages || report?.pages || null);
  const [words, setWords] = useState('');
  const [busy, setBusy] = useState(false);
  const save = async () => {
    if (!archive || !mine || busy || docs.length === 0) return;
    setBusy(true);
    try {
      const sorted = [...docs].sort().join(',');
      const answer = await postEnvelope(archive.call, {
        ...seen([head]),
        archivedocs: sorted,
        archivebox: box,
        archivepages: pages,
        opinion: words.trim(),
      });
      message.success(doneWords(answer, `${head.reportno} 已归档`));
      finish();
    } catch (error) {
      message.error(messageOf(error));
    } finally {
      setBusy(false);
    }
  };
  useSaveKey(() => void save());
  return (
    <>
      <div className="step-columns">
        <section className="panel" style={{ flex: 1 }}>
          <PdfView path="/api/appbuss/reportFile" form={{ id }} title={`报告 ${head.reportno}`} />
        </section>
        <div className="step-side">
          <Panel title="归档" sub={head.archiveno || '归档时取号'}>
            <div className="field-grid">
              <span className="label">
                归档材料<em> *</em>
              </span>
              <Checkbox.Group
                className="paper-list"
                disabled={!mine}
                options={papers}
                value={docs}
                onChange={setDocs}
              />
              <span className="label">盒号柜位</span>
              <Input
                aria-label="档案盒、柜位"
                maxLength={64}
                readOnly={!mine}
                value={box}
                onChange={(event) => setBox(event.target.value)}
              />
              <span className="label">页数</span>
              <InputNumber
                aria-label="页数"
                min={1}
                max={2000}
                precision={0}
                readOnly={!mine}
                value={pages}
                onChange={(next) => setPages(next === null ? null : Number(next))}
              />
              <span className="label">备注</span>
              <Input.TextArea
                aria-label="备注"
                rows={2}
                maxLength={500}
                readOnly={!mine}
                value={words}
                onChange={(event) => setWords(event.target.value)}
              />
            </div>
          </Panel>
          <Panel title="业务">
            <ItemFacts screen={screen} columns={1} />
          </Panel>
          <Attachments attrefsysid={id} owner="business" readOnly title="业务附件" />
        </div>
      </div>
      <section className="panel step-foot">
        <span className="hint">归档后进入报告发放</span>
        <span className="spacer" />
        {mine && docs.length === 0 && <span className="caution">请选择归档材料</span>}
        {mine ? (
          <Button type="primary" loading={busy} disabled={docs.length === 0} onClick={save}>
            归档 Alt S
          </Button>
        ) : (
          <span className="soft">现在在{head.stepName}环节，只能查看</span>
        )}
      </section>
    </>
  );
}
