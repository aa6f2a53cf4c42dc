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

describe('docs commands', () => {
  it('shows one command as one thing, however its words are given', async () => {
    for (const argv of [['spaces', 'update'], ['spaces update'], ['docs spaces update']]) {
      const { stdout } = await docs(['commands', ...argv, '--json']);
      expect(JSON.parse(stdout)).toMatchObject({ command: 'docs spaces update', danger: 'mild' });
    }
    expect(JSON.parse((await docs('commands spaces --json')).stdout).length).toBeGreaterThan(5);
  });

  it('finds commands by words, and says when there is none', async () => {
    const found = await docs(['commands', '--match', 'who can edit', '--json']);
    const paths = JSON.parse(found.stdout).map(({ command }: { command: string }) => command);
    expect(paths.slice(0, 3)).toContain('docs permissions list');
    const none = await docs('commands --match zzxqy');
    expect(none.exitCode).toBe(5);
    expect(none.stderr).toContain('nothing in docs does "zzxqy"');
  });
});

describe('a program that runs docs for somebody', () => {
  it('reads errors as JSON, unless it asks for a format for people', async () => {
    for (const env of [{ CLAUDECODE: '1' }, { AI_AGENT: 'helper' }, { CODEX_CI: '1' }] as Record<
      string,
      string
    >[]) {
      const { exitCode, stderr } = await docs('spaces get Nowhere', { env });
      expect(exitCode).toBe(5);
      expect(JSON.parse(stderr).error.code).toBe('NOT_FOUND');
      expect((await docs('spaces get Nowhere -o table', { env })).stderr).toMatch(/^docs: /);
    }
    expect((await docs('spaces get Nowhere', { env: { CLAUDECODE: '0' } })).stderr).toMatch(/^docs: /);
  });

  it('is named in the history, and has consented to nothing', async () => {
    const env = { AI_AGENT: 'helper 2' };
    expect((await docs('spaces delete Handbook', { env })).exitCode).toBe(3);
    expect((await docs('spaces update Handbook --language de', { env })).exitCode).toBe(0);
    expect((await docs('history --limit 1 --json')).stdout).toContain('"actor": "helper 2"');
    expect((await docs('history --limit 1')).stdout).toMatch(/\thelper 2\n$/);
  });
});
