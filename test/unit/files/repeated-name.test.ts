import { describe, expect, it } from 'vitest';
import { repeatedName } from '../../../src/files/json-file.ts';
import { sandboxedCli } from '../../helpers/cli.ts';
import { untilEnd } from '../../helpers/lasting.ts';

describe('a name that an object holds twice', () => {
  it('is found in long texts without delay', () => {
    const source = JSON.stringify({
      text: '\\"'.repeat(1_000_000),
      list: Array.from({ length: 100_000 }, () => ({ a: 1 })),
    });
    expect(repeatedName(source)).toBeUndefined();
  });

  it('is refused in bodies, rows and targets, before anything is sent', async () => {
    const cli = untilEnd(await sandboxedCli());

    const twice = '{"id":"Guides","title":"A","title":"B"}';
    const calls: [string[], string][] = [
      [['spaces', 'update', 'Guides', '--data', '{"title":"A","title":"B"}'], ''],
      [['spaces', 'update', '--rows', '-'], twice],
      [['spaces', 'update', '-'], twice],
      [['api', 'PATCH', '/v1/spaces/x', '--data', '{"title":"A","title":"B"}'], ''],
    ];
    for (const [words, stdin] of calls) {
      const { exitCode, stderr } = await cli(words, { stdin });
      expect([exitCode, stderr], words.join(' ')).toEqual([
        2,
        expect.stringContaining('has "title" twice in one object'),
      ]);
    }
    expect((await cli('spaces get Guides --jq .title')).stdout).toBe('Guides\n');
  });
});
