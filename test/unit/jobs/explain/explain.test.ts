import { describe, expect, it } from 'vitest';
import { operations } from '../../../../src/api/index.ts';
import { freshCli } from '../../../helpers/cli.ts';
import { perFile } from '../../../helpers/lasting.ts';

const cli = perFile(freshCli);

describe('docs explain', () => {
  it('says the request, the command, the fields with their types, the danger and what undoes it', async () => {
    const { stdout, exitCode, stderr } = await cli('explain sites.update --json');
    expect(exitCode, stderr).toBe(0);
    const facts = JSON.parse(stdout);
    expect(facts).toMatchObject({ operation: 'sites.update', method: 'PATCH', undo: 'docs undo' });
    expect(facts.commands).toContain('docs sites update');
    expect(facts.fields.find(({ field }: { field: string }) => field === 'visibility')).toMatchObject({
      in: 'body',
      type: 'public|unlisted|share-link|visitor-auth',
      required: false,
    });
    const shown = await cli('explain sites update', { tty: true, columns: 100 });
    expect(shown.stdout).toContain('PATCH /v1/orgs/{organizationId}/sites/{siteId}');
    expect(shown.stdout).toMatch(/^Undo {6}docs undo$/m);
  });

  it('can tell of every operation', async () => {
    for (const { id, body } of operations) {
      const { exitCode, stderr } = await cli(['explain', id, ...(body ? ['--skeleton'] : ['--json'])]);
      expect([id, exitCode, stderr]).toEqual([id, 0, '']);
    }
  });

  it('prints a body that is refused until its choices are made', async () => {
    const { stdout } = await cli('explain sites.update --skeleton');
    expect(JSON.parse(stdout)).toMatchObject({
      visibility: 'public | unlisted | share-link | visitor-auth',
      adaptiveContent: { enabled: 'true | false' },
    });
    const data = stdout.replace('"title": ""', '"title": "Docs"');
    const sent = await cli(['sites', 'update', 'Tarnpost Docs', '--data', data, '--yes']);
    expect([sent.exitCode, sent.stderr]).toEqual([2, expect.stringContaining('must be')]);
  });

  it('names what is near, and refuses a body where there is none', async () => {
    const typo = await cli('explain sites.updat');
    expect([typo.exitCode, typo.stderr]).toEqual([
      5,
      expect.stringMatching(/closest is sites\.update\nhint: docs explain sites\.update$/m),
    ]);
    const none = await cli('explain spaces.get --skeleton');
    expect([none.exitCode, none.stderr]).toEqual([2, expect.stringContaining('takes no body')]);
    expect((await cli('explain cr inbox')).exitCode).toBe(2);
    const several = await cli('explain pages create');
    expect(several.stderr).toMatch(/is not one operation; it may use \w+\.\w+/);
    const [, next = ''] = /^hint: docs (explain \S+)$/m.exec(several.stderr) ?? [];
    expect((await cli(next)).exitCode).toBe(0);
  });
});
