/** 发放登记: whether it is paid, and who takes the report how. */

import { Button, Input, Segmented, Select } from 'antd';
import { useState } from 'react';
import { doneWords, messageOf, postEnvelope, urlOf } from '@/api/client';
import { useDict } from '@/api/dict';
import { seen } from '@/api/seen';
import { PdfView } from '@/print/PdfView';
import { Attachments } from '@/ui/Attachments';
import { formatDateTime, formatMoney } from '@/ui/format';
import { KeyValues, Panel } from '@/ui/Panel';
import { useSaveKey } from '@/ui/pageKeys';
import { usePermission } from '@/ui/permission';
import { useApp } from '@/ui/useApp';
import { useValidate } from '@/ui/validators';
import { moveNamed, useMoveField } from '@/workflow/MoveDialog';
import { ItemPage, type ItemTools } from './ItemPage';

const MAIL = '02';
/** 签收单 of C651. */
const SIGNED = '23';
/** 已缴费, 已开票, 免缴, 已结转 of C643. */
const PAID = ['4', '5', '8', '9'];

export default function ReleaseInfo() {
  return <ItemPage move="release">{(tools) => <Release {...tools} />}</ItemPage>;
}

interface Values {
  releaseway: string;
  receiver: string;
  receivertel: string;
  receiveridtype: string;
  receiveridno: string;
  expressno: string;
  opinion: string;
}

function Release({ id, screen, mine, finish, ask }: ItemTools) {
  const { message } = useApp();
  const { guard } = usePermission();
  const check = useValidate();
  const { head, report } = screen;
  const release = moveNamed(head.moves, 'release');
  const arrears = moveNamed(head.moves, 'arrears');
  const releaseWays = useMoveField(release, 'releaseway')?.options ?? [];
  const papers = useDict('C621');
  const paid = PAID.includes(head.chargestate);
  const [values, setValues] = useState<Values>({
    releaseway: head.releaseway || head.reportget || '03',
    receiver: head.receiver || head.contact.name,
    receivertel: head.receivertel || head.contact.tel,
    receiveridtype: head.receiveridtype || '01',
    receiveridno: head.receiveridno,
    expressno: head.expressno,
    opinion: '',
  });
  const [busy, setBusy] = useState(false);
  const mailed = values.releaseway === MAIL;
  const refusal = !(paid || head.arrearsby)
    ? '未缴费，须先缴费或批准欠费发放'
    : !values.receiver.trim()
      ? '请填写领取人'
      : mailed && !values.expressno.trim()
        ? '邮寄发放请填写快递单号'
        : (check('mobileOrLandline', values.receivertel.trim()) ?? '');
  const save = async () => {
    if (!release || !mine || busy || refusal) return;
    setBusy(true);
    try {
      const answer = await postEnvelope(release.call, {
        ...seen([head]),
        ...values,
        expressno: mailed ? values.expressno : '',
      });
      message.success(doneWords(answer, `${head.reportno} 已发放`));
      finish();
    } catch (error) {
      message.error(messageOf(error));
    } finally {
      setBusy(false);
    }
  };
  useSaveKey(() => void save());
  const typed = (name: keyof Values) => ({
    value: values[name],
    readOnly: !mine,
    onChange: (event: { target: { value: string } }) => setValues({ ...values, [name]: event.target.value }),
  });
  return (
    <>
      <div className="step-columns">
        <section className="panel" style={{ flex: 1 }}>
          <PdfView path="/api/appbuss/reportFile" form={{ id }} title={`报告 ${head.reportno}`} />
        </section>
        <div className="step-side">
          <Panel title="收费" sub={head.chargestateName}>
            <KeyValues
              columns={1}
              labelWidth={64}
              items={[
                { label: '应收', value: head.fee === null ? '待定' : `${formatMoney(head.fee)} 元` },
                {
                  label: '欠费发放',
                  value: head.arrearsby ? `${head.arrearsby} 批准：${head.arrearsreason}` : '没有批准',
                },
              ]}
            />
            {mine && arrears && !paid && !head.arrearsby && (
              <>
                <p className="caution">未缴费，不能直接发放</p>
                <Button onClick={() => guard(arrears.permission, () => ask(arrears, 'stay'))}>
                  批准欠费发放
                </Button>
              </>
            )}
          </Panel>
          <Panel title="发放">
            <div className="field-grid">
              <span className="label">发放方式</span>
              <Segmented
                block
                disabled={!mine}
                options={releaseWays}
                value={values.releaseway}
                onChange={(releaseway) => setValues({ ...values, releaseway })}
              />
              <span className="label">
                领取人<em> *</em>
              </span>
              <Input aria-label="领取人" maxLength={64} {...typed('receiver')} />
              <span className="label">电话</span>
              <Input aria-label="领取人电话" maxLength={32} {...typed('receivertel')} />
              <span className="label">证件</span>
              <Select
                aria-label="领取人证件类型"
                disabled={!mine}
                options={papers}
                value={values.receiveridtype}
                onChange={(receiveridtype) => setValues({ ...values, receiveridtype })}
              />
              <span className="label">证件号码</span>
              <Input
                aria-label="领取人证件号码"
                maxLength={32}
                placeholder="只显示首尾，全部号码加密保存"
                {...typed('receiveridno')}
              />
              {mailed && (
                <>
                  <span className="label">
                    快递单号<em> *</em>
                  </span>
                  <Input aria-label="快递单号" maxLength={64} {...typed('expressno')} />
                  <span className="label">邮寄地址</span>
                  <span className="label">{head.mailaddress || '申报时没有填写'}</span>
                </>
              )}
              <span className="label">备注</span>
              <Input.TextArea aria-label="备注" rows={2} maxLength={500} {...typed('opinion')} />
            </div>
          </Panel>
          <Attachments
            attrefsysid={id}
            owner="release"
            title="领取人签字或照片"
            types={[SIGNED]}
            readOnly={!mine}
          />
          {report && (
            <Panel title="报告">
              <KeyValues
                columns={1}
                labelWidth={64}
                items={[
                  { label: '签发', value: formatDateTime(report.issuedat) },
                  { label: '签章', value: report.signer },
                  ...(report.sm2
                    ? [
                        {
                          label: '国密签名',
                          value: (
                            <a href={urlOf('/api/appbuss/reportSignature', { id })} download>
                              {report.sm2}
                            </a>
                          ),
                        },
                      ]
                    : []),
                  { label: '查验码', value: <span className="code">{report.verifycode}</span> },
                  { label: '打印', value: `${head.printcount} 份　${head.papernos}` },
                  { label: '档案号', value: head.archiveno || '未归档' },
                ]}
              />
            </Panel>
          )}
        </div>
      </div>
      <section className="panel step-foot">
        <span className="hint">发放后短信通知联系人，业务办结</span>
        <span className="spacer" />
        {mine ? (
          <>
            {refusal && <span className="caution ellipsis">{refusal}</span>}
            <Button type="primary" loading={busy} disabled={Boolean(refusal)} onClick={save}>
              发放 Alt S
            </Button>
          </>
        ) : (
          <span className="soft">现在在{head.stepName}环节，只能查看</span>
        )}
      </section>
    </>
  );
}
