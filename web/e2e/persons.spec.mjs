// A worker becomes certified: his unit applies, the body accepts, trains and examines, the authority audits, and anybody
// reads the code of his certificate. A renewal a day late is refused.
import { expect, test } from '@playwright/test';
import { pageOf, post, refused, today } from './office.mjs';
import { leave, picture, seen } from './person.mjs';

test.skip(!process.env.BASE_URL, 'needs a running platform with the demo city');

const API = '/api/personMng';
const WEIGHTS = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2];

/** An identity number of somebody born in 1992 whom no run before has made up. */
function card() {
  const serial = Date.now() % 340_000;
  const day = new Date(Date.UTC(1992, 0, 1 + (serial % 340))).toISOString().slice(0, 10).replaceAll('-', '');
  const body = `330212${day}${String(Math.floor(serial / 340) % 1000).padStart(3, '0')}`;
  const sum = [...body].reduce((total, one, at) => total + Number(one) * WEIGHTS[at], 0);
  return body + '10X98765432'[sum % 11];
}

const daysOn = (days) => new Date(Date.now() + days * 86_400_000 + 8 * 3_600_000).toISOString().slice(0, 10);

/** A row as its page has it now, for the version that a move sends. */
const versionOf = async (login, path, id) => (await post(login, path, { id })).version;

const keyOf = async (login) => (await post(login, '/api/user/info')).id;

/** A class of one lesson whose student is the candidate: taught today by the third of the body, finished and filed. */
async function trained(name) {
  const path = `${API}/trainingClass`;
  const lesson = { lessonday: today(), topic: '安全知识', hours: 8, teacher_id: await keyOf('kaoshi3') };
  const { id } = await post('kaoshi', `${path}/save`, {
    title: '叉车司机取证班',
    item: 'N1',
    place: '培训楼',
    quota: 5,
    hours: 8,
    planfrom: today(),
    planto: today(),
    lessons: [lesson],
  });
  const move = async (what) =>
    post('kaoshi', `${path}/${what}`, { id, version: await versionOf('kaoshi', `${path}/record`, id) });
  await move('open');
  const students = await post('kaoshi', `${path}/student/persons`);
  const person = students.findLast((one) => one.label.startsWith(name)).value;
  const student = await post('kaoshi', `${path}/student/save`, { class_id: id, person_id: person });
  await move('start');
  const came = { id: student.id, version: student.version, attended: 8 };
  await post('kaoshi', `${path}/student/save`, came);
  await move('finish');
  await move('file');
}

test('from the application to the code on the certificate', async ({ browser }) => {
  const faults = [];
  const name = '俞考生';
  const [body] = await post('qiye', `${API}/preapply/bodies`);
  const made = await post('qiye', `${API}/preapply/save`, {
    name,
    idtype: '01',
    idno: card(),
    education: '5',
    mobile: '13805741299',
    item: 'N1',
    body_id: body.value,
    healthy: '1',
  });
  const { id } = made;
  const record = `${API}/preapply/record`;
  const move = async (login, what, more = {}) =>
    post(login, `${API}/preapply/${what}`, {
      ids: id,
      version: await versionOf(login, record, id),
      ...more,
    });

  const unit = await pageOf(browser, 'qiye', `/personMng/preapplyDetail?id=${id}`, faults);
  await expect(seen(unit.getByText('草稿').first())).toBeVisible();
  await seen(unit.getByRole('button', { name: '提交', exact: true })).click();
  await expect(seen(unit.getByText('待受理').first())).toBeVisible();
  await picture(unit, 'persons-applied');
  await leave(unit);

  await move('kaoshi', 'accept');
  await trained(name);
  await move('kaoshi', 'seat', { examday: today(), examtime: '09:00—10:30', room: '第二考场' });
  for (const [part, score] of [
    ['T', 82],
    ['P', 78],
  ]) {
    const entered = await post('kaoshi', `${API}/score/save`, {
      application_id: id,
      part,
      score,
      examday: today(),
      examiner_id: await keyOf('kaoshi'),
      second_id: await keyOf('kaoshi2'),
    });
    const own = { id: entered.id, version: entered.version };
    expect(await refused('kaoshi', `${API}/score/confirm`, own)).toBe('成绩须由录入人以外的考试机构人员确认');
    await post('kaoshi2', `${API}/score/confirm`, own);
  }

  await post('jianguan', '/api/user/sign', { pin: '2026' });
  await move('jianguan', 'audit', { opinion: '同意' });
  const paper = (await post('jianguan', `${API}/certificate/findPapers`, { text: name })).list[0];
  expect(paper.archiveno).toMatch(/^TS\d{13}$/);
  const held = await pageOf(browser, 'jianguan', `/personMng/personCertDetail?id=${paper.id}`, faults);
  await expect(seen(held.getByText(paper.archiveno).first())).toBeVisible();
  await picture(held, 'persons-certificate');
  await leave(held);

  const facts = (await post('jianguan', `${API}/certificate/record`, { id: paper.id })).facts;
  const { link } = facts.find((one) => one.label === '公开查验');
  const context = await browser.newContext();
  const anybody = await context.newPage();
  await anybody.goto(`${process.env.BASE_URL}${link}`);
  await expect(anybody.getByText('俞**')).toBeVisible();
  await expect(anybody.getByText('N1 叉车司机')).toBeVisible();
  await expect(anybody.getByText('有效', { exact: true })).toBeVisible();
  await expect(anybody.getByText(name)).toHaveCount(0);
  await picture(anybody, 'persons-public');
  await context.close();
  expect(faults).toEqual([]);
});

test('a renewal a day late is refused with its last day', async () => {
  const page = await post('jianguan', `${API}/certificate/findList`, {
    validtoStart: today(),
    validtoEnd: daysOn(28),
    state: 's',
  });
  const [late] = page.list;
  test.skip(!late, 'no certificate of the city ends this month');
  const said = await refused('jianguan', `${API}/certificate/ask`, {
    ids: late.id,
    version: late.version,
    kind: 'R',
    noaccident: '1',
    why: '有效期将满',
  });
  expect(said).toContain('复审申请应在有效期届满1个月以前提出，最后申请日为');
});
