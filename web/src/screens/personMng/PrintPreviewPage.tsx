/** 打印预览 of papers of persons by its address: which paper of which records. */
import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { fetchPrint } from '@/api/common';
import { PdfFile } from '@/print/PdfView';

export default function PrintPreviewPage() {
  const [search] = useSearchParams();
  const printType = search.get('printType') ?? '';
  const ids = (search.get('ids') ?? '').split(',').filter(Boolean);
  const file = useQuery({
    queryKey: ['print', printType, ids],
    queryFn: () => fetchPrint(printType, ids),
    enabled: Boolean(printType && ids.length),
    gcTime: 0,
    retry: false,
  });
  if (!printType || !ids.length) {
    return <p className="hint">在列表或详情点打印的按钮，预览所打印的文书</p>;
  }
  return <PdfFile file={file} title="打印预览" />;
}
