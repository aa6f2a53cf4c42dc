// docs publishing: how visitors of a site sign in, and what a site looks like before others see it.
import * as api from '../../api/sites/site-publishing.ts';
import { getSite } from '../../api/sites/sites.ts';
import dangers from '../../domain/dangers/sites.ts';
import { command, group, subgroup } from '../../engine/model/command.ts';
import { called } from '../../engine/run/outcome.ts';
import type { Run } from '../../engine/run/run.ts';
import { describe } from '../../engine/run/target.ts';

const ROW = ['backend', 'fallbackURL', 'logoutURL', 'integration', 'privateKey'] as const;

const signInOf = async (run: Run): Promise<string> =>
  `the sign-in of visitors of ${await called(run, 'siteId', getSite)}`;

const auth = subgroup(
  'auth',
  'Manage how visitors sign in',
  [
    command('get', api.getPublishingAuth, {
      args: ['siteId?'],
      columns: ROW,
      examples: ['docs publishing auth get "Tarnpost Docs"'],
      notes: 'The private key is masked unless --show-secrets is given.',
    }),
    command('update', api.updatePublishingAuth, {
      args: ['siteId?'],
      columns: ROW,
      target: api.getPublishingAuth,
      ...dangers['sitePublishing.updateAuth'],
      stakes: async (run) => {
        const [now, next] = [run.target?.backend, run.input.backend];
        return { what: await signInOf(run), ...(now !== next && { change: `from ${now} to ${next}` }) };
      },
      done: 'updated the sign-in of visitors of',
      success: async (run) => `updated ${await signInOf(run)}`,
      examples: [
        'docs publishing auth update "Tarnpost Docs" --backend custom --fallback-url https://login.tarnpost.example/docs --yes',
      ],
    }),
    command('regenerate', api.regeneratePublishingAuth, {
      args: ['siteId'],
      columns: ROW,
      ...dangers['sitePublishing.regenerateAuth'],
      target: getSite,
      single: true,
      stakes: (run) => ({ what: `the signing key of visitors of ${describe(run)}` }),
      done: 'replaced the signing key of',
      success: async (run) =>
        `replaced the signing key of visitors of ${await called(run, 'siteId', getSite)}`,
      examples: ['docs publishing auth regenerate "Tarnpost Docs" --confirm "Tarnpost Docs" --dry-run'],
      notes: 'Print the new key with docs publishing auth get --show-secrets.',
    }),
  ],
  [
    ['Show how visitors sign in', 'get'],
    ['Print the signing key', 'docs publishing auth get "Tarnpost Docs" --show-secrets'],
  ],
);

export default group(
  'publishing',
  'Manage visitor sign-in and previews of a site',
  [
    auth,
    command('preview', api.getSitePreview, {
      args: ['siteId?'],
      columns: ['url'],
      idField: 'url',
      refs: { siteSpace: 'siteSpaceId' },
      examples: [
        ['The whole site', 'docs publishing preview "Tarnpost Docs"'],
        ['One space, with drafts', 'docs publishing preview "Tarnpost Docs" --site-space api --draft'],
      ],
      notes: 'Anyone who has the URL can see the preview.',
    }),
  ],
  [
    ['Show how visitors sign in', 'auth get'],
    ['Preview a site with its drafts', 'docs publishing preview "Tarnpost Docs" --draft'],
  ],
);
