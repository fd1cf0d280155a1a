import { StatusPage } from './StatusPage';

export default function Status401() {
  return (
    <StatusPage kind="fault" title="没有权限打开这个页面">
      需要时请联系本单位系统管理员开通，说明页面名称和您的用户名
    </StatusPage>
  );
}
