// Content type of a file by its extension, and of a picture by its bytes.
const TYPES: Record<string, string> = {
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  gif: 'image/gif',
  webp: 'image/webp',
  svg: 'image/svg+xml',
  avif: 'image/avif',
  bmp: 'image/bmp',
  ico: 'image/x-icon',
  mp4: 'video/mp4',
  webm: 'video/webm',
  mov: 'video/quicktime',
  mp3: 'audio/mpeg',
  wav: 'audio/wav',
  ogg: 'audio/ogg',
  pdf: 'application/pdf',
  zip: 'application/zip',
  gz: 'application/gzip',
  tar: 'application/x-tar',
  json: 'application/json',
  yaml: 'application/yaml',
  yml: 'application/yaml',
  xml: 'application/xml',
  js: 'text/javascript',
  mjs: 'text/javascript',
  ts: 'text/plain',
  css: 'text/css',
  html: 'text/html',
  htm: 'text/html',
  csv: 'text/csv',
  txt: 'text/plain',
  md: 'text/markdown',
  markdown: 'text/markdown',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  pptx: 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
  woff: 'font/woff',
  woff2: 'font/woff2',
  ttf: 'font/ttf',
  otf: 'font/otf',
};

/** `application/octet-stream` for an unknown extension. */
export function contentTypeOf(name: string): string {
  const extension = /\.([^./\\]+)$/.exec(name)?.[1]?.toLowerCase() ?? '';
  return (Object.hasOwn(TYPES, extension) && TYPES[extension]) || 'application/octet-stream';
}

/** The usual extension of a content type, with its dot; empty for an unknown type. */
export function extensionOf(contentType: string): string {
  const type = contentType.split(';')[0]?.trim().toLowerCase();
  const found = Object.entries(TYPES).find(([, known]) => known === type)?.[0];
  return found ? `.${found}` : '';
}

// What kind of picture bytes are, by how they begin: a name can say anything.

const STARTS: readonly (readonly [kind: string, start: string])[] = [
  ['png', '89504e470d0a1a0a'],
  ['jpg', 'ffd8ff'],
  ['gif', '47494638'],
  ['bmp', '424d'],
  ['ico', '00000100'],
];

/** Undefined for what is not a picture. */
export function pictureKind(bytes: Buffer): string | undefined {
  const start = bytes.subarray(0, 8).toString('hex');
  const known = STARTS.find(([, begin]) => start.startsWith(begin));
  if (known) return known[0];
  const words = bytes.subarray(0, 12).toString('latin1');
  if (/^RIFF....WEBP/s.test(words)) return 'webp';
  if (/^....ftypavi[fs]/s.test(words)) return 'avif';
  return isSvg(bytes.subarray(0, 4096).toString('utf8')) ? 'svg' : undefined;
}

/** Its root may be behind a declaration and comments. */
const isSvg = (text: string): boolean =>
  /^\uFEFF?\s*(?:<(?:\?xml|!DOCTYPE\s+svg)[^>]*>\s*|<!--(?:(?!-->)[\s\S])*-->\s*)*<svg[\s>/]/i.test(text);
