// What a question says of what a published site shows: a condition that falls away, a space that takes the place of another,
// and where its readers are sent.
import { getSpace } from '../../api/content/spaces.ts';
import type { Stakes } from '../../engine/model/command.ts';
import { getPath } from '../../engine/references/names.ts';
import type { Run } from '../../engine/run/run.ts';
import type { Change } from '../../workflows/dangers/danger.ts';
import { clearsCondition, replacesSpace, siteOf } from '../../workflows/dangers/sites.ts';
import { titleIn } from '../live-site.ts';

/** For sections and site spaces. */
export async function whatReadersSee(run: Run): Promise<Stakes> {
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
}

/** Something of a site that leads to another host, or that only some visitors had and all of them get. */
export const leadsAway =
  (what: string, follows: string) =>
  async (run: Run): Promise<Stakes> => {
    const { title } = await siteOf(run);
    const isNew = run.target === undefined && run.operation.method === 'POST';
    const url = hostOf(run);
    const all = clearsCondition(run)
      ? [`it is for every visitor of site "${title}", not only for those its condition let in`]
      : [];
    return {
      ...(isNew && { what: `${what} "${run.input.title ?? run.input.name ?? run.input.source}"` }),
      change:
        url === undefined
          ? 'to have no condition'
          : isNew
            ? `to ${url} on site "${title}"`
            : `to lead to ${url}`,
      follows: [...(url === undefined ? [] : [follows]), ...all].join('; '),
    };
  };

function hostOf({ input }: Change): string | undefined {
  const url = input.url ?? getPath(input, ['destination', 'url']);
  return typeof url === 'string' && URL.canParse(url) ? new URL(url).host : undefined;
}

/** A copy that readers see at once. */
export const copiedOnLiveSite = async (run: Run): Promise<Stakes> => ({
  follows: `readers of site "${(await siteOf(run)).title}" see the copy at once`,
});
