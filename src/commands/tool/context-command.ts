// docs context: what commands use by default, and where each value comes from.

import { handmade } from '../../engine/model/command.ts';
import type { Run } from '../../engine/run/run.ts';
import { printRows } from '../../engine/run/view.ts';

export default handmade('context', {
  summary: 'Show the defaults in effect and where they come from',
  columns: ['name', 'value', 'source', 'where'],
  idField: 'name',
  examples: [
    ['Show them as a table', 'docs context'],
    ['Show them as JSON', 'docs context --json'],
  ],
  run: showContext,
});

async function showContext(run: Run): Promise<void> {
  const { profile, baseUrl, organization, space, site, readOnly, refused, tokenSource } = run.config();
  const token = tokenSource();
  const rows = [
    row('profile', profile),
    ...(refused
      ? [
          row('refused profile', {
            value: refused.profile,
            source: 'project',
            where: `${refused.path}: ${refused.why}`,
          }),
        ]
      : []),
    row('base URL', baseUrl),
    row('token', token && { value: '[redacted]', ...token }),
    row('organization', organization),
    row('space', space),
    row('site', site),
    row('read-only', readOnly),
  ];
  await printRows(run, rows);
}

interface Sourced {
  value: unknown;
  source: string;
  where: string;
}

const row = (name: string, setting: Sourced | undefined) => ({
  name,
  value: setting?.value ?? null,
  source: setting?.source ?? null,
  where: setting?.where ?? null,
});
