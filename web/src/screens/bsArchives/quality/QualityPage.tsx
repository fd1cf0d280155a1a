/** 档案质量: the score of what I see, the commonest faults, the worst units and areas, and the devices behind each. */

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Button, Tabs } from 'antd';
import { useNavigate } from 'react-router';
import { get, messageOf, post } from '@/api/client';
import { labelOf, useDict } from '@/api/dict';
import { formatNumber } from '@/ui/format';
import { Panel } from '@/ui/Panel';
import { usePermission } from '@/ui/permission';
import { useApp } from '@/ui/useApp';
import { FaultNote } from '@/views/ListStates';
import { ListView } from '@/views/ListView';
import './quality.css';
import type { FaultCount, QualitySummary, Worst } from '@/api/shapes';

const PAGE = '/bsArchives/equipment/dataQuality';

export function QualityPage() {
  const { message } = useApp();
  const client = useQueryClient();
  const { guard } = usePermission();
  const summary = useQuery({
    queryKey: ['quality summary'],
    queryFn: () => get('/api/equipmentQuality/summary'),
    staleTime: 0,
  });
  const again = async () => {
    try {
      await post('/api/equipmentQuality/recheckAll');
      message.success('已开始重新核查全部档案，完成后刷新可见');
      void client.invalidateQueries({ queryKey: ['quality summary'] });
    } catch (error) {
      message.error(messageOf(error));
    }
  };
  return (
    <ListView
      viewNo="eqd_quality_list"
      header={
        summary.error ? (
          <FaultNote error={summary.error} onRetry={() => summary.refetch()} />
        ) : (
          summary.data && (
            <Head
              summary={summary.data}
              onAgain={() => guard('basic:quality:run', again)}
              onRefresh={() => client.invalidateQueries()}
            />
          )
        )
      }
    />
  );
}

function Head({
  summary,
  onAgain,
  onRefresh,
}: {
  summary: QualitySummary;
  onAgain: () => void;
  onRefresh: () => void;
}) {
  const navigate = useNavigate();
  const areas = useDict('AREA');
  const show = (query: string) => navigate(`${PAGE}?${query}`);
  return (
    <div className="quality-head">
      <Panel title="平均得分" sub={`${summary.checks} 项核查`}>
        <b className="quality-mean">{summary.mean}</b>
        <p>
          {formatNumber(summary.total)} 台中 {formatNumber(summary.bad)} 台有问题
        </p>
        <p className="quality-buttons">
          <Button size="small" onClick={onAgain}>
            重新核查
          </Button>
          <Button size="small" type="text" onClick={onRefresh}>
            刷新
          </Button>
        </p>
        <p className="hint">每夜按核查规则给每台档案打分，满分 100，查出的问题逐项扣分</p>
      </Panel>
      <Panel className="quality-tables" flush>
        <Tabs
          size="small"
          items={[
            {
              key: 'faults',
              label: '按问题',
              children: <Faults faults={summary.faults} onShow={(code) => show(`fault=${code}`)} />,
            },
            {
              key: 'units',
              label: '按使用单位',
              children: (
                <Ranking
                  rows={summary.units}
                  name={(row) => row.label}
                  onShow={(id) => show(`useorgsysid=${id}`)}
                />
              ),
            },
            {
              key: 'areas',
              label: '按区县',
              children: (
                <Ranking
                  rows={summary.areas}
                  name={(row) => labelOf(areas, row.value) || row.value || '未填区划'}
                  onShow={(code) => show(`areacode=${code}`)}
                />
              ),
            },
          ]}
        />
      </Panel>
    </div>
  );
}

function Faults({ faults, onShow }: { faults: FaultCount[]; onShow: (code: string) => void }) {
  return (
    <div className="quality-scroll">
      <table className="plain">
        <colgroup>
          <col style={{ width: 74 }} />
          <col />
          <col style={{ width: 64 }} />
          <col style={{ width: 320 }} />
        </colgroup>
        <thead>
          <tr>
            <th className="right">台数</th>
            <th>问题</th>
            <th className="right">扣分</th>
            <th>依据</th>
          </tr>
        </thead>
        <tbody>
          {faults.map((fault) => (
            <tr key={fault.code}>
              <td className="right">
                <button type="button" className="link" onClick={() => onShow(fault.code)}>
                  {formatNumber(fault.count)}
                </button>
              </td>
              <td>{fault.title}</td>
              <td className="right">{fault.weight}</td>
              <td className="soft" title={fault.clause}>
                {fault.clause}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface RankingProps {
  rows: Worst[];
  name: (row: Worst) => string;
  onShow: (value: string) => void;
}

function Ranking({ rows, name, onShow }: RankingProps) {
  return (
    <div className="quality-scroll">
      <table className="plain">
        <colgroup>
          <col />
          <col style={{ width: 90 }} />
          <col style={{ width: 90 }} />
          <col style={{ width: 90 }} />
        </colgroup>
        <thead>
          <tr>
            <th>名称</th>
            <th className="right">平均得分</th>
            <th className="right">有问题</th>
            <th className="right">台数</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.value}>
              <td>{name(row)}</td>
              <td className="right">{row.mean}</td>
              <td className="right">
                <button type="button" className="link" onClick={() => onShow(row.value)}>
                  {formatNumber(row.bad)}
                </button>
              </td>
              <td className="right">{formatNumber(row.total)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
