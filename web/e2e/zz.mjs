process.env.BASE_URL='http://127.0.0.1:8330';
const o = await import('/work/wt-c/web/e2e/office.mjs');
const l=(await o.post('jiaohe','/api/appbuss/findList',{pageNo:1,pageSize:5,number:'CC2026000084'})).list; 
const s=await o.item(l[0].id); console.log(s.head.duedate,s.head.nextdate,JSON.stringify(s.next??s.judged?.next).slice(0,900));
const p=await o.call('shouli','/api/appmain/getDetailAppMain',{id:l[0].appmainsysid??l[0].appmain_id}); console.log(JSON.stringify(p.data?.standing));
// free the project
const m=(await o.post('shouli','/api/businesspro/appmain/findList',{pageNo:1,pageSize:50,equclacode:'8310'})).list[0]; console.log(m?.appno,m?.status);
process.exit(0)
