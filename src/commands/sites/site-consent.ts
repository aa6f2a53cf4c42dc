// What a question calls a change of what a published site shows, and of where its readers are sent.
import { getSpace } from '../../api/content/spaces.ts';
import { opensSite } from '../../domain/dangers/at-stake.ts';
import type { Change } from '../../domain/dangers/danger.ts';
import {
  clearsCondition,
  goesLive,
  hostIn,
  replacesSpace,
  siteOf,
  uncovers,
} from '../../domain/dangers/sites.ts';
import type { Stakes } from '../../engine/model/command.ts';
import type { Run } from '../../engine/run/run.ts';
import { titleIn } from '../live-site.ts';
import { newLevel, widerVisibility } from '../widening.ts';

/** A published site that more people can read than before, or a site that members can change. */
export const widerSite = (change: Change) => (opensSite(change) ? widerVisibility(change) : newLevel(change));

/** For sections, their groups and site spaces. */
export async function whatIsShown(run: Run): Promise<Stakes> {
  if (goesLive(run)) return { change: 'to be live' };
  if (uncovers(run)) return { change: 'to be in the navigation' };
  if (replacesSpace(run)) return { change: `to show space "${await titleIn(run, getSpace, 'spaceId')}"` };
  return { change: clearsCondition(run) ? 'to have no condition' : 'to be in another place' };
}

/** Something of a site that leads to another host, or that only some visitors had and all of them get. */
export const whereTo =
  (what: string) =>
  async (run: Run): Promise<Stakes> => {
    const isNew = run.target === undefined && run.operation.method === 'POST';
    const host = hostIn(run.input);
    const called = { what: `${what} "${run.input.title ?? run.input.name ?? run.input.source}"` };
    if (host === undefined) {
      const change = uncovers(run) ? 'to be live' : 'to have no condition';
      return { ...(isNew && called), change };
    }
    if (!isNew) return { change: `to lead to ${host}` };
    const { title } = await siteOf(run);
    return { ...called, change: `to ${host} on site "${title}"` };
  };
