/** What is typed is stored as it is meant, or refused: days and numbers in the forms that people and other programs write. */
import { fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { describe, expect, it } from 'vitest';
import { DayPicker } from '@/ui/pickers/DayPicker';
import { NumberBox } from '@/ui/pickers/NumberBox';
import { dayFault, dayOf, meant, momentOf, numberFault, numberOf } from '@/ui/typed';
import { validate } from '@/ui/validators';
import cases from './typed_cases.csv?raw';

describe('a day', () => {
  it.each([
    ['2025-11-28', '2025-11-28'],
    ['2018/3/15', '2018-03-15'],
    ['20260105', '2026-01-05'],
    ['2026.1.5', '2026-01-05'],
    ['2026年1月5日', '2026-01-05'],
    ['2026年11月28', '2026-11-28'],
    ['２０２６－０１－０５', '2026-01-05'],
    ['2026。1。5', '2026-01-05'],
    [' 2026-1-5 ', '2026-01-05'],
    ['2024-02-29', '2024-02-29'],
    ['', ''],
  ])('%s is %s', (typed, day) => expect(dayOf(typed)).toBe(day));
  it.each([
    '2025-11-028',
    '2025-02-29',
    '2025-13-01',
    '2025-00-10',
    '25-1-5',
    '2025/1-5',
    '2025-11',
    '昨天',
    '1234567',
    '0026-01-05',
  ])('%s is none', (typed) => {
    expect(dayOf(typed)).toBeNull();
    expect(dayFault(typed)).toContain(typed);
  });
});

describe('a moment', () => {
  it.each([
    ['2026-11-28 9:05', '2026-11-28 09:05:00'],
    ['2026/11/28 09:05:30', '2026-11-28 09:05:30'],
    ['2026年11月28日 ９：０５', '2026-11-28 09:05:00'],
    ['2026-11-28', '2026-11-28 00:00:00'],
  ])('%s is %s', (typed, moment) => expect(momentOf(typed)).toBe(moment));
  it.each(['2026-11-28 24:00', '2026-11-28 9:60', '9:05'])('%s is none', (typed) =>
    expect(momentOf(typed)).toBeNull());
});

describe('a number', () => {
  it.each([
    ['１２３．５', '123.5'],
    ['1,234,567.80', '1234567.80'],
    ['-0.5', '-0.5'],
  ])('%s is %s', (typed, number) => {
    expect(numberOf(typed)).toBe(number);
    expect(numberFault(typed)).toBe('');
  });
  it.each(['12万', '1e3', '1,23', '约5', '1.2.3', '--1'])('%s is refused as it stands', (typed) => {
    expect(numberOf(typed)).toBe(typed);
    expect(numberFault(typed)).toContain(typed);
  });
  it('with a fraction is no whole one', () => {
    expect(numberFault('1.5', true)).toContain('整数');
    expect(numberFault('2', true)).toBe('');
  });
});

function Day({ first = '' }: { first?: string }) {
  const [value, setValue] = useState(first);
  return (
    <>
      <DayPicker aria-label="日期" value={value} onChange={setValue} />
      <output>{value}</output>
    </>
  );
}

const box = () => screen.getByLabelText('日期') as HTMLInputElement;
const typed = (text: string) => {
  box().focus();
  // letter by letter, as a keyboard does
  for (let end = 1; end <= text.length; end++)
    fireEvent.change(box(), { target: { value: text.slice(0, end) } });
  if (text === '') fireEvent.change(box(), { target: { value: '' } });
};
const stored = () => screen.getByRole('status').textContent;

describe('the box of a day', () => {
  it.each([
    ['2025-11-28', '2025-11-28'],
    ['2018/3/15', '2018-03-15'],
    ['20251128', '2025-11-28'],
  ])('typed as %s is %s', (text, day) => {
    render(<Day />);
    typed(text);
    fireEvent.keyDown(box(), { key: 'Tab' });
    fireEvent.blur(box());
    expect(stored()).toBe(day);
    expect(box().value).toBe(day);
  });
  it('keeps in sight what is no day, and hands it on', () => {
    render(<Day first="2025-01-02" />);
    typed('2025-11-028');
    fireEvent.blur(box());
    expect(stored()).toBe('2025-11-028');
    expect(box().value || box().placeholder).toBe('2025-11-028');
  });
  it('is empty when its text is deleted', () => {
    render(<Day first="2025-01-02" />);
    typed('');
    fireEvent.blur(box());
    expect(stored()).toBe('');
  });
});

describe('the box of a number', () => {
  it('keeps what is typed until it is refused', () => {
    const Number_ = () => {
      const [value, setValue] = useState<string | undefined>('5');
      return (
        <>
          <NumberBox aria-label="数" value={value} onChange={setValue} />
          <output>{value}</output>
        </>
      );
    };
    render(<Number_ />);
    const input = screen.getByRole('spinbutton') as HTMLInputElement;
    fireEvent.change(input, { target: { value: '12万' } });
    fireEvent.blur(input);
    expect([stored(), input.value]).toEqual(['12万', '12万']);
    fireEvent.change(input, { target: { value: '１２' } });
    fireEvent.blur(input);
    expect([stored(), input.value]).toEqual(['12', '12']);
  });
});

describe('a number under a rule', () => {
  // The table of the server: what it reads and what it takes, the client reads and takes.
  const [, ...lines] = cases.trim().split('\n');
  it.each(
    lines.map((line) => line.split(',') as [string, string, string, string]),
  )('%s: %s is %s', (rule, typed, kept, taken) => {
    expect(meant(rule, typed)).toBe(kept);
    if (rule in { mobileKept: 1, telKept: 1 }) return; // rules that the server alone lists
    expect(validate(rule, typed) === null).toBe(taken === '1');
  });
});
