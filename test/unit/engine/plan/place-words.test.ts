import { expect, it } from 'vitest';
import { sandboxedCli } from '../../../helpers/cli.ts';
import { perFile } from '../../../helpers/lasting.ts';

const cli = perFile(sandboxedCli);

const SITE = '--site "Tarnpost Docs"';

it.each([
  [`sites structure sort API --before Guides ${SITE}`, 'between "Guides" and "Resources" -> before "Guides"'],
  [`sites structure sort Support --before "Release notes" --type site-external-link ${SITE}`, undefined],
  [`sites sections move API --before Guides ${SITE}`, 'between "Guides" and "Resources" -> before "Guides"'],
  ['spaces move "Release notes" --before Guides --yes', '-> before "Guides"'],
])('a dry run names the new place, and nothing that was not asked for: %s', async (command, place) => {
  const { stdout } = await cli(`${command} --dry-run`);
  if (place !== undefined) expect(stdout).toContain(place);
  expect(stdout).toContain('place: ');
  expect(stdout).not.toMatch(/item\.|position\.|previous|next|site-section/);
});

it('programs and plans get the place as one field', async () => {
  const sort = `sites structure sort API --before Guides ${SITE}`;
  const { changes, body } = JSON.parse((await cli(`${sort} --dry-run --json`)).stdout);
  expect(changes).toEqual([
    { field: 'place', from: expect.stringContaining('between'), to: `before ${body.position.before.id}` },
  ]);
  const planned = await cli(`${sort} --plan-out plan.json`);
  expect(planned.stdout).toMatch(
    /^~ section "API" .* on site "Tarnpost Docs" {2}place: between .* -> before /,
  );
  expect(planned.stdout).not.toMatch(/item\.|position\./);
  expect((await cli('plan check plan.json')).exitCode).toBe(0);
});

it('docs undo names the places that a thing comes from and goes back to', async () => {
  await cli(`sites structure sort API --before Guides ${SITE}`);
  const shown = await cli('undo --dry-run');
  expect(shown.stdout).toMatch(
    /^section "API" \(\w+\) on site "Tarnpost Docs": place: before "Guides" -> between "Guides" and "Resources"\n$/,
  );
  expect((await cli('undo --yes')).stderr).toContain('place: before "Guides" -> between');
});

it('and those of a space that was moved', async () => {
  await cli('spaces move "Release notes" --before Guides --yes');
  const { stdout } = await cli('undo --dry-run');
  expect(stdout).toMatch(/: place: before "Guides" -> \w+ ".*"\n$/);
  expect(stdout).not.toMatch(/previous|next/);
  await cli('undo --yes');
});
