// npm run generate: the picture in the README. With --check nothing is written.
import { readFileSync, writeFileSync } from 'node:fs';
import { tourPicture } from './tour.ts';

const made = new Map<string, string>();
made.set('.github/tour.svg', await tourPicture());

const stale = [...made].filter(([path, text]) => read(path) !== text).map(([path]) => path);
if (process.argv.includes('--check')) {
  for (const path of stale) console.log(`stale: ${path}; run npm run generate`);
  process.exitCode = stale.length > 0 ? 1 : 0;
} else {
  for (const path of stale) writeFileSync(path, made.get(path) ?? '');
  console.log(stale.length > 0 ? `made ${stale.join(', ')}` : 'nothing to do');
}

function read(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
