import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import type { AuditScreen } from '@/api/shapes';
import { AuditPage } from '@/screens/businessPro/audit/AuditPage';
import { move } from './moves';
import { show } from './page';
import { callsTo, ok, refused, serve } from './server';

// The paper and the panels have their own tests; here is only what a decision does to them.
vi.mock('@/print/PdfView', () => ({ PdfView: () => null }));
vi.mock('@/screens/businessPro/audit/AuditTabs', () => ({
  AuditTabs: ({ screen: { findings } }: { screen: AuditScreen }) => findings?.map((one) => one.text).join(),
}));
vi.mock('@/screens/businessPro/audit/DecisionFoot', () => ({
  DecisionFoot: ({ onDecide }: { onDecide: (verdict: object) => void }) => (
    <button type="button" onClick={() => onDecide({ kind: 'agree', opinion: '' })}>
      同意
    </button>
  ),
}));

const QUESTION = '钢卷尺NB-08-11同一时间出现在业务CC2026000018的记录中';

test('a question that came up since the page was opened is asked on it when the decision is refused', async () => {
  let came = false;
  const head = {
    id: 'b1',
    version: 3,
    seisn: 'QZ2026000001',
    reportno: 'NBQD202600001',
    mine: true,
    limit_at: null,
    moves: [move('audit', { primary: true }), move('audit_back', { back: true })],
  };
  const asked = serve({
    '/api/appbuss/getAudit': () =>
      ok({ head, findings: came ? [{ text: QUESTION }] : [], remarks: [], place: 0 }),
    '/api/appbuss/open': () => ok(null),
    '/api/audit': () => {
      came = true;
      return refused(`${QUESTION}，须写明原因（至少4个字）`);
    },
  });
  show(<AuditPage moves={['audit']} />, '/businessPro/reportAudit/form?id=b1');
  await userEvent.click(await screen.findByRole('button', { name: '同意' }));
  expect(await screen.findByText(QUESTION)).toBeTruthy();
  expect(callsTo(asked, '/api/audit')).toHaveLength(1);
});
