/** 业务受理办理: what was declared, whether it may be accepted, when and by which department. */

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Button, Input, Select } from 'antd';
import dayjs from 'dayjs';
import { useEffect, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { doneWords, messageOf, post, postEnvelope } from '@/api/client';
import type { Row } from '@/api/layout';
import { seen } from '@/api/seen';
import { declarationQuery, officesQuery } from '@/screens/businessPro/api';
import { Checks } from '@/screens/businessPro/parts/Checks';
import { Attachments } from '@/ui/Attachments';
import { limitWords } from '@/ui/limit';
import { Panel } from '@/ui/Panel';
import { useSaveKey } from '@/ui/pageKeys';
import { DayPicker } from '@/ui/pickers/DayPicker';
import { useTab, useTabTitle } from '@/ui/tab';
import { useApp } from '@/ui/useApp';
import { EditableRows } from '@/views/EditableRows';
import { FaultNote } from '@/views/ListStates';
import { backOf, MoveDialog, moveNamed } from '@/workflow/MoveDialog';
import { Standing } from '@/workflow/Standing';
import { StepStrip } from '@/workflow/StepStrip';
import { Devices, ReturnNote, Summary } from './DeclarationSummary';
import '@/screens/businessPro/apply/apply.css';
import '@/screens/businessPro/parts/business.css';

/** What was found of each paper, as it is sent: by its number, without its name. */
const sentOf = (papers: Row[]) =>
  papers.map((one) => ({ id: one.id, state: one.state ?? '', pages: one.pages ?? '' }));

const missingOf = (papers: Row[]) => {
  const missing = papers.filter((one) => one.state === '0').map((one) => String(one.name));
  return missing.length > 0 ? `缺少${missing.join('、')}` : undefined;
};

export default function BusinessInfo() {
  const [search] = useSearchParams();
  const id = search.get('id') ?? '';
  const { message } = useApp();
  const client = useQueryClient();
  const navigate = useNavigate();
  const tab = useTab();
  const query = useQuery(declarationQuery(id));
  const offices = useQuery(officesQuery).data ?? [];
  const [agreed, setAgreed] = useState<string>();
  const [dept, setDept] = useState<string>();
  const [opinion, setOpinion] = useState('');
  const [looked, setLooked] = useState<Row[]>();
  const [busy, setBusy] = useState(false);
  const [returning, setReturning] = useState(false);
  const main = query.data?.main;
  const accepting = moveNamed(query.data?.moves, 'accept');
  const waiting = Boolean(accepting);
  useTabTitle(main ? `受理 ${String(main.appno)}` : undefined);
  // Once opened it can no longer be pulled back by the one who handed it in.
  useEffect(() => {
    if (id) post('/api/appmain/openAppMain', { id }).catch(() => null);
  }, [id]);

  const stopping = (query.data?.checks ?? []).filter((check) => !check.ok && !check.warn);
  // A wished day that has passed is no proposal any more.
  const wished = String(main?.agreeddate ?? main?.plandate ?? '').slice(0, 10);
  const day = agreed ?? (wished >= dayjs().format('YYYY-MM-DD') ? wished : '');
  const chosen = dept ?? String(main?.chedept ?? '');
  const papers = looked ?? (query.data?.materials as Row[] | undefined) ?? [];
  const finish = () => {
    void client.invalidateQueries({ queryKey: ['rows'] });
    tab.close();
    navigate('/businessPro/businessAcceptance');
  };
  const accept = async () => {
    if (!main || !accepting || busy || stopping.length > 0) return;
    setBusy(true);
    try {
      const answer = await postEnvelope<{ seisns: string[] }>(accepting.call, {
        ...seen([main]),
        agreeddate: day,
        chedept: chosen,
        opinion,
        materials: sentOf(papers),
      });
      message.success(doneWords(answer, `已受理，业务流水号 ${answer.data.seisns.join('、')}`));
      finish();
    } catch (error) {
      message.error(messageOf(error));
    } finally {
      setBusy(false);
    }
  };
  const keep = async () => {
    if (!main) return;
    try {
      const materials = sentOf(papers);
      const form = { ...seen([main]), agreeddate: day, chedept: chosen, opinion, materials };
      await post('/api/appmain/saveAppMainAccept', form);
      await query.refetch();
      message.success('已保存');
    } catch (error) {
      message.error(messageOf(error));
    }
  };
  useSaveKey(accept);

  if (query.isError) return <FaultNote error={query.error} onRetry={() => query.refetch()} />;
  if (!query.data || !main) return <div className="page fixed" />;
  const limit = limitWords(main.limit_at as string | null);
  const departments = offices.filter((office) => office.type === 'dept' || office.type === 'station');
  return (
    <div className="page fixed">
      <StepStrip
        title={String(main.appno)}
        subject={`${String(main.unitname)}　${String(main.equclacodeName ?? '')} ${String(main.equcount)} 台　${String(main.testsortName ?? '')}`}
        limit={limit ? `受理期限 ${limit.text}` : undefined}
        late={limit?.late}
      />
      {query.data?.standing ? (
        <Standing notice={query.data.standing} />
      ) : (
        waiting && <ReturnNote row={main} />
      )}
      <div className="step-columns">
        <section className="step-main" tabIndex={0} aria-label="业务内容">
          <Summary declaration={query.data} />
          <Devices declaration={query.data} />
        </section>
        <div className="step-side">
          {waiting && (
            <Panel title="受理检查" sub={stopping.length > 0 ? `${stopping.length} 处不能受理` : '可以受理'}>
              <Checks checks={query.data.checks} />
            </Panel>
          )}
          <Panel title="受理">
            {waiting ? (
              <div className="field-grid">
                <span className="label">约定日期</span>
                <DayPicker aria-label="约定检验日期" minDate={dayjs()} value={day} onChange={setAgreed} />
                <span className="label">检验部门</span>
                <Select
                  aria-label="检验部门"
                  value={chosen || undefined}
                  options={departments.map((one) => ({ value: String(one.id), label: String(one.name) }))}
                  onChange={(next: string) => setDept(next)}
                />
                <span className="label">受理意见</span>
                <Input.TextArea
                  aria-label="受理意见"
                  rows={3}
                  maxLength={500}
                  value={opinion}
                  onChange={(event) => setOpinion(event.target.value)}
                />
              </div>
            ) : (
              <p className="soft">{String(main.statusName)}，不在受理环节，只能查看</p>
            )}
          </Panel>
          {papers.length > 0 && (
            <Panel title="资料清单" sub={missingOf(papers)}>
              <EditableRows
                viewNo="jy_material_row"
                addLabel=""
                value={papers}
                onChange={setLooked}
                readOnly={!waiting}
              />
            </Panel>
          )}
          <Attachments attrefsysid={id} owner="application" readOnly />
        </div>
      </div>
      {waiting && (
        <section className="panel step-foot">
          <span className="hint">受理后每台设备生成一个业务流水号，并短信通知联系人</span>
          <span className="spacer" />
          {stopping.length > 0 && <span className="caution ellipsis">{stopping[0]!.text}</span>}
          <Button onClick={() => setReturning(true)}>退回</Button>
          <Button onClick={keep}>只保存</Button>
          <Button type="primary" loading={busy} disabled={stopping.length > 0} onClick={accept}>
            受理 Alt S
          </Button>
        </section>
      )}
      {returning && (
        <MoveDialog
          move={backOf(query.data.moves)}
          rows={[main]}
          onClose={() => setReturning(false)}
          onDone={finish}
        />
      )}
    </div>
  );
}
