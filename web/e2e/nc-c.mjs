import { as, look, start } from './nc-look.mjs';
const b = await start();
const plan = [
 ['jianguan', ['/businessPro/constructionInfInsp']],
 ['weibao', ['/businessPro/constructionOwn', '/constructionQuery']],
 ['diaodu', ['/businessPro/constructionQuery','/businessPro/taskAssign']],
 ['jianyan1', ['/businessPro/firstWillInsp','/businessPro/WilllBearTest','/businessPro/CompDataWillExam','/businessPro/RepWillIssue']],
];
for (const [who, paths] of plan) {
  const p = await as(b, who);
  for (const path of paths) await look(p, path, `c-${who}-${path.split('/').pop()}`, 2200);
  await p.context().close();
}
await b.close();
