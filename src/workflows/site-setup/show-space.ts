// A space of a plan, shown on the site.
import { addSiteSpace } from '../../api/sites/site-spaces.ts';
import { flagWith } from '../../files/shell-word.ts';
import { type Change, inSite, spaceName } from './change.ts';
import { asDraft, draftFlag } from './hold-back.ts';
import { type LiveSite, type LiveSpace, liveSpace } from './live-site.ts';
import type { PlannedSpace } from './plan.ts';
import { placeOf, step, type Work } from './step.ts';

/** Shows a space, in a section or at the root. */
export async function addSpace(
  work: Work,
  space: PlannedSpace,
  section?: { id: string; title: string; name: string },
): Promise<void> {
  const { progress, live, names } = work;
  const where = section === undefined ? '' : ` in section ${JSON.stringify(section.title)}`;
  const into = section === undefined ? [] : flagWith('--section-id', section.name);
  const isThere = live.spaces.some(({ spaceId }) => spaceId === space.id);
  // A section that is a draft holds back what is in it.
  const isHeldBack = live.sections.some(({ id, draft }) => draft === true && id === section?.id);
  const asHeld = isThere || isHeldBack ? {} : asDraft(work, 'space', space.id);
  const change: Change = {
    text: `show space "${space.title}"`,
    lines: [`+ space ${JSON.stringify(space.title)}${where}`],
    typed: {
      path: ['sites', 'spaces', 'add'],
      names: [spaceName(names, space)],
      flags: [...into, ...draftFlag(asHeld), ...inSite(names, live)],
    },
  };
  if (isThere) return progress.done(change, false);
  const inSection = section === undefined ? {} : { sectionId: section.id };
  const made = await step(
    work,
    change,
    { operation: addSiteSpace, input: { ...placeOf(work), spaceId: space.id, ...inSection, ...asHeld } },
    liveSpace,
    () => ({ ...guessedSpace(live, space), ...asHeld }),
  );
  live.spaces.push(made);
}

export const guessedSpace = (live: LiveSite, { id, title }: PlannedSpace): LiveSpace => ({
  ...{ id: '', title, spaceId: id, spaceTitle: title },
  isDefault: live.spaces.length === 0,
});
