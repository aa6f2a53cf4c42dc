// What changes to integrations, git sync and API descriptions endanger.
import { getIntegration } from '../../api/integrations/integrations.ts';
import { NotFoundError } from '../../errors.ts';
import { visibilityWidth } from '../visibility.ts';
import { always, type Change, type Dangers, MODERATE, moderateIf, SEVERE } from './danger.ts';

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
  try {
    return await (await client()).call(getIntegration, { integrationName: String(input.integrationName) });
  } catch (error) {
    if (error instanceof NotFoundError) return {};
    throw error;
  }
}

/** Of which kinds of places it comes to work on others than before, and on which. */
export const newSelections = ({ input, target }: Change): { kind: string; isAll: boolean }[] =>
  ['space', 'site'].flatMap((kind) => {
    const wanted = input[`${kind}_selection`];
    const isSame = wanted === undefined || wanted === target?.[`${kind}_selection`];
    return isSame ? [] : [{ kind, isAll: wanted === 'all' }];
  });

const dangers = {
  'git.import': moderateIf('the space does not follow that repository', replacesContent, always),
  'git.export': moderateIf(
    'the space does not follow that repository, or commits are overwritten',
    sendsContent,
    always,
  ),
  'git.removeLegacy': MODERATE,
  'gitInstallations.delete': MODERATE,
  'installations.update': moderateIf(
    'it comes to work on more or fewer spaces or sites',
    (change) => newSelections(change).length > 0,
    always,
  ),
  'installations.delete': MODERATE,
  'installationSpaces.remove': MODERATE,
  'installationSites.remove': MODERATE,
  'integrations.publish': moderateIf(
    'more people can see it than before',
    async (change) => opens(change) && isMoreVisible(change, (await integrationBefore(change)).visibility),
  ),
  'integrations.delete': SEVERE,
  'openapi.update': moderateIf(
    'more people can see it than before',
    (change) => isMoreVisible(change, change.target?.visibility),
    opens,
  ),
  'openapi.delete': MODERATE,
} satisfies Dangers;

export default dangers;
