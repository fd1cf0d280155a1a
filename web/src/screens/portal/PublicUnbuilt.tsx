import { PublicFrame } from '@/ui/PublicFrame';

export default function PublicUnbuilt() {
  return (
    <PublicFrame title="本页面尚未建成">
      <div className="public-card">
        <h1>本页面尚未建成</h1>
        <p>
          <a href="/login">去登录页</a>
        </p>
      </div>
    </PublicFrame>
  );
}
