/** Why the next date of a device is what it is: the lines of the rule and the years of its cycle. */
export interface DateLine {
  field: string;
  label: string;
  value: string | null;
  old?: string | null;
  ruleid: string;
  clause: string;
  base: string | null;
  steps: string[];
}

export interface YearMark {
  number: number;
  due: string;
  action: 'DJ' | 'JC';
  state: 'done' | 'next' | 'later';
  brake?: boolean;
}

export interface NextExplained {
  lines: DateLine[];
  years: YearMark[];
  warnings: string[];
  base: string | null;
  nextaction: string;
  reportno?: string;
  chosen?: string;
}
