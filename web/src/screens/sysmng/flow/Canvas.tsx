/** The flow of one class and sort as a drawing: steps in their lanes, lines where they lead, returns of the chosen one. */
import {
  type Connection,
  type Edge,
  Handle,
  MarkerType,
  type Node,
  type NodeProps,
  Position,
  ReactFlow,
  ReactFlowProvider,
  useReactFlow,
} from '@xyflow/react';
import { useEffect, useMemo, useState } from 'react';
import type { Drawing, FindingRow, NodeRow } from '@/api/shapes';
import '@xyflow/react/dist/base.css';
import './copies';
import { type Act, counting, type Line, type State, toggled, type Words } from './model';

interface Props {
  page: Drawing;
  state: State;
  words: Words;
  findings: FindingRow[];
  readOnly: boolean;
  dispatch: (action: Act) => void;
}

const COLUMN = 149;
const LANE = 96;
const WIDTH = 126;
const HEIGHT = 46;
const LEFT = 64;

interface StepData extends Record<string, unknown> {
  node: NodeRow | null;
  line?: Line;
  name: string;
  who: string;
  faults: number;
  hints: number;
  chosen: boolean;
  readOnly: boolean;
  onUse: () => void;
}
type StepNode = Node<StepData, 'step'>;
type LaneNode = Node<{ title: string; width: number }, 'lane'>;

function Lane({ data }: NodeProps<LaneNode>) {
  return (
    <div className="flow-lane" style={{ width: data.width, height: LANE - 12 }}>
      <span>{data.title}</span>
    </div>
  );
}

function Step({ data }: NodeProps<StepNode>) {
  const { node, line, faults, hints } = data;
  const off = line !== undefined && !line.used;
  const mark = faults ? ' fault' : hints ? ' noted' : '';
  return (
    <div
      className={`flow-step${off ? ' off' : ''}${data.chosen ? ' chosen' : ''}${mark}${node ? '' : ' end'}`}
      style={{ width: WIDTH, height: HEIGHT }}
      title={node?.guards.join('\n')}
    >
      <Handle type="target" position={Position.Left} id="in" />
      <Handle type="target" position={Position.Top} id="back" />
      <b>{data.name}</b>
      <span className="flow-days">{line?.limit_days ? `${line.limit_days} 日` : ''}</span>
      <span className="flow-who">{data.who}</span>
      {off && !data.readOnly ? (
        <button type="button" className="link nodrag" onClick={data.onUse}>
          启用
        </button>
      ) : (
        <span className="flow-code">{off ? '不使用' : ''}</span>
      )}
      <Handle type="source" position={Position.Right} id="out" />
      <Handle type="source" position={Position.Bottom} id="return" />
    </div>
  );
}

const TYPES = { step: Step, lane: Lane };

export default function Canvas(props: Props) {
  return (
    <ReactFlowProvider>
      <Drawn {...props} />
    </ReactFlowProvider>
  );
}

function placed(page: Drawing, node: NodeRow): { x: number; y: number } {
  const lane = page.lanes.indexOf(node.lane);
  const place = page.nodes.filter((one) => one.lane === node.lane).indexOf(node);
  return { x: LEFT + place * COLUMN, y: lane * LANE + 18 };
}

function whoOf(line: Line | undefined, node: NodeRow, words: Words): string {
  return line?.actors.length ? line.actors.map(words.actor).join('、') : node.who;
}

