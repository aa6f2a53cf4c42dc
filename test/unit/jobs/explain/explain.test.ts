import { describe, expect, it } from 'vitest';
import { operations } from '../../../../src/api/index.ts';
import { freshCli } from '../../../helpers/cli.ts';
import { perFile } from '../../../helpers/lasting.ts';

const cli = perFile(freshCli);

describe('docs explain', () => {
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
});
