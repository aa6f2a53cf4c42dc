import { expect, it } from 'vitest';
import { entries } from '../../../src/commands/index.ts';
import { optionsOf } from '../../../src/engine/model/flags.ts';
import { allCommands } from '../../../src/engine/model/load.ts';

it('there is a flag for every place that may be left out', async () => {
  const places: Record<string, string> = { organizationId: '--org <org>', siteId: '--site <site>' };
  const bad = (await allCommands(entries)).flatMap(({ path, command }) =>
    command.args
      .filter(({ field, required }) => !required && places[field])
      .filter(({ field }) => !optionsOf(command).some(({ flags }) => flags === places[field]))
      .map(() => path),
  );
  expect(bad).toEqual([]);
});
