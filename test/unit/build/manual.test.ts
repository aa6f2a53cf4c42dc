import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { checkLinks } from '../../../src/build/manual/check-links.ts';
import { guides } from '../../../src/build/manual/guide-pages.ts';
import { SCRIPT, searchPages, shellOf } from '../../../src/build/manual/theme.ts';
import { type Cli, freshCli, splitWords } from '../../helpers/cli.ts';
import { writeFixtures } from '../../helpers/example-files.ts';
import { type Outside, openOutside } from '../../helpers/outside.ts';

const FOLDER = 'src/build/manual/guides';

describe('the guides of the manual', () => {
  let docs: Cli;
  let outside: Outside;
  beforeEach(async () => {
    outside = await openOutside();
    docs = freshCli({ reach: outside.reach });
  });
  afterEach(async () => {
    docs.cleanup();
    await outside.close();
  });

  it('have numbers of their own', () => {
    const files = readdirSync(FOLDER).sort();
    expect(files.map((file) => Number.parseInt(file, 10))).toEqual(files.map((_, at) => at + 1));
  });

  it.each(readdirSync(FOLDER))('%s names only commands that work', async (file) => {
    const text = readFileSync(join(FOLDER, file), 'utf8');
    const lines = [...text.matchAll(/```sh\n([\s\S]*?)```/g)].flatMap(([, block = '']) =>
      block.trim().split('\n'),
    );
    expect(lines.length).toBeGreaterThan(2);
    if (!text.includes('sandbox init')) await docs('sandbox init --demo');
    if (text.includes('docs convert')) writeFixtures(docs.cwd);
    for (const line of lines) {
      const [command = '', into] = line.split(' > ');
      const { exitCode, stdout, stderr } = await docs(splitWords(command).slice(1));
      expect(exitCode, `${line}: ${stderr}`).toBe(0);
      if (into !== undefined) writeFileSync(join(docs.cwd, into), stdout);
    }
  });
});

describe('the front page of the manual', () => {
  it.each(guides())('says of $title a whole sentence', ({ summary }) => {
    expect(summary).toMatch(/[.:]$/);
  });

  it('searches without fetching anything, which a page opened as a file may not', () => {
    expect(SCRIPT).not.toMatch(/fetch|search\.json/);
    const page = {
      path: 'a.html',
      section: '',
      title: 'T',
      summary: 'S',
      html: '',
      text: 'x',
      known: 'audit log',
    };
    expect(searchPages([page])).toBe('window.searchPages=[["a.html","T","S","x","audit log"]];\n');
    expect(shellOf(page, [page])).toContain('<script src="search-pages.js" defer>');
  });
});

it('the links of the manual are dead where no page or anchor is', () => {
  const files = new Map([
    [
      'index.html',
      '<a href="a/b.html#here">x</a><a href="https://example.com">x</a><a href="#top" id="top">x</a>',
    ],
    [
      'a/b.html',
      '<h1 id="here">x</h1><a href="../index.html">x</a><a href="c.html">x</a><a href="#gone">x</a>',
    ],
  ]);
  expect(checkLinks(files)).toEqual(['a/b.html -> c.html', 'a/b.html -> #gone']);
});
