/** Version, what it runs on, and which pages are not built yet. */
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Link } from 'react-router';
import { fetchLoginConfig } from '@/api/user';
import { KeyValues, Panel } from '@/ui/Panel';
import { isUnbuilt, knownRoutes } from '@/ui/routeRow';

const VERSION = '1.1.89';
const VERSION_DATE = '2024-11-28';

export default function VersionInfo() {
  const { data } = useQuery({ queryKey: ['loginConfig'], queryFn: fetchLoginConfig });
  const [size, setSize] = useState('');
  useEffect(() => setSize(`${window.innerWidth} × ${window.innerHeight}`), []);
  const rows = knownRoutes().filter((row) => row.kind !== 'redirect' && row.kind !== 'group');
  const missing = rows.filter(isUnbuilt);
  return (
    <div className="page">
      <Panel title="版本信息">
        <KeyValues
          items={[
            { label: '产品', value: data?.product ?? '特种设备检验监管平台' },
            { label: '版本', value: data?.version ?? VERSION },
            { label: '日期', value: VERSION_DATE },
            { label: '技术支持', value: data?.support?.replace(/^技术支持\s*/, '') },
            { label: '窗口', value: size },
            {
              label: '页面',
              value: `${rows.length - missing.length} 个可用${missing.length > 0 ? `，${missing.length} 个尚未建成` : ''}`,
            },
          ]}
        />
      </Panel>
      {missing.length > 0 && (
        <Panel title="尚未建成的页面" sub={`${missing.length} 个`}>
          <ul className="route-list">
            {missing.map((row) => (
              <li key={row.path}>
                {row.path.includes(':') ? row.title : <Link to={row.path}>{row.title}</Link>}{' '}
                <span className="hint code">{row.path}</span>
              </li>
            ))}
          </ul>
        </Panel>
      )}
    </div>
  );
}
