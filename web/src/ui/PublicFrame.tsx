/** The frame of pages that open without login. No antd: they are opened on phones and by strangers. */
import { type ReactNode, useEffect } from 'react';
import { Mark } from '@/ui/icons';
import './public.css';

const PRODUCT = '特种设备检验监管平台';

export function PublicFrame({ title, children }: { title: string; children: ReactNode }) {
  useEffect(() => {
    document.title = `${PRODUCT} - ${title}`;
  }, [title]);
  return (
    <div className="public-page">
      <header>
        <Mark />
        <span>{PRODUCT}</span>
      </header>
      <main>{children}</main>
    </div>
  );
}
