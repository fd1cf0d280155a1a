/** The saved views of a list as segments, with 全部 before them. */
import { Segmented } from 'antd';
import type { SavedView } from '@/api/shapes';

const ALL = '__all';

interface Props {
  views: SavedView[];
  viewId: string | undefined;
  onView: (view: SavedView | undefined) => void;
}

export function SavedViews({ views, viewId, onView }: Props) {
  return (
    <Segmented
      className="list-views"
      value={viewId ?? ALL}
      options={[
        { value: ALL, label: '全部' },
        ...views.map((view) => ({
          value: view.viewId,
          label: view.name,
        })),
      ]}
      onChange={(value) => onView(views.find((view) => view.viewId === value))}
    />
  );
}
