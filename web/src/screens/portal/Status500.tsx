import { StatusPage } from './StatusPage';

export default function Status500() {
  return (
    <StatusPage kind="fault" title="系统出错">
      错误已记录。稍后重试；仍不行时请把提示中的编号告诉系统管理员
    </StatusPage>
  );
}
