// The files that examples of the help name, and what must have been done before them: the lines of example-files.txt.
import { join } from 'node:path';
import { CERTIFICATE, METADATA, NEXT_CERTIFICATE } from './certificate.ts';
import { splitWords } from './cli.ts';
import { writeFiles } from './lasting.ts';
import { casesIn } from './text-cases.ts';

const [FILES, SETUPS] = casesIn(join(import.meta.dirname, 'example-files.txt')).map(({ given }) => given);

export function writeFixtures(folder: string): void {
  writeFiles(folder, {
    ...FILES,
    'idp.xml': METADATA,
    'new.pem': CERTIFICATE,
    'next.pem': NEXT_CERTIFICATE,
    'serif.woff2': Buffer.from('774f4632', 'hex'),
    'icon.png': Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'),
  });
}

/** Beside the file that is there, which is a new page. */
export const EXPORTED = 'export --space Guides --to manual --force -q';

/** What must have been done before an example of the help has something to act on. */
export const setupOf = (line: string): string[] =>
  (SETUPS?.setups ?? '')
    .trimEnd()
    .split('\n')
    .flatMap((setup) => {
      const [form = '', command = ''] = setup.split(' -> ');
      return new RegExp(form).test(line) ? [command] : [];
    });

/** The words of an example, with the profile that its setup makes where the platform wants another kind of token. */
export function wordsOf(line: string): string[] {
  const kind = /--kind (\w+)/.exec(setupOf(line).join('\n'))?.[1];
  const words = splitWords(line).slice(1);
  return kind === undefined || line.startsWith('docs sandbox ')
    ? words
    : [...words, '--profile', `sandbox-${kind}`];
}
