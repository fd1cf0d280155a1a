/** A PDF the server makes, shown inside the page. It is fetched, because the browser cannot POST into a frame. */
import { useQuery } from '@tanstack/react-query';
import { Button, Spin } from 'antd';
import { lazy, Suspense, useEffect, useState } from 'react';
import { fetchFile, messageOf, type Params } from '@/api/client';
import { StateNote } from '@/ui/Panel';
import type { Remark } from './pdfText';
import './print.css';

const PdfFrame = lazy(() => import('./PdfFrame'));

export function useBlobUrl(blob: Blob | undefined): string | undefined {
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    if (!blob) return;
    const made = URL.createObjectURL(blob);
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [blob]);
  return url;
}

interface Props {
  path: string;
  form: Params;
  title: string;
  /** Page to open at, for links from a finding to the report. */
  page?: number;
  /** What a review found: numbered on the page where their words stand. */
  remarks?: Remark[];
}

export function PdfView({ path, form, title, page, remarks }: Props) {
  const file = useQuery({
    queryKey: ['pdf', path, form],
    queryFn: () => fetchFile(path, {}, form),
    staleTime: 60_000,
    gcTime: 60_000,
    retry: false,
  });
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
      <PdfFrame blob={file.data.blob} title={title} page={page} remarks={remarks} />
    </Suspense>
  );
}
