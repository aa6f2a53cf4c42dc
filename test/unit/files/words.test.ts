// What is made of the names, words and texts of files, a line each.
import { join } from 'node:path';
import { withEndTags } from '../../../src/files/html-bounds.ts';
import { parseJsonFile, repeatedName } from '../../../src/files/json-file.ts';
import { nearest } from '../../../src/files/nearest.ts';
import { fileSlug, nameKey, safeName, safeNames } from '../../../src/files/safe-path.ts';
import { shellWord } from '../../../src/files/shell-word.ts';
import { beginning } from '../../../src/files/texts.ts';
import { readYaml } from '../../../src/files/yaml-text.ts';
import { lineCases } from '../../helpers/text-cases.ts';

lineCases(join(import.meta.dirname, 'words'), {
  'shell-word': shellWord,
  'safe-name': safeName,
  'safe-names': (...items: [string, string][]) => safeNames(items.map(([id, name]) => ({ id, name }))),
  'name-key': (one: string, other: string) => (nameKey(one) === nameKey(other) ? 'one' : 'two'),
  'file-slug': (title: string) => fileSlug(title, 'site'),
  nearest: (typed: string, ...names: string[]) => nearest(typed, names),
  'end-tags': withEndTags,
  'repeated-name': (source: string) => repeatedName(source)?.name,
  'broken-json': (text: string) => parseJsonFile('/x/f.json', text),
  beginning,
  // Of a long text, which is read in a thread, it is the same.
  yaml: async (text: string) => {
    const read = await readYaml(text, { maxAliasCount: 50 });
    const long = await readYaml(`${text}\n# ${'x'.repeat(20_000)}`, { maxAliasCount: 50 });
    return JSON.stringify(read) === JSON.stringify(long) ? read : [read, long];
  },
});
