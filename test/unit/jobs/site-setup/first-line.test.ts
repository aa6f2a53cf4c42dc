import { expect, it } from 'vitest';
import { BACK } from '../../../../src/context.ts';
import { sandboxedCli } from '../../../helpers/cli.ts';
import { perFile } from '../../../helpers/lasting.ts';

const cli = perFile(sandboxedCli);

it('names profile or host before the first question, of a site that exists and of a new one', async () => {
  const live = await cli(['sites', 'setup', '--site', 'Partner portal'], { tty: true, answers: ['Nothing'] });
  expect(live.stderr).toMatch(/^Site "Partner portal" \(live, share-link\) in Tarnpost \[sandbox\b[^\]]*\]/m);
  const fresh = await cli(['sites', 'setup'], { tty: true, answers: [BACK] });
  expect(fresh.stderr).toMatch(/^A new site in Tarnpost \[sandbox\b[^\]]*\]/m);
});
