/** 检验人员签名: the record as it was handed in, what the checks say of it, and the signature of one of its inspectors. */

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Button } from 'antd';
import { useEffect, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { doneWords, messageOf, postEnvelope } from '@/api/client';
import { seen } from '@/api/seen';
import { PdfView } from '@/print/PdfView';
import { auditQuery, openItem } from '@/screens/businessPro/api';
import { useTab, useTabTitle } from '@/ui/tab';
import { useApp } from '@/ui/useApp';
import { FaultNote } from '@/views/ListStates';
import { moveNamed } from '@/workflow/MoveDialog';
import { Standing } from '@/workflow/Standing';
import { StepStrip } from '@/workflow/StepStrip';
import { AuditTabs } from './AuditTabs';
import './audit.css';
import '@/screens/businessPro/parts/business.css';

const nothing = () => undefined;

export function SignPage() {
  const [search] = useSearchParams();
  const id = search.get('id') ?? '';
  const { message } = useApp();
  const client = useQueryClient();
  const navigate = useNavigate();
  const tab = useTab();
  const [busy, setBusy] = useState(false);
  const query = useQuery(auditQuery(id));
  const screen = query.data;
  const head = screen?.head;
  const signing = moveNamed(head?.moves, 'sign');
  const proof = head?.toSign ? screen?.seen : undefined;
  useTabTitle(head?.reportno || head?.seisn);
  // What was shown is kept, so that the list can be signed from too, here or on another machine.
  useEffect(() => {
    if (proof) void openItem(id, proof);
  }, [id, proof]);

  const sign = async () => {
    if (!head || !signing || busy) return;
    setBusy(true);
    try {
      await openItem(id, proof);
      const answer = await postEnvelope(signing.call, seen([head]));
      message.success(doneWords(answer, `${head.reportno} ${signing.done}`));
      void client.invalidateQueries({ queryKey: ['rows'] });
      tab.close();
      navigate('/businessPro/reportSign');
    } catch (error) {
      message.error(messageOf(error));
      void query.refetch();
    } finally {
      setBusy(false);
    }
  };

  if (query.isLoadingError) return <FaultNote error={query.error} onRetry={() => query.refetch()} />;
  if (!screen || !head) return <div className="page fixed" />;
  return (
    <div className="page fixed audit-page">
      <StepStrip
        title={head.reportno || head.seisn}
        subject={`${head.testsortName}　${head.unitname}　${head.equname} ${head.useplace}`}
        who={`检验 ${head.inspectornames}`}
      />
      <Standing notice={head.standing} lacking={head.lacking} />
      <div className="audit-columns sign-columns">
        <section className="panel audit-paper">
          <PdfView
            path="/api/common/commonPrint"
            form={{ printType: 'YSJL', ids: [id] }}
            title={`原始记录 ${head.seisn}`}
          />
        </section>
        <div className="audit-side">
          <AuditTabs
            screen={screen}
            approval={false}
            readOnly
            onReason={nothing}
            marks={{}}
            onMark={nothing}
          />
          <section className="panel step-foot">
            {head.toSign ? (
              <>
                <span className="soft">签名表示记录与您在现场所见一致；记录以后有改动的，签名收回</span>
                <span className="spacer" />
                <Button type="primary" loading={busy} onClick={sign}>
                  签名
                </Button>
              </>
            ) : (
              <span className="soft">现在在{head.stepName}环节，没有等您签名</span>
            )}
          </section>
        </div>
      </div>
    </div>
  );
}
