// The sheet that a PDF is written on: how much room is left, and how far in the next block begins.

export interface Sheet {
  doc: PDFKit.PDFDocument;
  left: number;
  width: number;
  image: (href: string) => Uint8Array | undefined;
  /** The name of the place in this document that a link leads to. */
  place: (href: string) => string | undefined;
}

/** A list or quote that is open around the block. */
export interface Container {
  kind: 'list' | 'quote';
  /** Number of the next item; absent for bullets. */
  next?: number;
}

export interface Writing extends Sheet {
  open: Container[];
  /** Waits for the first block of its item. */
  marker: string | undefined;
}

export const INDENT = 18;
const MIN_WIDTH = 140;

/** Where the next block begins, and how wide it may be. */
export function boxOf({ left, width, open }: Writing): { x: number; width: number } {
  const indent = Math.min(open.length * INDENT, width - MIN_WIDTH);
  return { x: left + indent, width: width - indent };
}

/** Begins a new page where less than the height is left. */
export function ensure({ doc }: Sheet, height: number): void {
  if (doc.y + height > doc.page.height - doc.page.margins.bottom) doc.addPage();
}
