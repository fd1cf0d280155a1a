/** A PDF the server makes, shown inside the page. It is fetched, because the browser cannot POST into a frame. */
import { useQuery } from '@tanstack/react-query';
import { Button, Spin } from 'antd';
import { useEffect, useState } from 'react';
import { fetchFile, messageOf, type Params } from '@/api/client';
import { StateNote } from '@/ui/Panel';
import './print.css';

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
}

export function PdfView({ path, form, title, page }: Props) {
  const file = useQuery({
    queryKey: ['pdf', path, form],
    queryFn: () => fetchFile(path, {}, form),
    staleTime: 60_000,
    gcTime: 60_000,
    retry: false,
  });
  const url = useBlobUrl(file.data?.blob);
  if (file.isError) {
    return (
      <StateNote kind="fault" title="打印出错" actions={<Button onClick={() => file.refetch()}>重试</Button>}>
        {messageOf(file.error)}
      </StateNote>
    );
  }
  if (!url) return <Spin style={{ margin: 'auto' }} description="正在排版" />;
  const place = page ? `page=${page}&` : '';
  return <iframe className="pdf-view" title={title} src={`${url}#${place}toolbar=1&navpanes=0&view=FitH`} />;
}
