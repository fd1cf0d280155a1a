/** 设置: how the phone stands, the theme for the sun, leaving. */
import { useEffect, useState } from 'react';
import { logout } from '@/api/user';
import { APP } from './calls';
import { Frame, Tabs, timeWords } from './parts';
import { usePhone } from './phone';
import { LOGIN } from './start';
import { setSunny } from './theme';
import { isInstalled, opensOffline } from './worker';

export default function Settings({ sunny, onSunny }: { sunny: boolean; onSunny: (on: boolean) => void }) {
  const { state, store, person, round, say } = usePhone();
  const [kept, setKept] = useState<boolean | null>(null);
  const [opens, setOpens] = useState(false);
  useEffect(() => {
    void navigator.storage?.persisted?.().then(setKept, () => undefined);
    void opensOffline().then(setOpens);
  }, []);
  const seconds = Math.round(Math.abs(state.offset) / 1000);
  const newest =
    round?.kind === 'done' && round.newest && round.newest !== APP
      ? `${round.newest}，重新打开本页即更新${round.notes ? `：${round.notes}` : ''}`
      : '';
  const lines: [string, string][] = [
    ['使用人', person.name],
    ['应用版本', APP],
    ['最新版本', newest],
    ['终端编号', store.device],
    ['任务包', timeWords(state.packAt)],
    ['本机时钟', seconds < 1 ? '与服务器一致' : `${state.offset > 0 ? '慢' : '快'} ${seconds} 秒`],
    ['没有网络时', opens ? '能打开' : '还不能打开，联网打开一次后即可'],
    ['存储', kept ? '浏览器承诺不自行清除' : '浏览器可能在久不使用时清除，请添加到主屏幕'],
    ['安装', isInstalled() ? '已添加到主屏幕' : '浏览器菜单里选“添加到主屏幕”'],
  ];
  const leave = async () => {
    if (state.unsent > 0) return say(`还有 ${state.unsent} 条未上传，不能退出`);
    await logout().catch(() => undefined); // the session here is over even if the server cannot be told
    store.close();
    location.assign(LOGIN);
  };
  return (
    <Frame title="设置" foot={<Tabs at="settings" />}>
      <section className="pda-panel">
        <dl>
          {lines
            .filter(([, words]) => words)
            .map(([label, words]) => (
              <div key={label}>
                <dt>{label}</dt>
                <dd>{words}</dd>
              </div>
            ))}
        </dl>
      </section>
      <div className="pda-stack">
        <button
          type="button"
          className="pda-button quiet"
          aria-pressed={sunny}
          onClick={() => {
            setSunny(!sunny);
            onSunny(!sunny);
          }}
        >
          {sunny ? '日光主题　已打开' : '日光主题　已关闭'}
        </button>
        {round?.kind === 'login' && (
          <a className="pda-button" href={LOGIN}>
            重新登录
          </a>
        )}
        <button type="button" className="pda-button quiet" onClick={() => location.reload()}>
          锁定
        </button>
        <button type="button" className="pda-button quiet" onClick={() => void leave()}>
          退出
        </button>
      </div>
    </Frame>
  );
}
