/** Ctrl K: one field for menus, equipment, units and numbers. `>` looks only in the menu, `#` only for numbers. */
import { EnterOutlined, SearchOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { paletteQuery } from '@/api/common';
import type { MenuItem, PaletteHit } from '@/api/shapes';
import { leavesOf } from './menu';
import { openNode } from './SideMenu';

type Group = PaletteHit['group'];

const groups: { group: Group; label: string; letter: string }[] = [
  { group: 'unit', label: '单位', letter: '单' },
  { group: 'equipment', label: '设备', letter: '设' },
  { group: 'application', label: '申报', letter: '申' },
  { group: 'business', label: '业务', letter: '业' },
  { group: 'menu', label: '菜单', letter: '菜' },
];

const PAUSE_MS = 150;
const MENU_AT_MOST = 8;

interface Choice extends PaletteHit {
  node?: MenuItem;
}

function Marked({ text, by }: { text: string; by: string }): ReactNode {
  const at = by ? text.toLowerCase().indexOf(by.toLowerCase()) : -1;
  if (at < 0) return text;
  return (
    <>
      {text.slice(0, at)}
      <mark>{text.slice(at, at + by.length)}</mark>
      {text.slice(at + by.length)}
    </>
  );
}

function menuChoices(menu: MenuItem[], by: string): Choice[] {
  return leavesOf(menu)
    .filter(({ node }) => !by || node.name.includes(by))
    .slice(0, MENU_AT_MOST)
    .map(({ node, trail }) => ({
      group: 'menu',
      title: node.name,
      sub: trail.join(' / '),
      route: node.href ?? '',
      node,
    }));
}

interface Props {
  menu: MenuItem[];
  onClose: () => void;
}

export default function CommandPalette({ menu, onClose }: Props) {
  const navigate = useNavigate();
  const [typed, setTyped] = useState('');
  const [asked, setAsked] = useState('');
  const [at, setAt] = useState(0);
  const list = useRef<HTMLDivElement>(null);
  const onlyMenu = typed.startsWith('>');
  const onlyNumbers = typed.startsWith('#');
  const words = typed.replace(/^[>#]/, '').trim();

  useEffect(() => {
    const timer = setTimeout(() => setAsked(onlyMenu ? '' : words), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [words, onlyMenu]);
  const { data, isFetching } = useQuery(paletteQuery(asked));

  const found = (asked && !onlyMenu ? (data ?? []) : []).filter(
    (hit) => hit.group !== 'menu' && !(onlyNumbers && hit.group === 'unit'),
  );
  const all: Choice[] = [...found, ...(onlyNumbers ? [] : menuChoices(menu, words))];
  const shown = groups
    .map((kind) => ({ ...kind, choices: all.filter((choice) => choice.group === kind.group) }))
    .filter((kind) => kind.choices.length > 0);
  const flat = shown.flatMap((kind) => kind.choices);
  const current = Math.min(at, flat.length - 1);

  const go = (choice: Choice, apart: boolean) => {
    onClose();
    if (apart) window.open(choice.route, '_blank');
    else if (choice.node) openNode(choice.node, navigate);
    else navigate(choice.route);
  };

  const press = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return; // Enter that ends a Chinese input is not a choice
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      const next = Math.max(0, Math.min(flat.length - 1, current + (event.key === 'ArrowDown' ? 1 : -1)));
      setAt(next);
      list.current?.querySelectorAll('.choice')[next]?.scrollIntoView({ block: 'nearest' });
    } else if (event.key === 'Enter' && flat[current]) {
      event.preventDefault();
      go(flat[current], event.ctrlKey);
    } else if (event.key === 'Escape') {
      onClose();
    }
  };

  return (
    <div className="palette-back" onMouseDown={onClose}>
      <div
        className="palette"
        role="dialog"
        aria-modal="true"
        aria-label="快速查找"
        onMouseDown={(event) => event.stopPropagation()}
        onKeyDown={press}
      >
        <label className="palette-input">
          <SearchOutlined />
          <input
            autoFocus
            value={typed}
            aria-label="快速查找"
            placeholder="设备号码、单位或拼音首字母、地点、单号、菜单"
            onChange={(event) => {
              setTyped(event.target.value);
              setAt(0);
            }}
          />
          <kbd>Esc</kbd>
        </label>
        <div className="palette-list" ref={list} role="listbox">
          {shown.map((kind) => (
            <div key={kind.group}>
              <div className="palette-group">
                {kind.label} {kind.choices.length > 1 && kind.choices.length}
              </div>
              {kind.choices.map((choice) => {
                const index = flat.indexOf(choice);
                return (
                  <button
                    key={`${choice.route} ${choice.title}`}
                    type="button"
                    role="option"
                    aria-selected={index === current}
                    className={index === current ? 'choice on' : 'choice'}
                    onMouseEnter={() => setAt(index)}
                    onClick={(event) => go(choice, event.ctrlKey)}
                  >
                    <span className="letter">{kind.letter}</span>
                    <span className="ellipsis">
                      <Marked text={choice.title} by={words} />
                    </span>
                    <span className="soft ellipsis sub">{choice.sub}</span>
                    {index === current && <EnterOutlined />}
                  </button>
                );
              })}
            </div>
          ))}
          {flat.length === 0 && <p className="palette-none hint">{isFetching ? '正在查找' : '没有找到'}</p>}
        </div>
        <footer>
          <span>
            <kbd>↑</kbd> <kbd>↓</kbd> 选择
          </span>
          <span>
            <kbd>Enter</kbd> 打开
          </span>
          <span>
            <kbd>Ctrl Enter</kbd> 新窗口打开
          </span>
          <span className="spacer" />
          <span>输入 &gt; 找菜单　输入 # 找单号</span>
        </footer>
      </div>
    </div>
  );
}
