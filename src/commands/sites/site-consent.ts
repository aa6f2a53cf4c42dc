// Consent for what a published site shows: a condition that falls away, a space that takes the place of another.
import { getSpace } from '../../api/content/spaces.ts';
import type { Stakes } from '../../engine/model/command.ts';
import { getPath } from '../../engine/references/names.ts';
import type { Run } from '../../engine/run/run.ts';
import { siteOf, titleIn } from '../live-site.ts';
import type { Consent } from '../widening.ts';

const clearsCondition = ({ input, target }: Run): boolean =>
  input.condition === null && Boolean(target?.condition);

const shownSpace = ({ target }: Run): unknown => getPath(target, ['space', 'id']);

const replacesSpace = (run: Run): boolean =>
  run.input.spaceId !== undefined && run.input.spaceId !== shownSpace(run);

/** For sections and site spaces; a site that nobody can read yet changes without a question. */
export const whatReadersSee: Consent = {
  targetIf: ({ input }) => input.condition === null || input.spaceId !== undefined,
  dangerOf: async (run) => {
    if (!clearsCondition(run) && !replacesSpace(run)) return 'mild';
    return (await siteOf(run)).published ? 'moderate' : 'mild';
  },
  stakes: async (run): Promise<Stakes> => {
    const { title } = await siteOf(run);
    const uncovered = `every reader of site "${title}" sees it, not only those its condition let in`;
    if (!replacesSpace(run)) return { change: 'to have no condition', follows: uncovered };
    const after = await titleIn(run, getSpace, 'spaceId');
    const before = getPath(run.target, ['space', 'title']);
    const instead = `readers of site "${title}" see it at once, instead of space "${before}"`;
    return {
      change: `to show space "${after}"`,
      follows: clearsCondition(run) ? `${instead}; ${uncovered}` : instead,
    };
  },
};

/** Something of a site that only some visitors had, and that all of them get. */
export const onAllVisitors: Consent = {
  targetIf: ({ input }) => input.condition === null,
  dangerOf: async (run) => (clearsCondition(run) && (await siteOf(run)).published ? 'moderate' : 'mild'),
  stakes: async (run) => ({
    change: 'to have no condition',
    follows: `it is for every visitor of site "${(await siteOf(run)).title}", not only for those its condition let in`,
  }),
};

/** A copy that readers see at once. */
export const copiedOnLiveSite: Pick<Consent, 'dangerOf' | 'stakes'> = {
  dangerOf: async (run) => (run.input.draft !== true && (await siteOf(run)).published ? 'moderate' : 'mild'),
  stakes: async (run) => ({
    follows: `readers of site "${(await siteOf(run)).title}" see the copy at once`,
  }),
};
