import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { type Cli, sandboxedCli } from '../../../helpers/cli.ts';
import { reached, runs } from '../../../helpers/runs.ts';

let cli: Awaited<ReturnType<typeof sandboxedCli>> | undefined;
afterEach(() => cli?.cleanup());

const SITE_SPACES = runs('B14', 'site spaces', 24);
const SECTIONS = Math.ceil(SITE_SPACES * 0.3);

/** A site with three of ten spaces in sections of their own, and every part that a file can have. */
function largeSite(): string {
  const names = Array.from({ length: SITE_SPACES }, (_, at) => `Space ${at}`);
  const lines = ['title: Large', 'proxy: null', 'publish: true', 'default: Section 1', 'sections:'];
  for (let section = 0; section < SECTIONS; section += 1) {
    lines.push(`  - title: Section ${section}`, `    path: section-${section}`, '    spaces:');
    for (const name of names.filter((_, at) => at % SECTIONS === section))
      lines.push(`      - space: ${name}`, `        path: ${name.toLowerCase().replace(' ', '-')}`);
  }
  lines.push('shareLinks:', '  - name: Partners', 'auth:', '  backend: custom', 'integrations: []');
  lines.push('redirects:', '  - from: /old', '    to: { section: Section 0 }');
  lines.push('adaptiveSchema:', '  type: object', '  additionalProperties: false', '  properties: {}');
  return `${lines.join('\n')}\n`;
}

/** What a call asks of the host. */
async function requestsOf(run: Cli, line: readonly string[]): Promise<string[]> {
  const { exitCode, stderr } = await run([...line, '--debug']);
  expect([exitCode, exitCode === 0 ? '' : stderr]).toEqual([0, '']);
  return stderr.split('\n').filter((one) => /^(GET|POST|PUT|PATCH|DELETE) /.test(one));
}

it('plans a site of any size with twelve requests, and drift only reads', {
  timeout: 1_800_000,
}, async () => {
  cli = await sandboxedCli();
  writeFileSync(join(cli.cwd, 'large.yaml'), largeSite());
  const made = await cli(['sites', 'apply', 'large.yaml', '--create-spaces', '--yes']);
  expect([made.exitCode, made.exitCode === 0 ? '' : made.stderr]).toEqual([0, '']);
  expect((await cli(['sites', 'pull', 'Large', '--to', 'pulled.yaml'])).exitCode).toBe(0);
  for (const file of ['large.yaml', 'pulled.yaml']) {
    const asked = await requestsOf(cli, ['sites', 'plan', file]);
    expect([file, asked.length <= 12, asked]).toEqual([file, true, asked]);
    const again = await cli(['sites', 'apply', file, '--prune', '--yes']);
    expect(again.stderr).toContain('nothing to change');
  }
  const read = await requestsOf(cli, ['sites', 'drift', 'pulled.yaml']);
  expect(read.filter((line) => !line.startsWith('GET '))).toEqual([]);
  reached('B14', 'site spaces', SITE_SPACES);
});
