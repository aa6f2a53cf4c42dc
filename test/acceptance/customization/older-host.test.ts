// A host whose customizations have fields that docs does not know gets them back with every change.
import { expect, it } from 'vitest';
import { OTHER_FIELDS } from '../../../src/api/operation.ts';
import { setCustomization } from '../../../src/api/sites/customization.ts';
import { asTold } from '../../../src/jobs/site-file/looks.ts';
import { ageNamed } from '../../../src/sandbox/ages/age.ts';
import { agedCli } from '../../helpers/cli.ts';

it('keeps what the customization of an older host has beside it', async () => {
  const { cli } = await agedCli(ageNamed('0.146', '--contract'));
  const looks = async () =>
    JSON.parse((await cli('customization get "Tarnpost Docs" --json')).stdout) as Record<string, unknown>;
  const before = await looks();
  const set = await cli('customization set "Tarnpost Docs" --set styling.theme=bold --yes');
  const after = await looks();
  const pulled = await cli('sites pull "Tarnpost Docs" --to site.yaml');
  const again = await cli('customization set "Tarnpost Docs" --set styling.theme=muted --yes');
  const applied = await cli('sites apply site.yaml --yes');
  const plan = await cli('sites plan site.yaml');
  await cli.cleanup();
  for (const { exitCode, stderr } of [set, pulled, again, applied]) expect(exitCode, stderr).toBe(0);
  const newer = { styling: { ...Object(before.styling), shadow: 'soft' } };
  const sent = (styling: object) =>
    asTold(setCustomization, { styling: { ...newer.styling, ...styling } }, newer);
  expect(sent({ theme: 'bold' })[OTHER_FIELDS]).toEqual({ styling: { ...newer.styling, theme: 'bold' } });
  for (const wrong of [{ theme: 'blod' }, { them: 'bold' }])
    expect(sent(wrong)).toEqual({ styling: { ...newer.styling, ...wrong } });
  expect(asTold(setCustomization, { styling: 5 }, newer)).toEqual({ styling: 5 });
  expect(before).toMatchObject({ pdf: { enabled: true }, pageActions: { markdown: true } });
  expect(after).toEqual({
    ...before,
    styling: { ...Object(before.styling), theme: 'bold' },
    updatedAt: after.updatedAt,
  });
  expect(plan.stderr).toContain('nothing to change');
});
