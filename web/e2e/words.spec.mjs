// The rows of every list that somebody can open, as the demo city fills them: no key of the program stands where a word
// belongs. The declared labels are read by server/tests/test_words.py.
import { expect, test } from '@playwright/test';
import { post } from './office.mjs';
import { EVERYBODY, screens } from './person.mjs';

test.skip(!process.env.BASE_URL, 'needs a running platform with the demo city');
test.setTimeout(900_000);

const ROWS = 300;
const KEY = /(?<![\w./@-])[a-z]{2,}\d*(?:[._:][a-z]\w+)+(?![\w@/])/; // charge.account, sys_param
const CAMEL = /(?<![\w./@-])[a-z]{2,}(?:[A-Z][a-z]+)+(?![\w@/])/; // useOrgName
const FILE = /\.(?:pdf|xlsx?|docx?|png|jpe?g|p12|zip|csv|json|py|typ)\b/;

/** Columns whose values are names of the program, for those who administer it: list and column. */
const NAMES = new Set([
  'sys_param_list key',
  'sys_param_list label', // the words that are typed as its value
  'sys_param_list takes',
  'sys_param_list value',
  'sys_menu_list href',
  'sys_role_list permissions',
  'sys_security_log_list target', // the call that was refused
  'error_logger message',
]);

const words = (row, column) => String(row[`${column.prop}Name`] ?? row[column.prop] ?? '');
const isKey = (said) => (KEY.test(said) || CAMEL.test(said)) && !FILE.test(said) && !/https?:/.test(said);
/** A code of a column of words for which there is no word. */
const isCode = (said, { type }) => type === 'dict' && /^[a-z_]{2,}$/.test(said);

test('no key of the program stands in a row', async () => {
  const walked = new Set();
  const found = new Map();
  for (const login of EVERYBODY) {
    const codes = new Set((await post(login, '/api/user/permission')).map((one) => one.operatorCode));
    const lists = screens.filter(
      ({ kind, view, permission }) => kind === 'list' && view && codes.has(permission),
    );
    for (const { view } of lists.filter((one) => !walked.has(one.view))) {
      walked.add(view);
      const config = await post(login, '/api/layout/findTableConfig', { viewNo: view });
      const { list } = await post(login, config.url, { ...config.params, pageNo: 1, pageSize: ROWS });
      for (const column of config.columns.filter(({ type }) => type !== 'code')) {
        const place = `${view} ${column.prop}`;
        const said = list.map((row) => words(row, column)).find((one) => isKey(one) || isCode(one, column));
        if (said && !NAMES.has(place)) found.set(place, said);
      }
    }
  }
  expect(walked.size).toBeGreaterThan(150);
  expect(Object.fromEntries(found)).toEqual({});
});
