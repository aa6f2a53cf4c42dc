import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { freshCli, splitWords } from '../../../helpers/cli.ts';
import { perFile } from '../../../helpers/lasting.ts';

const docs = perFile(freshCli);
beforeAll(async () => {
  expect((await docs('sandbox init --demo')).exitCode).toBe(0);
});

const text = readFileSync('skills/docs/SKILL.md', 'utf8');
const lines = [...text.matchAll(/```sh\n([\s\S]*?)```/g)].flatMap(([, block = '']) =>
  block.trim().split('\n'),
);

describe('docs skill', () => {
  it('prints the file, which has a name and says when it is of use', async () => {
    expect((await docs('skill')).stdout).toBe(text);
    expect(text).toMatch(/^---\nname: docs\ndescription: .{40,}\n---\n/);
  });

  it('names only commands that work, line by line', async () => {
    expect(lines.length).toBeGreaterThan(15);
    for (const line of lines) {
      let stdin = '';
      for (const part of line.split(' | ')) {
        const { exitCode, stdout, stderr } = await docs(
          splitWords(part).slice(1),
          stdin === '' ? {} : { stdin },
        );
        expect(exitCode, `${part}: ${stderr}`).toBe(0);
        stdin = stdout;
      }
    }
  });

  it('names only commands that exist in its prose', async () => {
    const prose = text.replace(/```[\s\S]*?```/g, '');
    for (const [, line = ''] of prose.matchAll(/`(docs [^`]+)`/g))
      expect((await docs([...splitWords(line).slice(1), '--help'])).exitCode, line).toBe(0);
  });

  it('is written where agents look, and again over an earlier one', async () => {
    for (let time = 0; time < 2; time += 1) {
      const { exitCode, stderr } = await docs('skill install');
      expect(exitCode, stderr).toBe(0);
      expect(readFileSync(join(docs.cwd, '.claude/skills/docs/SKILL.md'), 'utf8')).toBe(text);
    }
    expect((await docs('skill install --dir .agents/skills')).exitCode).toBe(0);
    expect(readFileSync(join(docs.cwd, '.agents/skills/docs/SKILL.md'), 'utf8')).toBe(text);
  });
});