function Drawn({ page, state, words, findings, readOnly, dispatch }: Props) {
  const { lines, scope, at } = state;
  const flow = useReactFlow();
  const chosen = lines.find((line) => line.key === at);
  const rows = useMemo(
    () => new Map(page.nodes.map((node) => [node.code, counting(lines, node.code, scope)])),
    [page.nodes, lines, scope],
  );

  const nodes = useMemo(() => {
    const last = page.nodes.filter((one) => one.lane === page.lanes[page.lanes.length - 1]).length;
    const lanes: LaneNode[] = page.lanes.map((title, place) => ({
      id: `lane ${title}`,
      type: 'lane',
      deletable: false,
      position: { x: 0, y: place * LANE },
      data: { title, width: LEFT + (last + 1) * COLUMN },
      selectable: false,
      draggable: false,
      focusable: false,
      zIndex: -1,
    }));
    const steps: StepNode[] = page.nodes.map((node) => {
      const line = rows.get(node.code);
      const place = line ? lines.indexOf(line) : -1;
      const mine = findings.filter(
        (one) => one.step === node.code && (one.row < 0 || one.row === place || !lines[one.row]),
      );
      return {
        id: node.code,
        type: 'step',
        deletable: false,
        position: placed(page, node),
        ariaLabel: `${node.name}${line?.used === false ? '，不使用' : ''}`,
        data: {
          node,
          line,
          name: node.name,
          who: whoOf(line, node, words),
          faults: mine.filter((one) => one.level === 'error').length,
          hints: mine.length,
          chosen: node.code === chosen?.step,
          readOnly,
          onUse: () => line && dispatch({ do: 'set', key: line.key, values: { used: true } }),
        },
      };
    });
    const end: StepNode = {
      id: page.end,
      type: 'step',
      deletable: false,
      position: { x: LEFT + last * COLUMN, y: (page.lanes.length - 1) * LANE + 18 },
      selectable: false,
      focusable: false,
      data: {
        node: null,
        name: '已办结',
        who: '',
        faults: 0,
        hints: 0,
        chosen: false,
        readOnly: true,
        onUse: () => undefined,
      },
    };
    return [...lanes, ...steps, end];
  }, [page, rows, lines, findings, chosen?.step, readOnly, dispatch, words]);

  const [picked, setPicked] = useState(''); // the line that Delete takes away
  const edges = useMemo(
    () => edgesOf(page, rows, chosen).map((edge) => ({ ...edge, selected: edge.id === picked })),
    [page, rows, chosen, picked],
  );
  const look = (step: string) => {
    const line = rows.get(step);
    if (line) dispatch({ do: 'look', key: line.key });
  };

  useEffect(() => {
    if (chosen && flow.viewportInitialized && flow.getZoom() > 1.05)
      void flow.fitView({ nodes: [{ id: chosen.step }], maxZoom: 1 });
  }, [chosen, flow]);

  const connect = ({ source, target, sourceHandle }: Connection) => {
    const line = rows.get(source);
    if (!line || source === target) return;
    const name = sourceHandle === 'return' ? 'backs' : 'leads';
    if (!line[name].includes(target))
      dispatch({ do: 'set', key: line.key, values: { [name]: [...line[name], target] } });
  };
  const cut = (gone: Edge[]) => {
    for (const edge of gone) {
      const line = rows.get(edge.source);
      const name = edge.data?.kind === 'back' ? 'backs' : 'leads';
      if (line) dispatch({ do: 'set', key: line.key, values: { [name]: toggled(line[name], edge.target) } });
    }
  };
  return (
    <ReactFlow
      nodes={nodes}
      edges={edges}
      nodeTypes={TYPES}
      onNodeClick={(_event, node) => look(node.id)}
      onNodesChange={(changes) => {
        for (const one of changes) if (one.type === 'select' && one.selected) look(one.id);
      }}
      onEdgesChange={(changes) => {
        for (const one of changes)
          if (one.type === 'select') setPicked((old) => (one.selected ? one.id : old === one.id ? '' : old));
      }}
      onConnect={connect}
      onEdgesDelete={cut}
      nodesDraggable={false}
      nodesConnectable={!readOnly}
      edgesFocusable={!readOnly}
      deleteKeyCode={readOnly ? null : ['Delete', 'Backspace']}
      connectOnClick={!readOnly}
      connectionRadius={28}
      fitView
      fitViewOptions={{ padding: 0.02, maxZoom: 1.1 }}
      minZoom={0.4}
      maxZoom={1.6}
      preventScrolling={false}
      zoomOnScroll={false}
      proOptions={{ hideAttribution: true }}
      ariaLabelConfig={LABELS}
    />
  );
}

const LABELS = {
  'node.a11yDescription.default': '回车选中这一环节',
  'edge.a11yDescription.default': '回车选中这条线，Delete 删除',
};

function edgesOf(page: Drawing, rows: Map<string, Line | undefined>, chosen?: Line): Edge[] {
  const place = new Map(page.nodes.map((node) => [node.code, node.place]));
  const edges: Edge[] = [];
  for (const node of page.nodes) {
    const line = rows.get(node.code);
    if (!line?.used) continue;
    const open = line.leads.filter((one) => one === page.end || rows.get(one)?.used);
    const ahead = [...open].sort((a, b) => (place.get(a) ?? 99) - (place.get(b) ?? 99));
    for (const lead of open) {
      const taken = node.branches || lead === ahead[0];
      edges.push({
        id: `${node.code}>${lead}`,
        source: node.code,
        target: lead,
        sourceHandle: 'out',
        targetHandle: 'in',
        type: 'smoothstep',
        className: taken ? 'flow-lead' : 'flow-lead spare',
        markerEnd: { type: MarkerType.ArrowClosed },
        data: { kind: 'lead' },
        ariaLabel: `通向 ${lead}`,
      });
    }
    if (node.code !== chosen?.step) continue;
    for (const back of line.backs)
      edges.push({
        id: `${node.code}<${back}`,
        source: node.code,
        target: back,
        sourceHandle: 'return',
        targetHandle: 'back',
        type: 'default',
        className: 'flow-back',
        markerEnd: { type: MarkerType.ArrowClosed },
        data: { kind: 'back' },
        zIndex: 10,
      });
  }
  return edges;
}
