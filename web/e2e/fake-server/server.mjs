// A stand-in for the real server: serves dist with history fallback and answers the calls of docs/wire.md.
// Usage: node e2e/fake-server/server.mjs [port]; user "slow" waits, password "wrong" asks for a captcha.
import fs from 'node:fs';
import http from 'node:http';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import * as data from './data.mjs';

const dist = fileURLToPath(new URL('../../dist', import.meta.url));
const port = Number(process.argv[2] ?? process.env.FAKE_PORT ?? 4180);
const mime = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
};
const captcha =
  '<svg xmlns="http://www.w3.org/2000/svg" width="96" height="36"><text x="14" y="26" font-size="22">7K4w</text></svg>';
const pdf =
  '%PDF-1.1\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj 2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj 3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 200]>>endobj trailer<</Root 1 0 R>>';
let messageBox = structuredClone(data.messageBox);

const ok = (value, more = {}) => ({
  isSuccess: true,
  errorMsg: '',
  errmsg: '',
  errorCode: '',
  data: value ?? null,
  ...more,
});
const refuse = (errorMsg, more = {}) => ({
  ...ok(null),
  isSuccess: false,
  errorMsg,
  errmsg: errorMsg,
  errorCode: 'REFUSED',
  ...more,
});
const status = (code, body) => ({ status: code, body });

function listApplications(asked) {
  if (asked.get('unitname') === '出错') return status(500, refuse('系统异常，请联系管理员（编号7F3A91C2）'));
  const wanted = data.applications.filter(
    (row) =>
      row.unitname.includes(asked.get('unitname') ?? '') && row.appno.includes(asked.get('number') ?? ''),
  );
  const order = asked.get('orderBy') ?? '';
  const prop = order.replace('-', '');
  const sorted = prop
    ? wanted.toSorted((a, b) => (a[prop] < b[prop] ? -1 : 1) * (order.startsWith('-') ? -1 : 1))
    : wanted;
  const pageNo = Number(asked.get('pageNo') ?? 1);
  const pageSize = Number(asked.get('pageSize') ?? 20);
  const list = sorted.slice((pageNo - 1) * pageSize, pageNo * pageSize);
  const capped = !asked.get('exactCount') && !asked.get('unitname');
  return ok({ pageNo, pageSize, count: capped ? 10000 : wanted.length, countCapped: capped, list });
}

function login(form) {
  const password = Buffer.from(form.get('password') ?? '', 'base64').toString('utf8');
  if (password === 'wrong') return refuse('用户名或密码不正确', { needValidCode: true });
  return ok(null, { user: data.user, sessionid: 'fake-session' });
}

function move(id, from, to) {
  const found = messageBox[from].find((message) => message.msg_id === id);
  if (!found) return refuse('消息不存在');
  messageBox = {
    ...messageBox,
    [from]: messageBox[from].filter((message) => message !== found),
    [to]: [found, ...messageBox[to]],
  };
  return ok();
}

const viewAnswers = {
  findTableConfig: { jy_appmain_sheet_list: data.applyTable },
  findAllTableConfig: { jy_appmain_sheet_list: data.applyTable },
  findSearchFormConfig: { jy_appmain_sheet_list: data.applySearch },
  findAllSearchFormConfig: { jy_appmain_sheet_list: data.applySearch },
  findFormConfig: { jy_apply_form: data.applyForm },
};

function layout(call, query) {
  const found = viewAnswers[call]?.[query.get('viewNo')];
  return found ? ok(found) : status(422, refuse('页面配置不存在'));
}

