// After a 409 the next command is printed, and can be run as it is printed.
import { describe, expect, it } from 'vitest';
import { operations } from '../../src/api/index.ts';
import { entries } from '../../src/commands/index.ts';
import { loadLeaf } from '../../src/engine/model/load.ts';
import { CONFLICT_HINTS } from '../../src/engine/references/conflict-hints.ts';
import { sandboxedCli, splitWords } from '../helpers/cli.ts';
import { perFile } from '../helpers/lasting.ts';

const hints = Object.entries(CONFLICT_HINTS).flatMap(([id, found]) =>
  [found]
    .flat(2)
    .flatMap((text, at) => (typeof found === 'string' || at % 2 === 1 ? [[id, text] as const] : [])),
);

describe('a conflict', () => {
  it('has a hint for each operation that the contract says can meet one', () => {
    const bare = operations.filter((one) => 'errors' in one && [one.errors].flat().includes(409));
    expect(bare.length).toBeGreaterThan(4);
    expect(bare.filter(({ id }) => !(id in CONFLICT_HINTS)).map(({ id }) => id)).toEqual([]);
  });

  it('leads to commands and parameters that are there', async () => {
    for (const [id, line] of hints) {
      const { command } = await loadLeaf(entries, splitWords(line.replace(/^docs /, '')));
      expect([line, command?.verb]).toEqual([line, expect.any(String)]);
      const operation = operations.find((one) => one.id === id);
      const known = Object.keys({ ...operation?.params.properties, ...operation?.body?.properties });
      const named = [...line.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
      expect([id, named.filter((name) => !known.includes(String(name)))]).toEqual([id, []]);
    }
  });
});

describe('the hint of a conflict', () => {
  const cli = perFile(sandboxedCli);

  it.each([
    'collections delete Internal --confirm Internal --yes',
    'sites spaces add Guides --site "Tarnpost Docs" --yes',
    'sites sections update API --path guides --site "Tarnpost Docs" --yes',
    'installations spaces add yjQ2WMjKrD04RrNhI3oW Guides --yes',
    'integrations install parcel-map --yes',
    'members update ines@tarnpost.example --role read --yes',
    'cr update 3 --space Guides --status open',
  ])('can be run: docs %s', async (line) => {
    const installation = await cli('installations list -q');
    const typed = line.replace('yjQ2WMjKrD04RrNhI3oW', installation.stdout.split('\n')[0] ?? '');
    const { exitCode, stderr } = await cli(typed);
    expect([typed, exitCode, stderr]).toEqual([typed, 1, expect.stringContaining('(409)')]);
    const [, hint = ''] = /^hint: docs (.*)$/m.exec(stderr) ?? [];
    expect(stderr).toContain('hint: docs ');
    const another = hint.replace('<member>', 'jonas@tarnpost.example --yes');
    expect([hint, await cli(another)]).toMatchObject([hint, { exitCode: 0 }]);
  });
});
