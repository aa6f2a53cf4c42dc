// Folders of other tools and what they become: each case in `cases` is a folder, by its tool.
import { expect, it } from 'vitest';
import { diskSource } from '../../../../src/folder/source.ts';
import { convertFolder } from '../../../../src/jobs/convert/convert-folder.ts';
import type { Format } from '../../../../src/jobs/convert/project.ts';
import { temporaryFolder } from '../../../helpers/lasting.ts';
import { textCases } from '../../../helpers/text-cases.ts';

async function converted(format: string, files: Readonly<Record<string, string>>) {
  const source = diskSource(temporaryFolder(files), 'old');
  const { texts, fates, lost } = await convertFolder(source, format as Format);
  const lines = (all: readonly string[]) => all.map((line) => `${line}\n`).join('');
  return {
    ...Object.fromEntries(texts),
    '(paths)': lines([...texts.keys()]),
    '(copied)': lines(
      fates.flatMap(({ file, became, to }) => (became === 'file' ? [`${file} -> ${to}`] : [])),
    ),
    '(fates)': lines(fates.map(({ file, became, to, why }) => `${file}: ${became} ${to ?? why}`)),
    '(lost)': lines(lost.map(({ file, line, what, why }) => `${file}:${line} ${what}: ${why}`)),
  };
}

textCases('test/unit/jobs/convert/cases', converted);

it('reads on behind a long table of code', async () => {
  const row = '| `depot.gate.width` | Of the gate, as `number` | `4` |\n'.repeat(600);
  const text = `---\ntitle: Home\n---\n\n| a | b | c |\n|---|---|---|\n${row}\n<Note>Mind the step</Note>\n`;
  const { 'README.md': page } = (await converted('mintlify', { 'index.mdx': text })) as Record<
    string,
    string
  >;
  expect(page).toMatch(/\{% hint style="info" %\}\nMind the step\n\{% endhint %\}\n$/);
});

it('reads template marks that nothing ends, however long their lines are', async () => {
  const text = `# Home\n\n{%${' '.repeat(20_000)}x\n\n${'{%'.repeat(20_000)}x\n`;
  const made = await converted('mkdocs', { 'mkdocs.yml': 'site_name: Home\n', 'docs/index.md': text });
  const { 'README.md': page } = made as Record<string, string>;
  expect(page).toHaveLength(text.length);
});
