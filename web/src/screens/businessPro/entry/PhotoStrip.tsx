/** Photos and sketches of one place of the record: small, opened large, added and taken off. */
import { CameraOutlined } from '@ant-design/icons';
import { Image } from 'antd';
import { urlOf } from '@/api/client';
import type { Photo } from './photos';

const PREVIEW = '/api/equipment-documents/attachments/preview';

interface Props {
  photos: Photo[];
  uploading: number;
  readOnly: boolean;
  /** In a row of a table. */
  small?: boolean;
  addWords: string;
  addLabel?: string;
  onAdd?: () => void;
  onRemove: (id: string) => void;
}

export function PhotoStrip({
  photos,
  uploading,
  readOnly,
  small,
  addWords,
  addLabel,
  onAdd,
  onRemove,
}: Props) {
  return (
    <div className={`item-photos ${small ? 'small' : ''}`}>
      <Image.PreviewGroup>
        {photos.map((photo) => (
          <span key={photo.attsysid} className="item-photo">
            <Image
              width={small ? 34 : 68}
              height={small ? 25 : 50}
              alt={photo.name}
              src={urlOf(PREVIEW, { attsysid: photo.attsysid, small: 1 })}
              preview={{ src: urlOf(PREVIEW, { attsysid: photo.attsysid }), mask: small ? null : undefined }}
            />
            {!readOnly && (
              <button
                type="button"
                aria-label={`删除照片 ${photo.name}`}
                onClick={() => onRemove(photo.attsysid)}
              >
                ×
              </button>
            )}
          </span>
        ))}
      </Image.PreviewGroup>
      {uploading > 0 && <span className="photo-place hint">上传 {uploading}</span>}
      {!readOnly && onAdd && (
        <button type="button" className="photo-place" aria-label={addLabel} title={addLabel} onClick={onAdd}>
          <CameraOutlined />
          {addWords && <span>{addWords}</span>}
        </button>
      )}
    </div>
  );
}
