/** What a field expects is said half a second after typing, on every form. */
import { act, fireEvent, render, screen } from '@testing-library/react';
import { Form, Input } from 'antd';
import { afterEach, expect, test, vi } from 'vitest';
import { FormItem } from '@/ui/FormItem';
import { VALIDATOR_DELAY_MS } from '@/ui/validators';

const SOURCES = import.meta.glob<string>('../src/**/*.tsx', {
  query: '?raw',
  import: 'default',
  eager: true,
});

afterEach(() => {
  vi.useRealTimers();
});

test('the sentence comes half a second after the last letter, not before', async () => {
  vi.useFakeTimers();
  render(
    <Form>
      <FormItem name="tel" label="手机" rules={[{ pattern: /^1\d{10}$/, message: '请输入有效的手机号码' }]}>
        <Input aria-label="手机" />
      </FormItem>
    </Form>,
  );
  const wait = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
  const box = screen.getByLabelText('手机');
  fireEvent.change(box, { target: { value: '13' } });
  await wait(VALIDATOR_DELAY_MS - 100);
  fireEvent.change(box, { target: { value: '138' } });
  await wait(VALIDATOR_DELAY_MS - 100);
  expect(box.getAttribute('aria-invalid')).toBeNull();
  await wait(150);
  expect(box.getAttribute('aria-invalid')).toBe('true');
});

test('no form has fields of another kind', () => {
  const others = Object.entries(SOURCES).filter(
    ([path, text]) => text.includes('<Form.Item') && !path.endsWith('/ui/FormItem.tsx'),
  );
  expect(Object.keys(SOURCES).length).toBeGreaterThan(100);
  expect(others.map(([path]) => path)).toEqual([]);
});
