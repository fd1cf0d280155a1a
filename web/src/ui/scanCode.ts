/** The picture code of a label, read by the browser from a photo, where the browser can. */

interface Detector {
  detect: (image: ImageBitmap) => Promise<{ rawValue: string }[]>;
}
type DetectorClass = new (options: { formats: string[] }) => Detector;

const detector = () => (window as { BarcodeDetector?: DetectorClass }).BarcodeDetector;

export const canScan = () => Boolean(detector());

/** What the code says; '' when the photo shows none. */
export async function codeIn(photo: File): Promise<string> {
  const Reader = detector();
  if (!Reader) return '';
  const found = await new Reader({ formats: ['qr_code', 'code_128'] }).detect(await createImageBitmap(photo));
  return found[0]?.rawValue ?? '';
}
