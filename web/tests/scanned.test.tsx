/** A scanner is faster than the server: every scan arrives, in order, whatever it is set to send around the code. */
import { act, fireEvent, render, screen } from '@testing-library/react';
import { Input } from 'antd';
import { expect, it } from 'vitest';
import { scannedCode, useScans } from '@/ui/scanned';

it.each([
  ['31103302042024ABCD1', '31103302042024ABCD1'],
  ['  t1102024001\r\n', 'T1102024001'],
  [']C1T1102024001', 'T1102024001'],
  ['*T1102024001*', 'T1102024001'],
  ['～Ｔ１１０２０２４００１～', 'T1102024001'],
  ['https://x.example/public/device?code=t1102024001&a=1', 'T1102024001'],
  ['QR:https://x.example/p?code=t1102024001', 'T1102024001'],
  ['梯11浙B00123(24)', '梯11浙B00123(24)'],
  ['梯11浙B00123（24）', '梯11浙B00123(24)'],
  ['GS31101234520240001END', '31101234520240001'],
  ['\t', ''],
])('%j is %s', (scan, code) => expect(scannedCode(scan)).toBe(code));

function Box({ take }: { take: (code: string) => Promise<boolean> }) {
  const scans = useScans(take);
  return <Input aria-label="码" {...scans.input} />;
}

const scan = (code: string, end: 'Enter' | 'Tab') => {
  const box = screen.getByLabelText('码');
  fireEvent.change(box, { target: { value: code } });
  fireEvent.keyDown(box, { key: end });
};

it('two quick scans both arrive in order, the box stays open with its focus', async () => {
  const asked: string[] = [];
  const answers: ((taken: boolean) => void)[] = [];
  render(
    <Box
      take={(code) => {
        asked.push(code);
        return new Promise((done) => answers.push(done));
      }}
    />,
  );
  const box = screen.getByLabelText<HTMLInputElement>('码');
  box.focus();
  scan('a1', 'Enter');
  scan('a2', 'Tab');
  scan('', 'Enter'); // CR and LF: two ends of one scan
  expect(asked).toEqual(['A1']);
  expect([box.value, box.disabled]).toEqual(['', false]);
  await act(async () => answers[0]?.(true));
  expect(asked).toEqual(['A1', 'A2']);
  await act(async () => answers[1]?.(false));
  expect(document.activeElement).toBe(box);
  expect(box.value).toBe('A2'); // what was not taken stands there, to be scanned over
  expect([box.selectionStart, box.selectionEnd]).toEqual([0, 2]);
});
