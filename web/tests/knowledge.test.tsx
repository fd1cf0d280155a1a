/** 查依据, and a basis that leads to its clause where the knowledge base has the document. */
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import GuideButton from '@/guides/GuideButton';
import { SearchKnowledge } from '@/screens/assistMng/searchKnowledge';
import { BasisLink, compared, KNOWLEDGE } from '@/ui/Basis';
import { useInHand } from '@/ui/inHand';
import { show } from './page';
import { ok, serve } from './server';

const ROW = {
  ...{ id: 'c', docId: 'd', docno: 'TSG T5002-2017', edition: '2017', title: '电梯维护保养规则要点' },
  ...{ clauseno: 'Y1.1', heading: '', page: 1, standing: '现行', tone: 'go' },
};
const can = { '/api/user/permission': () => ok([{ operatorCode: KNOWLEDGE }]) };

test('a question is answered with the sentence, the clause and its page, or with that there is none', async () => {
  const sentence = [
    { text: '半月维护保养的', hit: true },
    { text: '间隔不超过十五天。', hit: false },
  ];
  const asked = serve({
    '/api/knowledge/search': ({ query, form }) =>
      (query.get('q') ?? form.get('q')) === '维保间隔'
        ? ok({ rows: [{ ...ROW, sentence }], says: '' })
        : ok({ rows: [], says: '未找到依据' }),
  });
  show(<SearchKnowledge onClose={() => undefined} />);
  const box = screen.getByLabelText('问题');
  await userEvent.type(box, '维保间隔{Enter}');
  const link = await screen.findByRole('link', { name: 'TSG T5002-2017 Y1.1' });
  expect(link.getAttribute('href')).toBe('/assistMng/knowledgeMng/clause?id=c');
  expect(screen.getByText('半月维护保养的').tagName).toBe('MARK');
  expect(screen.getByText(/第1页/)).toBeTruthy();
  await userEvent.clear(box);
  await userEvent.type(box, '公积金{Enter}');
  expect(await screen.findByText('未找到依据')).toBeTruthy();
  expect(screen.queryByRole('link')).toBeNull();
  expect(asked.filter((one) => one.path === '/api/knowledge/search')).toHaveLength(2);
});

test('a basis is a link where its document is known, and shows the clause', async () => {
  serve({
    ...can,
    '/api/knowledge/numbers': () => ok(['TSGT50022017']),
    '/api/knowledge/cite': () => ok({ rows: [{ ...ROW, body: '间隔不超过十五天。' }], says: '' }),
  });
  show(<BasisLink basis="TSG T5002—2017 Y1.1" />);
  await userEvent.click(await screen.findByRole('button', { name: 'TSG T5002—2017 Y1.1' }));
  expect(await screen.findByText('间隔不超过十五天。')).toBeTruthy();
});

test('a basis whose document is not there stays text, and a button for it is not drawn', async () => {
  serve({ ...can, '/api/knowledge/numbers': () => ok(['GB75881']) });
  show(
    <p>
      <BasisLink basis="TSG 11-2020 4.5" /> <BasisLink basis="TSG 11-2020 4.5">依据</BasisLink>
    </p>,
  );
  expect(await screen.findByText(/TSG 11-2020 4\.5/)).toBeTruthy();
  expect(screen.queryByRole('button')).toBeNull();
});

test('numbers are compared as the server compares them', () => {
  expect(compared('ＴＳＧ T7001—2023 附件A')).toBe('TSGT70012023附件A');
});

function Item({ basis }: { basis: string }) {
  useInHand(basis);
  return null;
}

test('the guide of a page shows the clause of what the page has in hand', async () => {
  serve({
    ...can,
    '/api/knowledge/numbers': () => ok(['TSGT50022017']),
    '/api/knowledge/cite': () => ok({ rows: [{ ...ROW, body: '间隔不超过十五天。' }], says: '' }),
  });
  show(
    <>
      <GuideButton />
      <Item basis="TSG T5002-2017 Y1.1" />
    </>,
    '/businessPro/enter',
  );
  await userEvent.keyboard('?');
  await userEvent.click(await screen.findByRole('tab', { name: '本项依据' }));
  expect(await screen.findByText('间隔不超过十五天。')).toBeTruthy();
});
