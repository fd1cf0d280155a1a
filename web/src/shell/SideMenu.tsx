/** The menu at the left: groups with their pages, the count of waiting work beside a page. */
import {
  AccountBookOutlined,
  AlertOutlined,
  AppstoreOutlined,
  AuditOutlined,
  BarChartOutlined,
  DatabaseOutlined,
  DownOutlined,
  ExperimentOutlined,
  EyeOutlined,
  FileSearchOutlined,
  HomeOutlined,
  LineChartOutlined,
  MobileOutlined,
  ProjectOutlined,
  RightOutlined,
  SafetyCertificateOutlined,
  SettingOutlined,
  TeamOutlined,
  ToolOutlined,
} from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { todoQuery } from '@/api/home';
import type { MenuItem } from '@/api/shapes';
import { isNear, isTurn, leavesOf, pathOf, turnAddress } from './menu';

/** By a word in the name of a top group; the server's icon names are of no set we have. */
const icons: [word: string, icon: ReactNode][] = [
  ['桌面', <HomeOutlined key="home" />],
  ['首页', <HomeOutlined key="home" />],
  ['收费', <AccountBookOutlined key="pay" />],
  ['预警', <AlertOutlined key="warn" />],
  ['登记', <SafetyCertificateOutlined key="register" />],
  ['许可', <SafetyCertificateOutlined key="register" />],
  ['仪器', <ExperimentOutlined key="instrument" />],
  ['移动', <MobileOutlined key="mobile" />],
  ['查询', <FileSearchOutlined key="query" />],
  ['质量', <LineChartOutlined key="quality" />],
  ['统计', <BarChartOutlined key="statistics" />],
  ['系统', <SettingOutlined key="system" />],
  ['档案', <DatabaseOutlined key="archive" />],
  ['维保', <ToolOutlined key="maintain" />],
  ['应急', <AlertOutlined key="emergency" />],
  ['人员', <TeamOutlined key="person" />],
  ['项目', <ProjectOutlined key="project" />],
  ['监管', <EyeOutlined key="supervise" />],
  ['辅助', <ToolOutlined key="assist" />],
  ['检验', <AuditOutlined key="inspect" />],
];
const iconOf = (name: string) => icons.find(([word]) => name.includes(word))?.[1] ?? <AppstoreOutlined />;

function useTodoCounts(): Map<string, number> {
  const { data } = useQuery(todoQuery);
  return new Map(data?.steps?.map((step) => [step.stepcode, step.count]));
}

const holds = (node: MenuItem, pathname: string): boolean =>
  node.childList?.length
    ? node.childList.some((child) => holds(child, pathname))
    : Boolean(node.href) && pathOf(node.href!) === pathname;

/** The group of a page; a record or form without an entry stands in the group of its list. */
const groupOf = (nodes: MenuItem[], pathname: string) =>
  nodes.find((node) => holds(node, pathname)) ??
  nodes.find((node) => leavesOf([node]).some((leaf) => isNear(leaf.node.href, pathname)));

export function openNode(node: MenuItem, navigate: (path: string) => void): void {
  const href = node.href ?? '';
  if (isTurn(href)) window.open(turnAddress(href), '_blank', 'noopener');
  else navigate(href.startsWith('/') ? href : `/${href}`);
}

interface Props {
  menu: MenuItem[];
  folded: boolean;
  onUnfold: () => void;
}

export function SideMenu({ menu, folded, onUnfold }: Props) {
  const { pathname } = useLocation();
  const counts = useTodoCounts();
  const here = groupOf(menu, pathname);
  // Until somebody chooses, the group with the daily work stands open; null is all closed.
  const [chosen, setOpen] = useState<string | null>();
  const daily = menu.find((node) => leavesOf(node.childList ?? []).some((leaf) => leaf.node.todo));
  const open = chosen === undefined ? daily?.id : chosen;
  // Going to a page by another way opens its group.
  useEffect(() => {
    if (here?.childList?.length) setOpen(here.id);
  }, [here]);

  return (
    <nav className="side" aria-label="主菜单">
      {menu.map((node) => {
        const isOpen = open === node.id && !folded;
        return (
          <Group
            key={node.id}
            node={node}
            folded={folded}
            open={isOpen}
            current={node === here && (folded || !node.childList?.length)}
            pathname={pathname}
            counts={counts}
            onToggle={() => {
              if (folded) onUnfold();
              setOpen(isOpen ? null : node.id);
            }}
          />
        );
      })}
    </nav>
  );
}

interface GroupProps {
  node: MenuItem;
  folded: boolean;
  open: boolean;
  current: boolean;
  pathname: string;
  counts: Map<string, number>;
  onToggle: () => void;
}

function Group({ node, folded, open, current, pathname, counts, onToggle }: GroupProps) {
  const navigate = useNavigate();
  const isLeaf = !node.childList?.length;
  const head = (
    <button
      type="button"
      className={current ? 'group on' : 'group'}
      aria-expanded={isLeaf ? undefined : open}
      aria-label={node.name}
      title={folded ? node.name : undefined}
      onClick={() => (isLeaf ? openNode(node, navigate) : onToggle())}
    >
      {iconOf(node.name)}
      {!folded && node.name}
      {!folded && !isLeaf && <span className="caret">{open ? <DownOutlined /> : <RightOutlined />}</span>}
    </button>
  );
  return (
    <div>
      {head}
      {open && <Items nodes={node.childList ?? []} pathname={pathname} counts={counts} />}
    </div>
  );
}

function Items({
  nodes,
  pathname,
  counts,
}: {
  nodes: MenuItem[];
  pathname: string;
  counts: Map<string, number>;
}) {
  const navigate = useNavigate();
  const here = groupOf(nodes, pathname);
  return nodes.map((node) => {
    if (node.childList?.length)
      return (
        <SubGroup key={node.id} node={node} inside={node === here} pathname={pathname} counts={counts} />
      );
    const on = Boolean(node.href) && pathOf(node.href!) === pathname;
    const count = node.todo ? counts.get(node.todo) : undefined;
    return (
      <button
        key={node.id}
        type="button"
        className={on ? 'item on' : 'item'}
        aria-current={on ? 'page' : undefined}
        title={node.name}
        onClick={() => openNode(node, navigate)}
      >
        <span className="ellipsis">{node.name}</span>
        {count ? <em>{count}</em> : null}
      </button>
    );
  });
}

/** A second level of groups; open where the current page is, or when pressed. */
function SubGroup({
  node,
  inside,
  pathname,
  counts,
}: {
  node: MenuItem;
  inside: boolean;
  pathname: string;
  counts: Map<string, number>;
}) {
  const [open, setOpen] = useState(inside);
  useEffect(() => {
    if (inside) setOpen(true);
  }, [inside]);
  return (
    <div className="sub-group">
      <button
        type="button"
        className="item head"
        aria-expanded={open}
        aria-label={node.name}
        onClick={() => setOpen(!open)}
      >
        <span className="ellipsis">{node.name}</span>
        <span className="caret">{open ? <DownOutlined /> : <RightOutlined />}</span>
      </button>
      {open && <Items nodes={node.childList ?? []} pathname={pathname} counts={counts} />}
    </div>
  );
}
