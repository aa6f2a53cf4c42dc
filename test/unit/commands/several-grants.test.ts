// docs permissions add of several at once: a dry run shows who had more, that asks first, and docs undo puts each back.
import { describe, expect, it } from 'vitest';
import { sandboxedCli } from '../../helpers/cli.ts';
import { perTest } from '../../helpers/lasting.ts';

const cli = perTest(sandboxedCli);

const WHO = '--users lucas@tarnpost.example,mei@tarnpost.example --teams Support';
const PLACES = ['--space Handbook', '--collection Internal', '--site "Tarnpost Docs"'];

describe('access for several at once', () => {
  for (const place of PLACES) {
    const state = async () => (await cli(`permissions list ${place} --json`)).stdout;

    it(`is undone one by one: ${place}`, async () => {
      await cli(`permissions add ${place} --users lucas@tarnpost.example --role admin --yes`);
      const before = await state();
      expect(await cli(`permissions add ${place} ${WHO} --role read --yes`)).toMatchObject({ exitCode: 0 });
      const after = await state();
      expect(after).not.toBe(before);
      const dry = await cli('undo --dry-run');
      expect(dry.stdout).toContain('Lucas Ferreira');
      expect(dry.stdout).toContain('role: read -> admin');
      expect(dry.stdout).toContain('role: read -> (none)');
      expect(await cli('undo --yes')).toMatchObject({ exitCode: 0 });
      expect(await state()).toBe(before);
      expect((await cli('history --jq .[1].undo')).stdout).toContain('already undone');
      // Undoing the undo repeats it; without its ID the command before would be undone.
      await cli(`undo ${(await cli('history --jq .[0].id')).stdout.trim()} --yes`);
      expect(JSON.parse(await state())).toEqual(expect.arrayContaining(JSON.parse(after)));
    });

    it(`shows who had more, and asks: ${place}`, async () => {
      await cli(`permissions add ${place} --users lucas@tarnpost.example --role admin --yes`);
      const dry = await cli(`permissions add ${place} ${WHO} --role read --dry-run`);
      expect(dry.stdout).toMatch(/~ grant "Lucas Ferreira" .* role: admin -> read/);
      expect(dry.stdout).toMatch(/\+ grant "Mei Tanaka" .* role: read/);
      const asked = await cli(`permissions add ${place} ${WHO} --role read`);
      expect(asked).toMatchObject({ exitCode: 3 });
      expect(asked.stderr).toContain('Lucas Ferreira: admin -> read');
      const gains = await cli(`permissions add ${place} --users mei@tarnpost.example --role read`);
      expect(gains).toMatchObject({ exitCode: 0 });
    });
  }
});
