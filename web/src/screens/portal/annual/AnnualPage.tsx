/** 年度统计: the published figures of a year. Opens without login, so it knows neither antd nor the frame of the desktop. */
import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';
import { messageOf } from '@/api/client';
import { sessionStore } from '@/api/sessionStore';
import { PublicFrame } from '@/ui/PublicFrame';
import { Tables } from './AnnualTables';
import { countYear, fileOf, loadAnnual, mayCount } from './api';
import './annual.css';
import type { Annual } from '@/api/shapes';

export default function AnnualPage() {
  const [search, setSearch] = useSearchParams();
  const asked = Object.fromEntries(
    ['year', 'edition', 'area'].flatMap((name) => (search.get(name) ? [[name, search.get(name)!]] : [])),
  );
  const key = JSON.stringify(asked);
  const [annual, setAnnual] = useState<Annual | null>(null);
  const [fault, setFault] = useState('');
  const [tries, setTries] = useState(0);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new try asks the same again
  useEffect(() => {
    let current = true;
    setFault('');
    loadAnnual(JSON.parse(key))
      .then((found) => current && setAnnual(found))
      .catch((error: unknown) => current && setFault(messageOf(error, '年度统计未取得，请稍后重试')));
    return () => {
      current = false;
    };
  }, [key, tries]);

  const ask = (next: Record<string, string | undefined>) =>
    setSearch(
      Object.fromEntries(Object.entries({ ...asked, ...next }).filter((e): e is [string, string] => !!e[1])),
    );

  return (
    <PublicFrame title="年度统计" wide>
      {fault && (
        <div className="public-card annual-note" role="alert">
          <h1>{fault}</h1>
          <button type="button" className="annual-button" onClick={() => setTries((n) => n + 1)}>
            重试
          </button>
        </div>
      )}
      {!fault && !annual && <div className="progress-bar" role="progressbar" aria-label="正在载入" />}
      {!fault && annual && (
        <>
          <Head annual={annual} asked={asked} onAsk={ask} />
          {annual.edition ? <Tables annual={annual} /> : <Nothing annual={annual} />}
        </>
      )}
    </PublicFrame>
  );
}

interface HeadProps {
  annual: Annual;
  asked: Record<string, string>;
  onAsk: (next: Record<string, string | undefined>) => void;
}

function Head({ annual, asked, onAsk }: HeadProps) {
  const { edition, editions = [], areas = [] } = annual;
  const years = annual.years.includes(annual.year) ? annual.years : [annual.year, ...annual.years];
  const [counties, setCounties] = useState(areas);
  useEffect(() => {
    if (areas.length > 0) setCounties(areas);
  }, [areas]);
  return (
    <section className="public-card annual-head">
      <h1>特种设备安全年度统计</h1>
      <div className="annual-bar">
        <label>
          年度
          <select
            value={annual.year}
            onChange={(event) => onAsk({ year: event.target.value, edition: undefined })}
          >
            {years.filter(Boolean).map((year) => (
              <option key={year} value={year}>
                {year} 年
              </option>
            ))}
          </select>
        </label>
        <label>
          区县
          <select value={asked.area ?? ''} onChange={(event) => onAsk({ area: event.target.value })}>
            <option value="">全部</option>
            {counties
              .filter((one) => one.code)
              .map((one) => (
                <option key={one.code} value={one.code}>
                  {one.name}
                </option>
              ))}
          </select>
        </label>
        {edition && editions.length > 1 && (
          <label>
            版次
            <select value={edition.number} onChange={(event) => onAsk({ edition: event.target.value })}>
              {editions.map((one) => (
                <option key={one.number} value={one.number}>
                  第 {one.number} 版（{one.at.slice(0, 10)}）
                </option>
              ))}
            </select>
          </label>
        )}
        <span className="spacer" />
        {edition && (
          <>
            <button type="button" className="annual-button quiet" onClick={() => window.print()}>
              打印
            </button>
            <a className="annual-button quiet" href={fileOf({ ...asked, year: String(annual.year) })}>
              导出 Excel
            </a>
          </>
        )}
        <Recount year={annual.year} />
      </div>
      {edition && (
        <p className="hint">
          {edition.closed ? '年终数据' : `本年度尚未结束，数据截至 ${edition.upto}`}，第 {edition.number}{' '}
          版，统计时间 {edition.at.slice(0, 16)}
          {asked.area && `，仅 ${counties.find((one) => one.code === asked.area)?.name ?? asked.area}`}
        </p>
      )}
    </section>
  );
}

/** Only for those who are logged in and may: everybody else does not see it. */
function Recount({ year }: { year: number }) {
  const [may, setMay] = useState(false);
  const [said, setSaid] = useState('');
  useEffect(() => {
    if (!sessionStore.isLoggedIn()) return;
    mayCount()
      .then(setMay)
      .catch(() => setMay(false)); // a session that has ended: the page stays a public one
  }, []);
  if (!may) return null;
  const count = () =>
    countYear(year)
      .then(() => setSaid('已开始统计，稍后刷新本页'))
      .catch((error: unknown) => setSaid(messageOf(error)));
  return said ? (
    <span className="hint" role="status">
      {said}
    </span>
  ) : (
    <button type="button" className="annual-button quiet" onClick={count}>
      重新统计
    </button>
  );
}

function Nothing({ annual }: { annual: Annual }) {
  return (
    <section className="public-card annual-note" role="status">
      <h1>{annual.year ? `${annual.year} 年度还没有统计数据` : '还没有年度统计数据'}</h1>
      <p className="hint">本年度的数据每天凌晨统计一次，统计后在这里公布。</p>
    </section>
  );
}
