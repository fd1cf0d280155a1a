/** The frame of pages that open without login. No antd: they are opened on phones and by strangers. */
import { type ReactNode, useEffect } from 'react';
import { Mark } from '@/ui/icons';
import './public.css';

const PRODUCT = '特种设备检验监管平台';

interface Props {
  title: string;
  /** For tables: as wide as an office screen. */
  wide?: boolean;
  children: ReactNode;
}

export function PublicFrame({ title, wide, children }: Props) {
  useEffect(() => {
    document.title = `${PRODUCT} - ${title}`;
  }, [title]);
  return (
    <div className="public-page">
      <header>
        <Mark />
        <span>{PRODUCT}</span>
      </header>
      <main className={wide ? 'wide' : undefined}>{children}</main>
    </div>
  );
}
