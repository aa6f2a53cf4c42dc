// npm run generate: completions, and the screens and the reference in the README. With --check nothing is written.
import { readFileSync, writeFileSync } from 'node:fs';
import { entries } from '../commands/index.ts';
import { completionScript } from '../engine/completion/completion-scripts.ts';
import { SHELLS } from '../engine/completion/completion-words.ts';
import { referenceText } from './reference.ts';
import { screensText } from './screens.ts';

const FILES = { bash: 'docs.bash', zsh: '_docs', fish: 'docs.fish', powershell: 'docs.ps1' } as const;
const made = new Map<string, string>();
for (const shell of SHELLS) made.set(`completions/${FILES[shell]}`, await completionScript(entries, shell));
const withScreens = between(read('README.md'), 'screens', await screensText());
made.set('README.md', between(withScreens, 'reference', await referenceText()));

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

/** Replaces what stands between the two marks of this name. */
function between(readme: string, name: string, text: string): string {
  const [start, end] = [`<!-- ${name} -->\n`, `<!-- /${name} -->`];
  const [from, to] = [readme.indexOf(start), readme.indexOf(end)];
  if (from < 0 || to < from) throw new Error(`the README has no place for the ${name}`);
  return readme.slice(0, from + start.length) + text + readme.slice(to);
}
