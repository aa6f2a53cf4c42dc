// --format github of every check: annotations in the log, and a table of the findings in the summary of the job.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { servedCli } from '../../helpers/cli.ts';
import { perFile } from '../../helpers/lasting.ts';

const docs = perFile(servedCli);
beforeAll(async () => {
  for (const line of [
    ['redirects', 'create', '/Getting-Started', 'section:Guides', '--site', 'Tarnpost Docs'],
    ['sites', 'pull', 'Tarnpost Docs', '--to', 'site.yaml'],
    ['sites', 'update', 'Tarnpost Docs', '--title', 'Tarnpost manual', '--yes'],
  ]) {
    const { exitCode, stderr } = await docs(line);
    expect(exitCode, stderr).toBe(0);
  }
  writeFileSync(join(docs.cwd, 'known.txt'), '/guides/nowhere\n');
});

const SITE = ['--site', 'Tarnpost manual'];

it.each<[heading: string, column: string, words: string[]]>([
  ['docs audit', 'Finding', ['audit', '--only', 'people,links']],
  ['docs links check', 'Link', ['links', 'check', '--all-spaces']],
  ['docs pages lint', 'Finding', ['pages', 'lint', '--space', 'Guides']],
  ['docs redirects lint', 'Finding', ['redirects', 'lint', ...SITE]],
  ['docs redirects verify', 'Finding', ['redirects', 'verify', '--urls', 'known.txt', ...SITE]],
  ['docs sites drift', 'Finding', ['sites', 'drift', 'site.yaml']],
  ['docs saml check', 'Finding', ['saml', 'check', '--warn', '9000d']],
])('%s', async (heading, column, words) => {
  const file = join(docs.cwd, `${heading.replaceAll(' ', '-')}.md`);
  const env = { GITHUB_STEP_SUMMARY: file };
  const { exitCode, stdout, stderr } = await docs([...words, '--format', 'github'], { env });
  expect(exitCode, stderr).toBe(0);
  const annotations = stdout.split('\n').filter((line) => line !== '');
  expect(annotations).not.toEqual([]);
  for (const line of annotations)
    expect(line).toMatch(/^::(error|warning) (file=[^,:]*,)?(line=\d+,)?title=[^:]+::/);
  const summary = readFileSync(file, 'utf8');
  expect(summary.startsWith(`## ${heading}\n\n`)).toBe(true);
  expect(summary).toContain(`| Level | ${column} |`);
  expect(summary.match(/^\| (error|warning) \|/gm)).toHaveLength(annotations.length);
  // The other formats leave the summary alone.
  await docs([...words, '--format', 'markdown'], { env });
  expect(readFileSync(file, 'utf8')).toBe(summary);
});

it('is not written by a check that could not run', async () => {
  const file = join(docs.cwd, 'none.md');
  const env = { GITHUB_STEP_SUMMARY: file };
  const { exitCode } = await docs(['audit', '--only', 'nothing', '--format', 'github'], { env });
  expect([exitCode, existsSync(file)]).toEqual([2, false]);
});
