/** Beside the form: what still stops, the files, and the last declaration of the same unit. */
import { useQuery } from '@tanstack/react-query';
import { read } from '@/api/client';
import type { Row } from '@/api/layout';
import { Checks } from '@/screens/businessPro/parts/Checks';
import { Attachments } from '@/ui/Attachments';
import { formatDate } from '@/ui/format';
import { Panel } from '@/ui/Panel';
import { type ApplyValues, likeLast, ways } from './model';
import type { ApplyState } from './useApply';

interface Props {
  state: ApplyState;
  onGo: (field: string) => void;
  onSaveFirst: () => void;
  onLikeLast: (values: ApplyValues) => void;
}

/** Kinds of paper that come with a declaration; the whole dictionary would drown them. */
const PAPERS = ['01', '02', '09', '16', '17', '99'];

export function Beside({ state, onGo, onSaveFirst, onLikeLast }: Props) {
  const { values, checks, stopping } = state;
  return (
    <aside className="form-aside">
      <Panel
        title="提交前"
        sub={stopping.length > 0 ? `${stopping.length} 处要改` : '可以提交'}
        className="beside-panel"
      >
        <Checks checks={checks} onGo={onGo} />
      </Panel>
      {values.id ? (
        <Attachments attrefsysid={values.id} owner="application" types={PAPERS} />
      ) : (
        <Panel title="附件" className="beside-panel">
          <p className="hint">
            暂存后可以上传附件，也可用手机扫码拍照上传{'　'}
            <button type="button" className="link" onClick={onSaveFirst}>
              暂存
            </button>
          </p>
        </Panel>
      )}
      <LastDeclaration state={state} onLikeLast={onLikeLast} />
    </aside>
  );
}

function LastDeclaration({ state, onLikeLast }: Pick<Props, 'state' | 'onLikeLast'>) {
  const { unitsysid, appno } = state.values;
  const last = useQuery({
    queryKey: ['last declaration', unitsysid],
    queryFn: () => read<Row | null>('/api/appmain/getAppMainLastBussDetail', { unitsysid }),
    enabled: Boolean(unitsysid),
  }).data;
  if (!last || last.appno === appno) return null;
  const way = ways.find((one) => one.value === last.reportget)?.label;
  return (
    <Panel title="同单位上次申报" className="beside-panel">
      <p className="soft">
        <span className="code">{String(last.appno)}</span>　{formatDate(last.appdate)}
      </p>
      <p className="soft">
        {String(last.equcount ?? 0)} 台，{way ? `${way}领取` : ''}，联系人 {String(last.inscontactname ?? '')}
      </p>
      <button type="button" className="link" onClick={() => onLikeLast(likeLast(state.values, last))}>
        照此填写
      </button>
    </Panel>
  );
}
