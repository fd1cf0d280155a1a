/** 收费登记: items of one unit, what each costs and why, who pays, and the draft or its submission. */

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Button, Checkbox, Input } from 'antd';
import { useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { messageOf, post } from '@/api/client';
import type { ChargeDraft } from '@/api/shapes';
import { formatMoney } from '@/ui/format';
import { Panel } from '@/ui/Panel';
import { useSaveKey } from '@/ui/pageKeys';
import { UnitPicker } from '@/ui/pickers/UnitPicker';
import { useTab, useTabTitle, useUnsaved } from '@/ui/tab';
import { useApp } from '@/ui/useApp';
import { useOwnCopy } from '@/ui/useOwnCopy';
import { FaultNote } from '@/views/ListStates';
import { FormerYears } from './FormerYears';
import { HandLines } from './HandLines';
import { ItemLines, Line } from './ItemLines';
import { type ChargeForm, formOf, sentOf, unfinished } from './model';
import { NoticePreview } from './NoticePreview';
import './charging.css';

const CALLS = '/api/chamain/chaMain';

export default function ApplyPage() {
  const [search] = useSearchParams();
  const opened = {
    id: search.get('id') ?? undefined,
    ids: search.get('ids') ?? undefined,
    pAppno: search.get('appnos') ?? undefined,
    entryType: search.get('id') ? 'edit' : 'add',
  };
  const own = useOwnCopy();
  const query = useQuery({
    queryKey: ['charge to register', opened, own.key],
    queryFn: () => post('/api/chamain/chaMain/detail', opened),
    ...own.options,
  });
  if (query.error) return <FaultNote error={query.error} onRetry={() => void query.refetch()} />;
  return query.data ? <Registration key={JSON.stringify(opened)} draft={query.data} /> : null;
}

function Registration({ draft }: { draft: ChargeDraft }) {
  const { message } = useApp();
  const client = useQueryClient();
  const navigate = useNavigate();
  const tab = useTab();
  const [form, setForm] = useState<ChargeForm>(() => formOf(draft));
  const [shown, setShown] = useState(draft);
  const [fault, setFault] = useState('');
  const [previewing, setPreviewing] = useState(false);
  const [busy, setBusy] = useState(false);
  const [dirty, setDirty] = useState(!draft.id);
  useTabTitle(draft.chargesysid || '收费登记');
  useUnsaved(dirty);
  const known = draft.id ? { id: draft.id, version: draft.version } : {};

  /** Every change is worked out anew by the server. */
  const change = async (changed: Partial<ChargeForm>, worked = true) => {
    const next = { ...form, ...changed };
    setForm(next);
    setDirty(true);
    if (!worked) return;
    try {
      setShown(await post('/api/chamain/chaMain/assembly', { ...sentOf(next), ...known }));
      setFault('');
    } catch (error) {
      setFault(messageOf(error));
    }
  };

  const save = async (committing: boolean) => {
    if (busy) return;
    if (unfinished(form)) {
      message.warning('手工金额须填写收费项目、金额和原因');
      return;
    }
    setBusy(true);
    try {
      const saved = (await post(`${CALLS}/save`, { ...sentOf(form), ...known })) as unknown as {
        id: string;
        version: number;
        chargesysid: string;
      }[];
      if (committing)
        await post(`${CALLS}/commit`, {
          ids: saved.map((one) => one.id),
          version: saved.map((one) => one.version),
        });
      setDirty(false);
      const numbers = saved.map((one) => one.chargesysid).join('、');
      message.success(committing ? `${numbers} 已提交，等待财务确认` : `${numbers} 已保存`);
      void client.invalidateQueries({ queryKey: ['rows'] });
      tab.close();
      navigate(
        saved.length === 1
          ? `/assistMng/payMng/payApply/applyInfo?id=${saved[0]!.id}`
          : '/assistMng/payMng/paySearch',
      );
    } catch (error) {
      message.error(messageOf(error));
    } finally {
      setBusy(false);
    }
  };
  useSaveKey(() => void save(true));

  const typed = (name: 'invoicetitle' | 'taxno' | 'invoiceemail' | 'remark', label: string, max: number) => ({
    'aria-label': label,
    maxLength: max,
    value: form[name],
    onChange: (event: { target: { value: string } }) => void change({ [name]: event.target.value }, false),
  });
  const natures = Object.entries(shown.totals);
  return (
    <div className="page charge-page">
      <section className="panel charge-head">
        <b>{draft.unitname}</b>
        <span>业务 {shown.items.length} 件</span>
        {draft.chargesysid && <span className="code">{draft.chargesysid} 暂存</span>}
        <span className="hint">同一受检单位　申报单号齐全　未登记过收费</span>
      </section>
      <div className="charge-columns">
        <div className="charge-main">
          <Panel title="计费明细" sub="每一行都写明怎样算出来" flush>
            <table className="plain charge-lines">
              <colgroup>
                <col style={{ width: 72 }} />
                <col />
                <col style={{ width: 48 }} />
                <col style={{ width: 56 }} />
                <col style={{ width: 92 }} />
                <col style={{ width: 52 }} />
                <col style={{ width: 104 }} />
              </colgroup>
              <thead>
                <tr>
                  <th>代码</th>
                  <th>项目与计算</th>
                  <th>性质</th>
                  <th className="number">数量</th>
                  <th className="number">单价 元</th>
                  <th className="number">系数</th>
                  <th className="number">金额 元</th>
                </tr>
              </thead>
              {shown.items.map((item) => {
                const at = form.items.findIndex((one) => one.id === item.id);
                const chosen = form.items[at];
                if (!chosen) return null;
                return (
                  <ItemLines
                    key={item.id}
                    item={item}
                    chosen={chosen}
                    onChange={(changed) =>
                      void change({
                        items: form.items.map((one) => (one.id === item.id ? { ...one, ...changed } : one)),
                      })
                    }
                    onRemove={
                      form.items.length > 1
                        ? () =>
                            void change({
                              items: form.items.filter((one) => one.id !== item.id),
                              manual: form.manual.filter((one) => one.seisn !== item.seisn),
                            })
                        : undefined
                    }
                  />
                );
              })}
              <tbody>
                {form.manual
                  .filter((one) => one.amount)
                  .map((one, index) => (
                    <tr key={`${one.item}${index}`}>
                      <td className="hint">手工</td>
                      <td>
                        <b>{one.item}</b>
                        <span className="hint">
                          {one.seisn}　{one.reason}　{one.document}
                        </span>
                      </td>
                      <td>{one.nature}</td>
                      <td colSpan={4} className="number">
                        {formatMoney(one.amount)}
                      </td>
                    </tr>
                  ))}
                {shown.whole.map((line, index) => (
                  <Line key={`${line.feecode}${index}`} line={line} />
                ))}
              </tbody>
            </table>
            <div className="charge-total">
              <span className="charge-words">人民币　{shown.words}</span>
              {natures.length > 1 &&
                natures.map(([nature, amount]) => (
                  <span key={nature} className="hint">
                    {nature} {formatMoney(amount)}
                  </span>
                ))}
              <span>应缴</span>
              <b>{formatMoney(shown.total)}</b>
              <span>元</span>
            </div>
            {natures.length > 1 && <p className="caution">非税与应税分两张收费单登记</p>}
            {fault && (
              <p className="late" role="alert">
                {fault}
              </p>
            )}
          </Panel>
          <HandLines lines={form.manual} items={shown.items} onChange={(manual) => void change({ manual })} />
        </div>
        <aside className="charge-side">
          <Panel title="缴费与票据">
            <div className="charge-fields">
              <span>缴费单位</span>
              <UnitPicker
                value={form.payunitsysid}
                display={draft.payunitname}
                onChange={(id) => void change({ payunitsysid: id ?? '' })}
              />
              <span>预存款</span>
              <b>{formatMoney(shown.balance)} 元</b>
              <span>缴费期限</span>
              <span>
                <b>{shown.payby}</b> <span className="hint">按今天确认计</span>
              </span>
              <span>票据抬头</span>
              <Input {...typed('invoicetitle', '票据抬头', 200)} />
              <span>税号</span>
              <Input {...typed('taxno', '税号', 32)} />
              <span>接收邮箱</span>
              <Input {...typed('invoiceemail', '票据邮箱', 128)} placeholder="电子票据发到这里，可不填" />
              {shown.items.length > 1 && (
                <>
                  <span>同批检验</span>
                  <Checkbox
                    checked={form.samebatch}
                    onChange={(event) => void change({ samebatch: event.target.checked })}
                  >
                    同一单位同批的多台设备，按标准给批量优惠
                  </Checkbox>
                </>
              )}
              <span>优惠 %</span>
              <Input
                aria-label="优惠比例"
                inputMode="decimal"
                defaultValue={form.discount}
                placeholder="只用于应税，非税按减免政策"
                onBlur={(event) => void change({ discount: event.target.value.trim() })}
              />
              <span>优惠原因</span>
              <Input
                aria-label="优惠原因"
                maxLength={256}
                defaultValue={form.discountreason}
                onBlur={(event) => void change({ discountreason: event.target.value.trim() })}
              />
              <span>备注</span>
              <Input.TextArea rows={2} {...typed('remark', '备注', 500)} />
            </div>
          </Panel>
          {previewing && <NoticePreview shown={shown} form={form} onClose={() => setPreviewing(false)} />}
          <Panel title="减免">
            <Reliefs said={shown.reliefs} />
          </Panel>
          <FormerYears years={shown.years} total={shown.total} items={shown.items.length} />
          <div className="charge-buttons">
            <Button onClick={() => setPreviewing(true)}>预览通知单</Button>
            <Button onClick={() => void save(false)} loading={busy}>
              保存
            </Button>
            <Button type="primary" onClick={() => void save(true)} loading={busy}>
              提交确认 Alt S
            </Button>
          </div>
        </aside>
      </div>
    </div>
  );
}

const OTHERS = '不适用于该单位';

/** What each policy of the acceptance day takes off, or why it does not. */
function Reliefs({ said }: { said: ChargeDraft['reliefs'] }) {
  if (said.length === 0) return <p className="hint">受理日没有减免政策</p>;
  const others = said.filter((one) => one.why === OTHERS);
  return (
    <>
      {said
        .filter((one) => one.why !== OTHERS)
        .map((one) => (
          <p key={one.name} title={`依据 ${one.document}`} className={one.amount ? undefined : 'hint'}>
            {one.name}：{one.amount ? `${formatMoney(one.amount)} 元` : one.why}
          </p>
        ))}
      {others.length > 0 && (
        <p className="hint" title={others.map((one) => one.name).join('、')}>
          另有 {others.length} 条政策{OTHERS}
        </p>
      )}
    </>
  );
}
