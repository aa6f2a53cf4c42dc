// What a question says of what a published site shows: a condition that falls away, a space that takes the place of another,
// and where its readers are sent.
import { getSpace } from '../../api/content/spaces.ts';
import type { Stakes } from '../../engine/model/command.ts';
import { getPath } from '../../engine/references/names.ts';
import type { Run } from '../../engine/run/run.ts';
import type { Change } from '../../workflows/dangers/danger.ts';
import { clearsCondition, replacesSpace, siteOf, uncovers } from '../../workflows/dangers/sites.ts';
import { titleIn } from '../live-site.ts';

/** For sections, their groups and site spaces. */
export async function whatReadersSee(run: Run): Promise<Stakes> {
  const { title } = await siteOf(run);
  const uncovered = `every reader of site "${title}" sees it, not only those its condition let in`;
  if (uncovers(run)) return madeLive(run, title, uncovered);
  if (!replacesSpace(run)) return { change: 'to have no condition', follows: uncovered };
  const after = await titleIn(run, getSpace, 'spaceId');
  const before = getPath(run.target, ['space', 'title']);
  const instead = `readers of site "${title}" see it at once, instead of space "${before}"`;
  return {
    change: `to show space "${after}"`,
    follows: clearsCondition(run) ? `${instead}; ${uncovered}` : instead,
  };
}

/** It becomes public as it is. */
function madeLive(run: Run, site: string, uncovered: string): Stakes {
  const wasDraft = run.input.draft === false && run.target?.draft !== false;
  const change = wasDraft ? 'to be live' : 'to be in the navigation';
  const seen = wasDraft
    ? `readers of site "${site}" see it, and what is in it, at once`
    : `readers of site "${site}" find it at once`;
  return { change, follows: clearsCondition(run) ? `${seen}; ${uncovered}` : seen };
}

/** Something of a site that leads to another host, or that only some visitors had and all of them get. */
export const leadsAway =
  (what: string, follows: string) =>
  async (run: Run): Promise<Stakes> => {
    const { title } = await siteOf(run);
    const isNew = run.target === undefined && run.operation.method === 'POST';
    const url = hostOf(run);
    const all = [
      ...(uncovers(run) ? [`readers of site "${title}" see it at once`] : []),
      ...(clearsCondition(run)
        ? [`it is for every visitor of site "${title}", not only for those its condition let in`]
        : []),
    ];
    const here = uncovers(run) ? 'to be live' : 'to have no condition';
    const away = isNew ? `to ${url} on site "${title}"` : `to lead to ${url}`;
    return {
      ...(isNew && { what: `${what} "${run.input.title ?? run.input.name ?? run.input.source}"` }),
      change: url === undefined ? here : away,
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
