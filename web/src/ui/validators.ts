/** Field rules: one table of patterns, the same on the server (GET /api/layout/validators). An empty value passes. */
import { useQuery } from '@tanstack/react-query';
import { validatorsQuery } from '@/api/layout';
import type { ValidatorRow } from '@/api/shapes';
import { meant } from './typed';

export const VALIDATOR_DELAY_MS = 500;

/** Used until the server's table has arrived, and where there is no server (tests, public pages). */
const builtInValidators: ValidatorRow[] = [
  {
    rule: 'email',
    pattern: '^[A-Za-z0-9._-]+@[A-Za-z0-9-]+(\\.[A-Za-z0-9-]+)+$',
    message: '请输入正确邮箱格式',
  },
  { rule: 'positiveInteger', pattern: '^[1-9]\\d*$', message: '请输入正整数' },
  { rule: 'number', pattern: '^-?\\d+(\\.\\d+)?$', message: '请输入数字' },
  { rule: 'twoDecimals', pattern: '^\\d+(\\.\\d{1,2})?$', message: '请输入有效的两位小数' },
  { rule: 'twoDecimalsOrSlash', pattern: '^(/|\\d+(\\.\\d{1,2})?)$', message: '请输入有效的两位小数' },
  { rule: 'threeDecimals', pattern: '^\\d+(\\.\\d{1,3})?$', message: '请输入有效的三位小数' },
  { rule: 'mobile', pattern: '^1[2-9]\\d{9}$', message: '请输入有效的手机号码' },
  {
    rule: 'mobileOrLandline',
    pattern: '^(1[2-9]\\d{9}|(0\\d{2,3}-\\d{7,8}|400\\d{7})(-\\d{1,6})?)$',
    message: '请输入有效的手机号或者座机号',
  },
  { rule: 'postalCode', pattern: '^[1-9]\\d{5}$', message: '请输入有效的邮政编码' },
  { rule: 'fax', pattern: '^(\\d{3,4}-)?\\d{7,8}$', message: '请输入有效的传真' },
  { rule: 'fixedAssets', pattern: '^[1-9]\\d*$', message: '请输入有效的固定资产' },
  { rule: 'decimal', pattern: '^\\d+(\\.\\d+)?$', message: '输入内容格式错误' },
  { rule: 'equipmentCode', pattern: '^[A-Za-z0-9]+$', message: '设备代码只能是字母和数字' },
  { rule: 'idCard18', pattern: '^\\d{17}[\\dXx]$', message: '请输入有效的身份证号' },
];

export type Validate = (rule: string, value: unknown) => string | null;

function makeValidate(rows: ValidatorRow[]): Validate {
  const table = new Map(
    rows.map((row) => [row.rule, { test: new RegExp(row.pattern), message: row.message }]),
  );
  return (rule, value) => {
    const entry = table.get(rule);
    if (!entry) throw new Error(`未知的校验规则 ${rule}`);
    if (value === undefined || value === null || value === '') return null;
    return entry.test.test(meant(rule, String(value))) ? null : entry.message;
  };
}

export const validate = makeValidate(builtInValidators);

export function useValidate(): Validate {
  const { data } = useQuery(validatorsQuery);
  // The server may know rules of its own; a rule it does not list keeps the built-in pattern.
  return makeValidate([...builtInValidators, ...(data ?? [])]);
}

/** Score of a password: how many of lower case, upper case, digit and sign occur; under 6 characters 0. */
export function passwordScore(password: string): number {
  if (password.length < 6) return 0;
  return [/[a-z]/, /[A-Z]/, /\d/, /[^A-Za-z0-9]/].filter((kind) => kind.test(password)).length;
}
export const isSimplePassword = (password: string) => passwordScore(password) < 3;
