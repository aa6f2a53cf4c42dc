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
