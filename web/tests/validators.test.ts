import { expect, test } from 'vitest';
import { isSimplePassword, passwordScore, validate } from '@/ui/validators';

/** Copied from the specification: what each rule takes and what it refuses. */
const examples: [rule: string, message: string, accepts: string[], refuses: string[]][] = [
  [
    'email',
    '请输入正确邮箱格式',
    [
      'a@b.com',
      'zhang.san@example.com',
      'user01@mail.example.cn',
      'inspect_01@sub.example.org',
      'li-si@example.net',
    ],
    ['plainaddress', '@example.com', 'user@', 'user example@x.com', 'user@example', 'a@@b.com'],
  ],
  [
    'positiveInteger',
    '请输入正整数',
    ['1', '9', '10', '250', '99999'],
    ['0', '-1', '1.5', 'abc', '1a', '+3'],
  ],
  ['number', '请输入数字', ['0', '12', '3.14', '-7', '-0.5'], ['abc', '1a', '1.2.3', '--1', '一', '1,000']],
  [
    'twoDecimals',
    '请输入有效的两位小数',
    ['1', '0.5', '12.3', '12.34', '1000.00'],
    ['1.234', '-1', '-0.5', 'abc', '1.', '.5'],
  ],
  [
    'twoDecimalsOrSlash',
    '请输入有效的两位小数',
    ['/', '1', '0.5', '12.3', '12.34'],
    ['//', '1.234', '-1', '1/2', 'abc', '\\'],
  ],
  [
    'threeDecimals',
    '请输入有效的三位小数',
    ['1', '0.5', '12.34', '12.345', '1000.000'],
    ['1.2345', '-1', 'abc', '1.', '1.2.3', '.125'],
  ],
  [
    'mobile',
    '请输入有效的手机号码',
    ['13812345678', '12012345678', '19912345678', '15000000000', '17712345678'],
    [
      '11812345678',
      '10812345678',
      '23812345678',
      '1381234567',
      '138123456789',
      '1381234567a',
      '0574-87654321',
    ],
  ],
  [
    'mobileOrLandline',
    '请输入有效的手机号或者座机号',
    ['13812345678', '0574-87654321', '010-12345678', '0571-8888888', '4008001234', '4006123456'],
    ['11812345678', '12345', 'abc-1234567', '0574-123', '138123456789', 'not a phone'],
  ],
  [
    'postalCode',
    '请输入有效的邮政编码',
    ['315000', '310000', '100000', '518000', '999999'],
    ['015000', '31500', '3150000', '31500a', '315 00', '000000'],
  ],
  [
    'fax',
    '请输入有效的传真',
    ['0574-87654321', '87654321', '8765432', '010-87654321', '0571-8765432'],
    ['123456', '123456789', '0574-123', 'abcdefgh', '0574-876543210', '8765432a'],
  ],
  [
    'fixedAssets',
    '请输入有效的固定资产',
    ['1', '10', '500', '12000', '99999999'],
    ['0', '-100', '1.5', 'abc', '12万', '1,000'],
  ],
  [
    'decimal',
    '输入内容格式错误',
    ['1', '0.25', '12.5', '100.00', '3.14159'],
    ['abc', '1.2.3', '1,5', '1.', '.', '--1'],
  ],
  [
    'equipmentCode',
    '设备代码只能是字母和数字',
    ['A', '123', 'T1102024001', '31103302042024', 'abcXYZ09'],
    ['T110-2024', '设备1', 'A 1', 'a_b', 'a.b', '#12'],
  ],
  [
    'idCard18',
    '请输入有效的身份证号',
    ['11010519491231002X', '330204199001011232', '330106198510154568', '44030820000229001X'],
    [
      '1101051949123100',
      '110105194912310021X',
      'abcdefghijklmnopqr',
      '11010519491231002Y',
      '110105491231002',
    ],
  ],
];

test.each(examples)('rule %s', (rule, message, accepts, refuses) => {
  for (const value of accepts) expect(validate(rule, value), value).toBeNull();
  for (const value of refuses) expect(validate(rule, value), value).toBe(message);
  for (const empty of ['', null, undefined]) expect(validate(rule, empty)).toBeNull();
});

test('an unknown rule fails loudly', () => {
  expect(() => validate('nosuch', '1')).toThrow('未知的校验规则 nosuch');
});

test('password strength', () => {
  for (const good of ['Abc123', 'Abc12!', 'abc12#', 'ABC12@', 'Aa1!Aa1!'])
    expect(isSimplePassword(good)).toBe(false);
  for (const bad of ['Ab1!', 'abcdef', 'abc123', 'ABCDEF', '123456', 'abcDEF', '!!!!!!']) {
    expect(isSimplePassword(bad)).toBe(true);
  }
  expect([
    passwordScore('aB1!x'),
    passwordScore('abc123'),
    passwordScore('Abc123'),
    passwordScore('Abc12!'),
  ]).toEqual([0, 2, 3, 4]);
});
