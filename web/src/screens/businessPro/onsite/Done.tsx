/** What came of the declaration, and its photos, which follow it. */

import { Button } from 'antd';
import { useCallback, useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import { uploadAttachment } from '@/api/attachments';
import { messageOf } from '@/api/client';
import type { OnsiteDone } from '@/api/shapes';
import { useApp } from '@/ui/useApp';

/** 现场照片 in the dictionary of attachment kinds. */
const PHOTO_KIND = '18';

interface Props {
  done: OnsiteDone;
  photos: readonly File[];
  onNext: () => void;
}

export function Done({ done, photos, onNext }: Props) {
  const { message } = useApp();
  const [left, setLeft] = useState<readonly File[]>(photos);
  const [busy, setBusy] = useState(false);
  const send = useCallback(
    async (files: readonly File[]) => {
      setBusy(true);
      const failed: File[] = [];
      for (const file of files) {
        try {
          const place = { attrefsysid: done.id, owner: 'application', type: PHOTO_KIND };
          await uploadAttachment(place, file);
        } catch (error) {
          failed.push(file);
          message.error(`${file.name}：${messageOf(error)}`);
        }
      }
      setLeft(failed);
      setBusy(false);
    },
    [done.id, message],
  );
  const begun = useRef(false);
  useEffect(() => {
    if (begun.current || photos.length === 0) return;
    begun.current = true;
    void send(photos);
  }, [photos, send]);
  const sent = photos.length - left.length;
  return (
    <div role="status">
      <h3>已申报</h3>
      <p>
        申报单{' '}
        <Link className="code" to={`/businessPro/applyInfo?id=${done.id}`}>
          {done.appno}
        </Link>
        　当前环节：{done.stepName}
      </p>
      {done.warning && <p className="caution">{done.warning}</p>}
      {done.items.map((one) => (
        <p key={one.id}>
          业务 <span className="code">{one.seisn}</span>　{one.equname} {one.equcode}
        </p>
      ))}
      {photos.length > 0 && (
        <p>
          照片已上传 {sent}/{photos.length} 张
          {left.length > 0 && !busy && (
            <Button type="link" onClick={() => void send(left)}>
              重传
            </Button>
          )}
        </p>
      )}
      <Button size="large" type="primary" disabled={busy} onClick={onNext}>
        再申报一单
      </Button>
    </div>
  );
}
