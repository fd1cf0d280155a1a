/** Evidence of the item in hand: requirement, values with limits, photos, note, what it was last time. */
import { Checkbox, Input, Select } from 'antd';
import type { Ref } from 'react';
import type { EntryItem, WorkedTable } from '@/api/shapes';
import { type Answer, isWrong, proposedResult, resultFor, resultNames } from '@/ui/answers';
import { BasisLink } from '@/ui/Basis';
import { useInHand } from '@/ui/inHand';
import { MeasureInput } from './ItemTable';
import { PhotoStrip } from './PhotoStrip';
import type { Photo } from './photos';

interface ItemPanelProps {
  item: EntryItem;
  answer: Answer;
  /** Why the result cannot be true; empty when it can. */
  untrue: string;
  /** The lines of a piping project that the record is about; none for other devices. */
  lines: string[];
  worked: WorkedTable[];
  photos: Photo[];
  uploading: number;
  readOnly: boolean;
  noteBox: Ref<HTMLDivElement>;
  onChange: (change: Partial<Answer>) => void;
  onPhoto: () => void;
  onRemovePhoto: (id: string) => void;
  onPhrases: () => void;
}

export function ItemPanel(props: ItemPanelProps) {
  const { item, answer, readOnly, onChange } = props;
  useInHand(item.basis);
  const proposed = proposedResult(item, answer);
  const values = Object.values(item.last?.values ?? {});
  return (
    <div className="item-panel">
      <p className="item-title">
        <b>{item.seq}</b>
        <b>
          {item.content} {item.key && <em>*</em>}
        </b>
        <span className="hint code">{item.number}</span>
      </p>
      <p>
        {item.requirement}
        {item.basis && (
          <span className="hint">
            {' '}
            <BasisLink basis={item.basis} />
          </span>
        )}
      </p>
      {props.untrue && (
        <p className="late" role="alert">
          {props.untrue}
        </p>
      )}
      {item.prefill && <p className="hint ruled-note">按规则预填：{item.prefill}</p>}
      {item.taken && <p className="hint ruled-note">照{item.taken}填写，请在现场核对</p>}
      {item.measures.length > 0 && (
        <div className="item-measures">
          {item.measures.map((measure) => {
            const given = resultFor(props.worked, item, measure);
            return (
              <div key={measure.field}>
                <span className="soft">
                  {measure.label}
                  {given && <span className="hint"> 由表格得出</span>}
                </span>
                <MeasureInput
                  wide
                  seq={item.seq}
                  measure={measure}
                  value={given?.value ?? answer.v[measure.field] ?? ''}
                  readOnly={readOnly || given !== undefined}
                  onChange={(value) => onChange({ v: { ...answer.v, [measure.field]: value } })}
                />
              </div>
            );
          })}
          {proposed && (
            <p className={proposed === '×' ? 'late' : 'soft'}>
              {proposed === '×' ? '超出限值' : '在限值内'}，建议 {resultNames[proposed]}
            </p>
          )}
        </div>
      )}
      {answer.r === '×' && !item.key && (
        <Checkbox
          checked={answer.m}
          disabled={readOnly}
          onChange={(event) => onChange({ m: event.target.checked })}
        >
          监护使用 <span className="hint">使用单位已书面承诺采取安全措施</span>
        </Checkbox>
      )}
      {isWrong(answer.r) && props.lines.length > 1 && (
        <div className="item-lines">
          <span className="soft">
            涉及管线<span className="hint"> 不选为全部；只影响所选管线的结论与下次日期</span>
          </span>
          <Select
            aria-label="涉及管线"
            mode="multiple"
            allowClear
            style={{ width: '100%' }}
            maxTagCount={6}
            disabled={readOnly}
            placeholder={`全部 ${props.lines.length} 条管线`}
            value={answer.l}
            options={props.lines.map((one) => ({ value: one, label: one }))}
            onChange={(l: string[]) => onChange({ l })}
          />
        </div>
      )}
      <PhotoStrip
        photos={props.photos}
        uploading={props.uploading}
        readOnly={readOnly}
        addWords="P 拍照"
        onAdd={props.onPhoto}
        onRemove={props.onRemovePhoto}
      />
      <div className="item-note" ref={props.noteBox}>
        <Input.TextArea
          value={answer.n}
          readOnly={readOnly}
          maxLength={500}
          autoSize={{ minRows: 2, maxRows: 6 }}
          status={answer.r === '×' && !answer.n.trim() ? 'error' : undefined}
          placeholder="说明（不符合时必填）"
          aria-label="说明"
          onChange={(event) => onChange({ n: event.target.value })}
        />
        {!readOnly && (
          <button type="button" className="link" onClick={props.onPhrases}>
            常用语 <kbd>F2</kbd>
          </button>
        )}
      </div>
      <p className="hint item-last">
        {item.last ? (
          <>
            上次　{item.last.inspdate} <b>{item.last.result || '未填'}</b>{' '}
            {values.length > 0 && <b>{values.join('、')}</b>}
            {item.last.reportno && <span className="code">　{item.last.reportno}</span>}
          </>
        ) : (
          '上次　本系统内没有同类报告'
        )}
      </p>
    </div>
  );
}
