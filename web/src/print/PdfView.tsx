/** A PDF the server makes, shown inside the page. It is fetched, because the browser cannot POST into a frame. */
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { Button, Spin } from 'antd';
import { lazy, Suspense } from 'react';
import { fetchFile, messageOf, type Params } from '@/api/client';
import { StateNote } from '@/ui/Panel';
import type { Remark } from './pdfText';

const PdfFrame = lazy(() => import('./PdfFrame'));

interface Shown {
  title: string;
  /** Page to open at, for links from a finding to the report. */
  page?: number;
  /** What a review found: numbered on the page where their words stand. */
  remarks?: Remark[];
  /** The page around it prints: no button of its own. */
  printedOutside?: boolean;
}

/** A file while it is fetched, when that failed, and when it is there. */
export function PdfFile({ file, ...shown }: Shown & { file: UseQueryResult<{ blob: Blob }> }) {
  if (file.isError) {
    return (
      <StateNote kind="fault" title="打印出错" actions={<Button onClick={() => file.refetch()}>重试</Button>}>
        {messageOf(file.error)}
      </StateNote>
    );
  }
  const waiting = <Spin style={{ margin: 'auto' }} description="正在排版" />;
  if (!file.data) return waiting;
  return (
    <Suspense fallback={waiting}>
      <PdfFrame blob={file.data.blob} {...shown} />
    </Suspense>
  );
}

export function PdfView({ path, form, ...shown }: Shown & { path: string; form: Params }) {
  const file = useQuery({
    queryKey: ['pdf', path, form],
    queryFn: () => fetchFile(path, {}, form),
    staleTime: 60_000,
    gcTime: 60_000,
    retry: false,
  });
  return <PdfFile file={file} {...shown} />;
}
