/** 报告生成办理: which template, which instruments, how it was last time; then the original record is made. */

import { Button } from 'antd';
import { useContext, useState } from 'react';
import { useNavigate } from 'react-router';
import { doneWords, messageOf, postEnvelope } from '@/api/client';
import { seen } from '@/api/seen';
import type { ItemScreen } from '@/api/shapes';
import { formatMoney } from '@/ui/format';
import { KeyValues, Panel } from '@/ui/Panel';
import { useSaveKey } from '@/ui/pageKeys';
import { useApp } from '@/ui/useApp';
import { PrintContext } from '@/views/useActions';
import { FlowLogTable } from '@/workflow/FlowLog';
import { backOf, moveNamed } from '@/workflow/MoveDialog';
import { ItemPage, type ItemTools } from './ItemPage';

export default function ReportBuild() {
  return <ItemPage move="build">{(tools) => <Build {...tools} />}</ItemPage>;
}

export function ItemFacts({ screen, columns = 3 }: { screen: ItemScreen; columns?: number }) {
  const { head } = screen;
  return (
    <KeyValues
      columns={columns}
      labelWidth={64}
      items={[
        { label: '检验类型', value: head.testsortName },
        { label: '设备类别', value: head.equclacodeName },
        { label: '设备代码', value: <span className="code">{head.equcode}</span> },
        { label: '主检', value: head.scinspectorname },
        { label: '检验人员', value: head.inspectornames },
        { label: '检验日期', value: head.inspdate ?? head.plandate ?? '未定' },
        { label: '原到期日', value: head.duedate ?? '首检' },
        {
          label: '收费',
          value: [head.chargestateName, head.fee !== null && `${formatMoney(head.fee)} 元`]
            .filter(Boolean)
            .join('　'),
        },
        { label: '联系人', value: `${head.contact.name}　${head.contact.tel}` },
      ]}
    />
  );
}

function Build({ id, screen, mine, finish, ask }: ItemTools) {
  const { message } = useApp();
  const navigate = useNavigate();
  const print = useContext(PrintContext);
  const [busy, setBusy] = useState(false);
  const { head, record, template } = screen;
  const making = moveNamed(head.moves, 'build');
  const last = screen.items?.find((item) => item.last)?.last;
  const build = async () => {
    if (!making || !mine || busy) return;
    setBusy(true);
    try {
      const answer = await postEnvelope(making.call, { ...seen([head]), template: template?.code });
      message.success(doneWords(answer, '原始记录已生成'));
      finish();
      navigate(`/businessPro/reportEnterInfo?id=${id}`);
    } catch (error) {
      message.error(messageOf(error));
    } finally {
      setBusy(false);
    }
  };
  useSaveKey(() => void build());
  const count = screen.items?.length ?? template?.items ?? 0;
  return (
    <>
      <div className="step-columns">
        <section className="step-main" tabIndex={0} aria-label="业务内容">
          <Panel title="业务">
            <ItemFacts screen={screen} />
          </Panel>
          <Panel title="流转日志" flush>
            <FlowLogTable seisn={head.seisn} />
          </Panel>
        </section>
        <div className="step-side">
          <Panel title="报告模板">
            <KeyValues
              columns={1}
              labelWidth={64}
              items={[
                { label: '模板', value: record?.template ?? template?.code ?? '没有适用的模板' },
                { label: '检验项目', value: `${count} 项` },
                { label: '报告编号', value: head.reportno || '生成时取号' },
                { label: '上次报告', value: last?.reportno ? `${last.reportno}　${last.inspdate}` : '没有' },
              ]}
            />
            <p className="hint">生成时从设备档案取参数快照，按规则预填不适用的项目</p>
          </Panel>
          {record && (
            <Panel title="原始记录">
              <p className="soft">已于任务中生成，共 {count} 项</p>
              <Button
                onClick={() =>
                  print({
                    printType: 'YSJL',
                    ids: [id],
                    title: `原始记录 ${head.seisn}`,
                    seisns: [head.seisn],
                  })
                }
              >
                打印原始记录
              </Button>
            </Panel>
          )}
        </div>
      </div>
      <section className="panel step-foot">
        <span className="spacer" />
        {!mine && <span className="soft">现在在{head.stepName}环节</span>}
        {mine && (
          <>
            <Button onClick={() => ask(backOf(head.moves))}>退回</Button>
            <Button type="primary" loading={busy} disabled={count === 0} onClick={build}>
              生成报告 Alt S
            </Button>
          </>
        )}
      </section>
    </>
  );
}
