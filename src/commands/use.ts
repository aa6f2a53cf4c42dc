// docs use: defaults of this folder, in .docsrc.json. Names only: never a token, never a host.

import { handmade } from '../engine/model/command.ts';
import type { Run } from '../engine/run/run.ts';
import { UsageError } from '../errors.ts';
import { done } from '../output/note.ts';

export default handmade('use', {
  summary: 'Choose the organization, space, site or profile for this folder',
  options: [
    { flags: '--org <org>', description: 'organization: id or title', group: 'Fields:' },
    { flags: '--space <space>', description: 'space: id or title', group: 'Fields:' },
    { flags: '--site <site>', description: 'site: id or title', group: 'Fields:' },
    { flags: '--profile <name>', description: 'profile', group: 'Fields:' },
    { flags: '--clear', description: 'forget all of them', group: 'Fields:' },
  ],
  examples: ['docs use --space Guides', 'docs use --clear'],
  notes: 'Writes .docsrc.json here; commands read the nearest one up the tree.',
  run: chooseDefaults,
});

async function chooseDefaults(run: Run): Promise<void> {
  const { org, space, site, profile, clear } = run.flags;
  const given = {
    ...(org && { organization: org }),
    ...(space && { space }),
    ...(site && { site }),
    ...(profile && { profile }),
  };
  if (!clear && Object.keys(given).length === 0) {
    throw new UsageError('nothing to choose: give --org, --space, --site, --profile or --clear', {
      hint: 'docs context',
    });
  }
  const { writeProjectFile } = await import('../config/project-file.ts');
  const cleared = clear ? { organization: null, space: null, site: null, profile: null } : {};
  const path = await writeProjectFile(run.context.cwd, { ...cleared, ...given });
  const chosen = Object.entries(given).map(([name, value]) => `${name} ${value}`);
  done(run.context.io, chosen.length > 0 ? `using ${chosen.join(', ')} (${path})` : `cleared ${path}`);
}
