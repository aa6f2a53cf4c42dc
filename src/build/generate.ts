// npm run generate: completions and the reference in the README, from the table of commands. With --check nothing is written.
import { readFileSync, writeFileSync } from 'node:fs';
import { completionScript } from '../commands/completion-scripts.ts';
import { SHELLS } from '../commands/completion-words.ts';
import { entries } from '../commands/index.ts';
import { referenceText } from './reference.ts';

const FILES = { bash: 'docs.bash', zsh: '_docs', fish: 'docs.fish', powershell: 'docs.ps1' } as const;
const made = new Map<string, string>();
for (const shell of SHELLS) made.set(`completions/${FILES[shell]}`, await completionScript(entries, shell));
made.set('README.md', await withReference(read('README.md')));

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

/** Replaces what stands between the two marks. */
async function withReference(readme: string): Promise<string> {
  const [before, after] = [/^[\s\S]*<!-- reference -->\n/, /<!-- \/reference -->[\s\S]*$/].map(
    (mark) => mark.exec(readme)?.[0],
  );
  if (before === undefined || after === undefined) return readme;
  return `${before}${await referenceText()}${after}`;
}
