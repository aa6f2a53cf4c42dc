// docs customization: the looks of a site, and of the spaces on it.
import type { Operation } from '../../api/operation.ts';
import {
  getCustomization,
  getSiteSpaceCustomization,
  resetSiteSpaceCustomization,
  setCustomization,
  updateSiteSpaceCustomization,
} from '../../api/sites/customization.ts';
import { listSiteSpaces } from '../../api/sites/site-spaces.ts';
import { getSite } from '../../api/sites/sites.ts';
import { command, group } from '../../engine/model/command.ts';
import type { Flags } from '../../engine/model/flag-types.ts';
import { called } from '../../engine/run/display-name.ts';
import type { Run } from '../../engine/run/run.ts';
import dangers from '../../workflows/dangers/sites.ts';
import { customizationDiff } from './customization-diff.ts';
import { completeLooks, SET_FLAGS, SITE_SPACE_FLAG } from './customization-input.ts';

const COLUMNS = [
  'title',
  'styling.theme',
  'styling.font',
  'themes.default',
  'header.preset',
  'ai.mode',
  'updatedAt',
] as const;
const shown = {
  labels: {
    'styling.theme': 'theme',
    'styling.font': 'font',
    'themes.default': 'mode',
    'header.preset': 'header',
    'ai.mode': 'ai',
  },
} as const;

export default group(
  'customization',
  'Manage the customization of a site',
  [
    command('get', getCustomization, {
      args: ['siteId?'],
      columns: COLUMNS,
      ...shown,
      options: [SITE_SPACE_FLAG],
      variant: onSiteSpace(getSiteSpaceCustomization),
      prepare: takeSiteSpace,
      uses: [getSiteSpaceCustomization],
      examples: [
        ['The customization of the whole site', 'docs customization get "Tarnpost Docs" --json'],
        ['That of one space on it', 'docs customization get "Tarnpost Docs" --site-space api'],
      ],
      notes:
        '--json prints the full document: edit it, then apply it with docs customization set --data @file.',
    }),
    command('set', setCustomization, {
      args: ['siteId?'],
      columns: COLUMNS,
      ...shown,
      hidden: [
        ...([
          'title',
          'localizedTitle',
          'styling',
          'internationalization',
          'favicon',
          'header',
          'footer',
        ] as const),
        ...(['announcement', 'themes', 'feedback', 'ai', 'advancedCustomization', 'pageActions'] as const),
        ...(['externalLinks', 'pagination', 'trademark', 'privacyPolicy', 'socialPreview'] as const),
        ...(['socialAccounts', 'insights'] as const),
      ],
      options: SET_FLAGS,
      oneOf: ['--set', '--unset'],
      variant: onSiteSpace(updateSiteSpaceCustomization),
      prepare: completeLooks,
      uses: [getCustomization, updateSiteSpaceCustomization, getSiteSpaceCustomization],
      done: 'set the customization of',
      success: sayWhose,
      examples: [
        ['Change one setting', 'docs customization set "Tarnpost Docs" --set styling.theme=bold'],
        [
          'Change several',
          'docs customization set "Tarnpost Docs" --set styling.primaryColor=#0a7d55 ai.mode=none',
        ],
        [
          'Change one space of the site',
          'docs customization set "Tarnpost Docs" --site-space api --set themes.default=dark',
        ],
        ['Change what a file holds', 'docs customization set "Tarnpost Docs" --data @looks.json'],
      ],
      notes:
        'Settings not in --data or --set are unchanged. A single color applies to light and dark mode. With --site-space, --unset returns a setting to the value of the site.',
    }),
    customizationDiff,
    command('reset', resetSiteSpaceCustomization, {
      args: ['siteSpaceId'],
      ...dangers['customization.reset'],
      target: listSiteSpaces,
      without: 'has no overrides',
      done: 'reset the customization of',
      examples: ['docs customization reset api --site "Tarnpost Docs" --yes'],
    }),
  ],
  [
    ['Show the customization of a site', 'docs customization get "Tarnpost Docs"'],
    ['Change two settings', 'docs customization set "Tarnpost Docs" --set styling.theme=bold ai.mode=none'],
    ['Show what a space overrides', 'docs customization diff "Tarnpost Docs" --site-space api'],
  ],
);

/** --site-space chooses the operation on a space. */
function onSiteSpace(operation: Operation) {
  return ({ siteSpace }: { siteSpace?: string | undefined }) =>
    siteSpace === undefined ? undefined : { operation };
}

async function takeSiteSpace(run: Run<Flags<'--site-space <space>'>>): Promise<void> {
  const { siteSpace } = run.flags;
  if (typeof siteSpace === 'string') run.input = { ...run.input, siteSpaceId: siteSpace };
}

async function sayWhose(run: Run): Promise<string> {
  const isOfSite = run.input.siteSpaceId === undefined;
  const whose = await (isOfSite ? called(run, 'siteId', getSite) : called(run, 'siteSpaceId'));
  return `set the customization of ${whose}`;
}
