/** 收费: the four checks speak at the button. */
import { expect, test, vi } from 'vitest';
import registerCharge from '@/screens/charging/registerCharge';
import type { ActionContext } from '@/views/actionRegistry';
import { ok, refused, serve } from './server';

const CHECK = '/api/chamain/chaMain/check';
const FORM = '/assistMng/payMng/payApply/apply?ids={ids}';

function pressed(ids: string[]) {
  const navigate = vi.fn();
  const warning = vi.fn();
  const context = { action: { route: FORM }, ids, navigate, notify: { warning } };
  return { navigate, warning, context: context as unknown as ActionContext };
}

test('what the server refuses is said, and no page opens', async () => {
  serve({ [CHECK]: () => refused('所选申报登记受检单位不同') });
  const { navigate, warning, context } = pressed(['b1', 'b2']);
  await registerCharge(context);
  expect(warning).toHaveBeenCalledWith('所选申报登记受检单位不同');
  expect(navigate).not.toHaveBeenCalled();
});

test('what passes the checks opens the registration with the picked items', async () => {
  serve({ [CHECK]: () => ok(2) });
  const { navigate, warning, context } = pressed(['b1', 'b2']);
  await registerCharge(context);
  expect(navigate).toHaveBeenCalledWith('/assistMng/payMng/payApply/apply?ids=b1%2Cb2');
  expect(warning).not.toHaveBeenCalled();
});
