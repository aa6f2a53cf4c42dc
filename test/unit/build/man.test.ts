import { spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { manPages } from '../../../src/build/man.ts';
import { entries } from '../../../src/commands/index.ts';
import { lacks } from '../../helpers/needs.ts';

const pages = await manPages(entries, '1.2.3');

describe('man pages', () => {
  it('are one for docs, one for each first word, and one for the fidelity of the sandbox', () => {
    expect([...pages.keys()].sort()).toEqual(
      ['docs.1', 'docs-sandbox-fidelity.1', ...Object.keys(entries).map((name) => `docs-${name}.1`)].sort(),
    );
    const page = pages.get('docs-sandbox-fidelity.1') ?? '';
    for (const section of ['REAL', 'LIMITED', 'SIMULATED']) expect(page).toContain(`.SH ${section}\n`);
    expect(page).toContain('/v1/orgs/{organizationId}/translations/{translationId}/run');
  });

  it('show usage, examples, flags and exit codes of each command', () => {
    const page = pages.get('docs-spaces.1') ?? '';
    expect(page).toContain('.SS docs spaces delete');
    expect(page).toContain('$ docs spaces delete Guides \\-\\-yes');
    expect(page).toContain('\\fB\\-y\\fR, \\fB\\-\\-yes\\fR');
    expect(page).toContain('Exit status: 0, 1, 2, 3, 4, 5, 6, 7, 8, 129, 130, 143.');
  });

  it.skipIf(lacks('man pages are well formed', 'groff'))('are taken by groff without a warning', () => {
    for (const [file, text] of pages) {
      const { stderr, stdout, status } = spawnSync('groff', ['-man', '-Tutf8', '-ww', '-z'], {
        input: text,
        encoding: 'utf8',
      });
      expect([file, status, stdout, stderr.replace(/^.*(adjust|break|underfull).*\n/gm, '')]).toEqual([
        file,
        0,
        '',
        '',
      ]);
    }
  });
});
