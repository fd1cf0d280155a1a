import { useLocation } from 'react-router';
import { StatusPage } from './StatusPage';

export default function Status404() {
  const { pathname } = useLocation();
  return (
    <StatusPage kind="none" title="页面不存在">
      地址 <span className="code">{pathname}</span> 没有对应的页面。按 <kbd>Ctrl K</kbd> 查找菜单、设备、单位
    </StatusPage>
  );
}
