/** The browser's own print of a file, sharp at any size. */
let printed: { frame: HTMLIFrameElement; url: string } | undefined;

/** Opens the print dialog over a PDF. It may stay open for long, so a file goes when the next one is printed. */
export function printFile(blob: Blob): void {
  printed?.frame.remove();
  if (printed) URL.revokeObjectURL(printed.url);
  const url = URL.createObjectURL(blob);
  const frame = document.createElement('iframe');
  printed = { frame, url };
  frame.style.display = 'none';
  frame.src = url;
  frame.onload = () => frame.contentWindow?.print();
  document.body.append(frame);
}
