/** A picture of the camera, made small enough to be sent from a machine room. */

const LONGEST_SIDE = 2560;
const QUALITY = 0.85;

export class NoPicture extends Error {
  constructor() {
    super('这张照片打不开，请重拍');
  }
}

export async function smaller(file: Blob): Promise<Blob> {
  const picture = await createImageBitmap(file).catch(() => {
    throw new NoPicture();
  });
  const scale = Math.min(1, LONGEST_SIDE / Math.max(picture.width, picture.height));
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(picture.width * scale));
  canvas.height = Math.max(1, Math.round(picture.height * scale));
  canvas.getContext('2d')?.drawImage(picture, 0, 0, canvas.width, canvas.height);
  picture.close();
  const made = await new Promise<Blob | null>((done) => canvas.toBlob(done, 'image/jpeg', QUALITY));
  if (!made) throw new NoPicture();
  return made;
}
