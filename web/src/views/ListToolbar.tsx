/** Above the table: verbs at the left, saved views as segments, count and tools at the right; below it the batch bar. */
import {
  CloseOutlined,
  EnvironmentOutlined,
  ExportOutlined,
  PlusOutlined,
  ReloadOutlined,
  SettingOutlined,
  StarOutlined,
  UnorderedListOutlined,
} from '@ant-design/icons';
import { Button, Tooltip } from 'antd';
import { lazy, Suspense } from 'react';
import type { Row } from '@/api/layout';
import type { Action, Column, SavedView, TableConfig } from '@/api/shapes';
import { formatNumber } from '@/ui/format';
import { cellText } from './cells';

// Few lists have saved views: the rest need not wait for the control.
const SavedViews = lazy(() => import('./SavedViews').then((m) => ({ default: m.SavedViews })));
const isNew = (action: Action) =>
  action.place === 'toolbar' && (action.shortcut === 'Alt+N' || action.label.startsWith('新增'));

interface ToolbarProps {
  config: TableConfig;
  counted: Counted | undefined;
  viewId: string | undefined;
  segment: string | undefined;
  /** How many rows each segment has, as far as it is known. */
  counts: Record<string, number> | undefined;
  /** What the window has no room for. */
  leftOut: Column[];
  exporting: boolean;
  /** Drawn as a map; undefined: its rows have no places. */
  mapped: boolean | undefined;
  onMapped: (mapped: boolean) => void;
  onAction: (action: Action) => void;
  onView: (view: SavedView | undefined) => void;
  onSegment: (code: string | undefined) => void;
  onCount: () => void;
  onSaveView: () => void;
  onExport: () => void;
  onColumns: () => void;
  onRefresh: () => void;
}

export function ListToolbar(props: ToolbarProps) {
  const { config, counted, viewId } = props;
  const verbs = config.actions.filter((action) => action.place === 'toolbar');
  return (
    <div className="list-toolbar">
      {verbs.map((action) => (
        <Button
          key={action.code}
          type={isNew(action) ? 'primary' : undefined}
          icon={isNew(action) ? <PlusOutlined /> : undefined}
          title={action.shortcut}
          onClick={() => props.onAction(action)}
        >
          {action.label}
        </Button>
      ))}
      {config.segments.length > 0 && <Segments {...props} />}
      {config.views.length > 0 && (
        <Suspense fallback={null}>
          <SavedViews views={config.views} viewId={viewId} onView={props.onView} />
        </Suspense>
      )}
      <span className="spacer" />
      {props.leftOut.length > 0 && (
        <button
          type="button"
          className="link nowrap"
          title={`窗口较窄，没有显示：${props.leftOut.map((column) => column.label).join('、')}。点击选择显示哪些列`}
          onClick={props.onColumns}
        >
          另有 {props.leftOut.length} 列
        </button>
      )}
      <Count counted={counted} onCount={props.onCount} />
      {props.mapped !== undefined && (
        <Button
          type="text"
          size="small"
          icon={props.mapped ? <UnorderedListOutlined /> : <EnvironmentOutlined />}
          onClick={() => props.onMapped(!props.mapped)}
        >
          {props.mapped ? '回到列表' : '看地图'}
        </Button>
      )}
      <Button type="text" size="small" icon={<StarOutlined />} onClick={props.onSaveView}>
        存为视图
      </Button>
      {config.exportable && (
        <Button
          type="text"
          size="small"
          icon={<ExportOutlined />}
          loading={props.exporting}
          onClick={props.onExport}
        >
          导出
        </Button>
      )}
      <Tooltip title="列设置">
        <Button
          type="text"
          size="small"
          icon={<SettingOutlined />}
          aria-label="列设置"
          onClick={props.onColumns}
        />
      </Tooltip>
      <Tooltip title="刷新">
        <Button
          type="text"
          size="small"
          icon={<ReloadOutlined />}
          aria-label="刷新"
          onClick={props.onRefresh}
        />
      </Tooltip>
    </div>
  );
}

/** The parts of a list with their counts: one click opens what somebody came for. */
function Segments({ config, segment, counts, onSegment }: ToolbarProps) {
  return (
    <div className="list-segments" role="group" aria-label="列表分段">
      {[{ code: undefined, label: '全部' }, ...config.segments].map(({ code, label }) => (
        <button key={label} type="button" aria-pressed={segment === code} onClick={() => onSegment(code)}>
          {label}
          {code && counts?.[code] !== undefined && <b>{formatNumber(counts[code])}</b>}
        </button>
      ))}
    </div>
  );
}

/** What is known of the number of rows. */
export interface Counted {
  count: number;
  /** There are more: counting stopped. */
  capped: boolean;
  /** The exact number is being counted. */
  counting: boolean;
  /** Why it was not counted. */
  refused?: string;
}

function Count({ counted, onCount }: { counted: Counted | undefined; onCount: () => void }) {
  if (!counted) return null;
  const { count, capped, counting, refused } = counted;
  if (!capped) return <span className="hint nowrap">共 {formatNumber(count)} 条</span>;
  return (
    <span className="hint nowrap" title={refused}>
      至少 {formatNumber(count)} 条{' '}
      {counting ? (
        '正在数…'
      ) : (
        <button type="button" className="link" onClick={onCount}>
          {refused ? '没有数完，再数' : '数准确'}
        </button>
      )}
    </span>
  );
}

interface BatchProps {
  config: TableConfig;
  columns: Column[];
  rows: Row[];
  onAction: (action: Action) => void;
  onClear: () => void;
}

/** What the picked rows have in common, so that one sees whether they may be handled together. */
function common(columns: Column[], rows: Row[]): string {
  const words: string[] = [];
  const unit = columns.find((column) => column.prop === 'unitname');
  if (unit && rows.length > 1) {
    const units = new Set(rows.map((row) => cellText(unit, row)));
    words.push(units.size === 1 ? `同一${unit.label}` : `${units.size} 个${unit.label}`);
  }
  if (rows.every((row) => String(row.equclacode ?? '').startsWith('3'))) words.push('均为电梯');
  return words.join('，');
}

export function BatchBar({ config, columns, rows, onAction, onClear }: BatchProps) {
  const verbs = config.actions.filter(
    (action) =>
      action.place === 'batch' || (action.place === 'toolbar' && action.needs && action.needs !== 'none'),
  );
  const machines = columns.find((column) => column.label === '台数');
  const sum = machines ? rows.reduce((total, row) => total + Number(row[machines.prop] ?? 0), 0) : 0;
  return (
    <div className="batch-bar">
      <span>
        已选 <b>{rows.length}</b> 条
        {machines && (
          <>
            ，<b>{sum}</b> 台
          </>
        )}
      </span>
      <span className="soft">{common(columns, rows)}</span>
      <i />
      {verbs.map((action) => (
        <button key={action.code} type="button" className="link" onClick={() => onAction(action)}>
          {action.label}
        </button>
      ))}
      <span className="spacer" />
      <button type="button" className="link soft" onClick={onClear}>
        <CloseOutlined /> 清除
      </button>
    </div>
  );
}
