// What changes to integrations, git sync and API descriptions endanger.
import { isDeepStrictEqual } from 'node:util';
import { listPages } from '../../api/content/pages.ts';
import { getIntegration } from '../../api/integrations/integrations.ts';
import { DocsError, NotFoundError, unless } from '../../errors.ts';
import { maskUrl } from '../../files/mask-url.ts';
import { plural } from '../../output/format.ts';
import { visibilityWidth } from './at-stake.ts';
import { always, asks, type Change, type Dangers, moderateIf, saying, wantsName } from './danger.ts';

/** Whether a git import or export is with the repository that the space follows already. */
async function isSynced({ input, target }: Change): Promise<boolean> {
  const gitSync = target?.gitSync;
  if (typeof gitSync !== 'object' || gitSync === null) return false;
  const { sameRepository } = await import('../git-status.ts');
  return sameRepository(String(input.url), gitSync);
}

/** What it would import replaces the content, unless it follows that repository already. */
const replacesContent = async (change: Change): Promise<boolean> =>
  change.input.standalone !== true && (change.input.force === true || !(await isSynced(change)));

const sendsContent = async (change: Change): Promise<boolean> =>
  change.input.force === true || !(await isSynced(change));

const isMoreVisible = ({ input }: Change, before: unknown): boolean =>
  visibilityWidth(input.visibility) > visibilityWidth(before);

const opens = ({ input }: Pick<Change, 'input'>): boolean => visibilityWidth(input.visibility) > 0;

/** A new one is private until it says otherwise. */
export async function integrationBefore({ input, client }: Change): Promise<Record<string, unknown>> {
  const integrationName = String(input.integrationName);
  const read = async () => (await client()).call(getIntegration, { integrationName });
  return { ...(await unless((error) => error instanceof NotFoundError, read)) };
}

/** Of which kinds of places it comes to work on others than before, and on which. */
const newSelections = ({ input, target }: Change): { kind: string; isAll: boolean }[] =>
  ['space', 'site'].flatMap((kind) => {
    const wanted = input[`${kind}_selection`];
    const isSame = wanted === undefined || wanted === target?.[`${kind}_selection`];
    return isSame ? [] : [{ kind, isAll: wanted === 'all' }];
  });

const whereItWorks = (change: Change): string =>
  newSelections(change)
    .map(({ kind, isAll }) =>
      isAll
        ? `it works on every ${kind} of the organization`
        : `it no longer works on ${kind}s that were not selected`,
    )
    .join('; ');

/** `its 12 pages`; a question must not fail. */
async function pagesOf({ client, input }: Change): Promise<string> {
  try {
    const { pages } = await (await client()).call(listPages, { spaceId: String(input.spaceId) });
    const { allPages } = await import('../content/page-place.ts');
    const count = allPages(pages).filter(({ type }) => type === 'document').length;
    return count === 1 ? 'its page' : `its ${plural(count, 'page')}`;
  } catch (error) {
    if (!(error instanceof DocsError)) throw error;
    return 'the space';
  }
}

/** What is no URL counts as elsewhere. */
const staysHere = (url: unknown): boolean =>
  /^(localhost|127\.[\d.]+|\[::1\])$/.test(URL.canParse(String(url)) ? new URL(String(url)).hostname : '');

/** The content goes to, and comes from, another place than before. */
const leadsElsewhere = ({ input, target }: Change): boolean => {
  const before = Object(target?.providerConfiguration);
  return Object.entries(Object(input.providerConfiguration)).some(
    ([field, value]) => !isDeepStrictEqual(value, before[field]),
  );
};

/** What an integration may do wherever it is installed. */
async function permissionsOf({ client, input }: Change): Promise<readonly string[]> {
  const integrationName = String(input.integrationName);
  return (await (await client()).call(getIntegration, { integrationName })).scopes;
}

/** Wherever it comes to work. */
const permitted = (where: string) =>
  saying(
    moderateIf(
      'the integration asks for permissions',
      async (change) => (await permissionsOf(change)).length > 0,
    ),
    async (change) => `it gets the permissions ${(await permissionsOf(change)).join(', ')}${where}`,
  );

const ANYONE_SEES = 'anyone can see it, in any organization';

const dangers = {
  'git.import': saying(
    moderateIf('the space does not follow that repository', replacesContent, always),
    async (change) => `replaces the content of ${await pagesOf(change)}; docs undo cannot restore it`,
  ),
  'git.export': saying(
    moderateIf('the space does not follow that repository, or commits are overwritten', sendsContent, always),
    ({ input }) =>
      input.force === true
        ? 'overwrites the branch, including commits that are not in the space'
        : 'anyone who can read that repository can read the content of the space',
  ),
  'git.removeLegacy': asks('the space is no longer synced with the repository; its content stays'),
  'gitInstallations.update': saying(
    moderateIf('it leads to another repository, branch or account', leadsElsewhere, always),
    'anyone who can read that repository can read the content, and what is committed there comes into it',
  ),
  'gitInstallations.delete': asks('the content stays and is no longer synced with the repository'),
  'installations.create': permitted(''),
  'installations.update': saying(
    moderateIf(
      'it comes to work on more or fewer spaces or sites',
      (change) => newSelections(change).length > 0,
      always,
    ),
    whereItWorks,
  ),
  'installations.delete': asks('its settings are lost, and it no longer works on any space or site'),
  'installationSpaces.add': permitted(' on that space'),
  'installationSpaces.remove': asks('its settings on the space are lost'),
  'installationSites.add': permitted(' on that site'),
  'installationSites.remove': asks('its settings on the site are lost'),
  'integrations.devEnable': saying(
    moderateIf('the events go to another machine', ({ input }) => !staysHere(input.tunnelUrl)),
    ({ input }) =>
      `its events, with what they say of people and content, go to ${maskUrl(String(input.tunnelUrl))}`,
  ),
  'integrations.publish': saying(
    moderateIf(
      'more people can see it than before',
      async (change) => opens(change) && isMoreVisible(change, (await integrationBefore(change)).visibility),
    ),
    ANYONE_SEES,
  ),
  'integrations.delete': wantsName('its installations are removed too; it cannot be restored'),
  'openapi.update': saying(
    moderateIf(
      'more people can see it than before',
      (change) => isMoreVisible(change, change.target?.visibility),
      opens,
    ),
    ANYONE_SEES,
  ),
  'openapi.delete': asks('its versions are lost, and it cannot be restored'),
} satisfies Dangers;

export default dangers;