const answers = {
  '/a/loginConfig': () =>
    ok({
      sso: true,
      ssoForced: false,
      ssoUrl: 'http://sso.example/login',
      support: '技术支持 0574-8718 6000（工作日 8:30–17:00）',
      version: '1.1.89',
      product: '特种设备检验监管平台',
      captcha: 'after_failures',
      tokenStoreType: '2',
    }),
  '/a/login': ({ form }) => login(form),
  '/a/Logout': () => ok(),
  '/api/user/info': ({ query }) =>
    query.get('__sid')
      ? ok(data.user)
      : status(401, refuse('登录已失效，请重新登录', { errorCode: 'NO_SESSION' })),
  '/api/user/menuTree': () => ok(data.menu),
  '/api/user/permission': () => ok(data.permissions.map((operatorCode) => ({ operatorCode }))),
  '/api/user/modifyPwd': () => ok(),
  '/api/home/desk': () => ok(data.desk),
  '/api/home/trend': () => ok([]),
  '/api/home/todo': () => ok(data.todo),
  '/api/home/month': () => ok(data.todo.month),
  '/api/home/supervision': () => ok(data.supervision),
  '/api/search/palette': () => ok(data.palette),
  '/api/common/buss/dict/findAllDictListMap': ({ form }) =>
    form.get('version') === '1' ? ok(null, { version: '1' }) : ok(data.dictionaries, { version: '1' }),
  '/api/common/area/findAreaList': () =>
    ok([{ id: '330212', name: '鄞州区', parentId: '330200', hasChildren: false }]),
  '/api/common/getUnitList': () =>
    ok([{ id: 'n1', name: '宁波甬江置业物业服务有限公司', code: '91330200MA2A1B2C69' }]),
  '/api/businesspro/common/queryBusinessUser': () =>
    ok([{ id: 'p1', name: '陈立峰', departName: '检验二部' }]),
  '/api/businesspro/common/getFlowLog': () => ok(data.flowLog),
  '/api/businesspro/appmain/findList': ({ query }) => listApplications(query),
  '/api/appmain/detail': ({ form }) =>
    ok({
      id: form.get('id'),
      version: 1,
      equclacode: '3110',
      seisort: '01',
      unitid: 'n1',
      unitidName: '宁波甬江置业物业服务有限公司',
      creditcode: '91330200MA2A1B2C69',
      contact: '胡斌',
      tel: '13805746021',
      load: '1000',
      fee: '3960',
      urgent: '0',
    }),
  '/api/appmain/saveAppMain': ({ form }) =>
    form.get('contact') === '冲突'
      ? status(
          409,
          refuse('此单已被别人修改', { errorCode: 'STALE', who: '沈佳宁', when: '2026-11-20 14:26:00' }),
        )
      : ok({ id: 'a1' }),
  '/api/appmain/voidSbdj': () => ok(null, { errorMsg: '作废成功' }),
  '/api/appmain/deleteAppMain': () => ok(),
  '/api/layout/validators': () => ok([]),
  '/api/notice/findList': () =>
    ok({
      count: 1,
      list: [
        {
          id: '1',
          title: '关于年末检验安排的通知',
          publisher: '业务科',
          publishTime: '2026-11-18 09:00:00',
          top: true,
        },
      ],
    }),
  '/api/notice/getDetail': () =>
    ok({
      id: '1',
      title: '关于年末检验安排的通知',
      content: '<p>各科室：</p><p>请按计划安排。</p>',
      publisher: '业务科',
      publishTime: '2026-11-18 09:00:00',
    }),
  '/api/public/verifyReport': ({ form }) =>
    form.get('code') === '1234'
      ? ok({
          reportno: form.get('reportno'),
          title: '电梯定期检验报告',
          unitname: '宁波甬江置业物业服务有限公司',
          equname: '曳引驱动乘客电梯',
          conclusion: '合格',
          inspdate: '2026-06-11',
          issuedAt: '2026-06-15 10:00:00',
          signer: '王建国',
          valid: true,
          digest: 'SM3 6f2a…',
        })
      : refuse(''),
  '/api/equipment-documents/attachments/configs': () =>
    ok([{ type: '01', label: '自检报告', required: true, owner: 'application' }]),
  '/a/stone/attachment/findAttList': () => ok([]),
  '/api/equipment-documents/attachments/phone': () =>
    ok({ title: '曳引驱动乘客电梯', number: 'SB202611200012', owner: 'application', userName: '周晓琳' }),
  '/message/init': () => ok(messageBox),
  '/message/count': () => ok({ unread: messageBox.unread.length }),
  '/message/content': ({ query }) =>
    ok({ msg_id: query.get('msg_id'), content: '第 31 项实测值与测试曲线不符，请核对后重新提交。' }),
  '/message/has_read': ({ form }) => move(form.get('msg_id'), 'unread', 'readed'),
  '/message/remove_readed': ({ form }) => move(form.get('msg_id'), 'readed', 'trash'),
  '/message/restore': ({ form }) => move(form.get('msg_id'), 'trash', 'readed'),
  '/save_error_logger': () => ok(),
};

function serveFile(response, pathname) {
  const file = path.join(dist, path.normalize(pathname));
  const found = file.startsWith(dist) && fs.existsSync(file) && fs.statSync(file).isFile();
  const served = found ? file : path.join(dist, 'index.html');
  response.writeHead(200, { 'content-type': mime[path.extname(served)] ?? 'application/octet-stream' });
  fs.createReadStream(served).pipe(response);
}

async function bodyOf(request) {
  const parts = [];
  for await (const part of request) parts.push(part);
  return Buffer.concat(parts).toString('utf8');
}

const server = http.createServer(async (request, response) => {
  const { pathname, searchParams: query } = new URL(request.url, 'http://localhost');
  if (pathname === '/a/validCode') {
    response.writeHead(200, { 'content-type': 'image/svg+xml' }).end(captcha);
    return;
  }
  if (pathname === '/api/common/commonPrint') {
    response.writeHead(200, { 'content-type': 'application/pdf' }).end(pdf);
    return;
  }
  if (pathname === '/message/stream') {
    response.writeHead(200, { 'content-type': 'text/event-stream' }).write(':\n\n');
    return;
  }
  const isCall = /^\/(a|api)\/|^\/message\/(?!message_page)|^\/save_error_logger/.test(pathname);
  if (!isCall) {
    serveFile(response, pathname);
    return;
  }
  const form = new URLSearchParams(await bodyOf(request));
  const declared = pathname.match(/^\/api\/layout\/(find\w+)$/);
  const answer = declared ? layout(declared[1], query) : answers[pathname]?.({ query, form });
  const result = answer ?? status(404, refuse('请求的内容不存在'));
  const code = result.status ?? 200;
  response
    .writeHead(code, { 'content-type': 'application/json; charset=utf-8' })
    .end(JSON.stringify(result.body ?? result));
});

server.listen(port, '127.0.0.1', () => console.log(`http://127.0.0.1:${port}`));
