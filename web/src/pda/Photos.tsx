/** The pictures of an item that this phone took, and taking one more. */
import { Suspense, useEffect, useState } from 'react';
import type { KeptPhoto } from './core';
import { MarkSheet } from './later';
import { usePhone } from './phone';
import { smaller } from './photo';
import { stateWords } from './words';

export function Photos({ record, item, closed }: { record: string; item: string; closed: boolean }) {
  const { state, store, attempt } = usePhone();
  const photos = state.photos.filter((one) => one.record === record && one.item === item);
  const [marking, setMarking] = useState('');
  const add = (file: File | undefined) =>
    file && void attempt(async () => store.addPhoto(record, item, await smaller(file)));
  return (
    <div className="pda-photos">
      {photos.map((one) => (
        <Thumb
          key={one.id}
          photo={one}
          onMark={closed || one.marked ? undefined : () => setMarking(one.id)}
        />
      ))}
      {!closed && (
        <label className="pda-photo-add">
          拍照
          <input
            type="file"
            accept="image/*"
            capture="environment"
            aria-label={`第${item}项拍照`}
            hidden
            onChange={(event) => {
              add(event.target.files?.[0]);
              event.target.value = '';
            }}
          />
        </label>
      )}
      {photos.length > 0 && <span>{photos.length} 张，存在本机</span>}
      {marking && (
        <Suspense fallback={null}>
          <MarkSheet id={marking} onClose={() => setMarking('')} />
        </Suspense>
      )}
    </div>
  );
}

function Thumb({ photo, onMark }: { photo: KeptPhoto; onMark: (() => void) | undefined }) {
  const { store } = usePhone();
  const [url, setUrl] = useState('');
  useEffect(() => {
    let made = '';
    let there = true;
    void store.pictureOf(photo.id).then((picture) => {
      if (!picture || !there) return;
      made = URL.createObjectURL(picture);
      setUrl(made);
    });
    return () => {
      there = false;
      if (made) URL.revokeObjectURL(made);
    };
  }, [store, photo.id]);
  return (
    <figure className="pda-photo">
      {url && <img src={url} alt="现场照片" />}
      {onMark && <button type="button" aria-label="标注照片" onClick={onMark} />}
      <figcaption>{photo.marked ? `标注 ${stateWords[photo.state]}` : stateWords[photo.state]}</figcaption>
    </figure>
  );
}
