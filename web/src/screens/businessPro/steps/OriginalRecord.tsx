/** 原始记录: the record as it is, on paper. */
import { Button } from 'antd';
import { useNavigate } from 'react-router';
import { PdfView } from '@/print/PdfView';
import { StateNote } from '@/ui/Panel';
import { ItemPage } from './ItemPage';

export default function OriginalRecord() {
  const navigate = useNavigate();
  return (
    <ItemPage
      move="enter"
      actions={({ id, screen, mine }) =>
        screen.record && (
          <Button onClick={() => navigate(`/businessPro/reportEnterInfo?id=${id}`)}>
            {mine ? '去录入' : '看录入'}
          </Button>
        )
      }
    >
      {({ id, screen }) => (
        <section className="panel" style={{ flex: 1, minHeight: 0 }}>
          {screen.record ? (
            <PdfView
              path="/api/common/commonPrint"
              form={{ printType: 'YSJL', ids: [id] }}
              title={`原始记录 ${screen.head.seisn}`}
            />
          ) : (
            <StateNote kind="empty" title="还没有原始记录">
              报告生成后，原始记录在这里查看和打印
            </StateNote>
          )}
        </section>
      )}
    </ItemPage>
  );
}
