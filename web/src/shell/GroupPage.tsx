/** The page of a group: what stands below it; and the page of a row that nothing draws yet. */
import { Link } from 'react-router';
import { Panel, StateNote } from '@/ui/Panel';
import { isUnbuilt, type RouteRow } from '@/ui/routeRow';

export function GroupPage({ row, rows }: { row: RouteRow; rows: RouteRow[] }) {
  const below = rows.filter(
    (other) =>
      other.path.startsWith(`${row.path}/`) &&
      !other.path.includes(':') &&
      (!other.hideInMenu || row.hideInMenu),
  );
  return (
    <div className="page">
      <Panel title={row.title} sub={`${below.length} 个页面`}>
        <ul className="group-links">
          {below.map((other) => (
            <li key={other.path}>
              <Link to={other.path}>{other.title}</Link>
              {isUnbuilt(other) && <span className="hint"> 尚未建成</span>}
            </li>
          ))}
        </ul>
      </Panel>
    </div>
  );
}

export function UnbuiltPage({ title }: { title: string }) {
  return (
    <div className="page">
      <section className="panel" style={{ flex: 1 }}>
        <StateNote
          kind="empty"
          title="本页面尚未建成"
          actions={<Link to="/version/versionInfo">查看哪些页面尚未建成</Link>}
        >
          {title}
        </StateNote>
      </section>
    </div>
  );
}
