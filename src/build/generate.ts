// npm run generate: completions, and the picture in the README. With --check nothing is written.
import { readFileSync, writeFileSync } from 'node:fs';
import { entries } from '../commands/index.ts';
import { completionScript } from '../engine/completion/completion-scripts.ts';
import { SHELLS } from '../engine/completion/completion-words.ts';
import { tourPicture } from './tour.ts';

const FILES = { bash: 'docs.bash', zsh: '_docs', fish: 'docs.fish', powershell: 'docs.ps1' } as const;
const made = new Map<string, string>();
for (const shell of SHELLS) made.set(`completions/${FILES[shell]}`, await completionScript(entries, shell));
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
