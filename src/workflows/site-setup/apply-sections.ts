// The sections of a plan and their groups: made, described and put where they belong.

import {
  addToSiteSectionGroup,
  createSiteSectionGroup,
  updateSiteSectionGroup,
} from '../../api/sites/site-section-groups.ts';
import { createSiteSection, updateSiteSection } from '../../api/sites/site-sections.ts';
import { addSiteSpace } from '../../api/sites/site-spaces.ts';
import { ValidationError } from '../../errors.ts';
import { flagWith } from '../../files/shell-word.ts';
import {
  type LiveGroup,
  type LiveSection,
  type LiveSite,
  type LiveSpace,
  liveGroup,
  liveSection,
  liveSpace,
} from './live-site.ts';
import {
  isGroup,
  type PlannedGroup,
  type PlannedItem,
  type PlannedSection,
  type PlannedSpace,
  type SiteDraft,
  sectionsOf,
} from './plan.ts';
import {
  among,
  asDraft,
  type Change,
  changed,
  draftFlag,
  inSite,
  placeOf,
  sectionName,
  spaceName,
  step,
  type Work,
} from './step.ts';

// A space of a plan, shown on the site.

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

const guessedSpace = (live: LiveSite, { id, title }: PlannedSpace): LiveSpace => ({
  ...{ id: '', title, spaceId: id, spaceTitle: title },
  isDefault: live.spaces.length === 0,
});

export async function addItem(work: Work, item: PlannedItem): Promise<void> {
  if (!isGroup(item)) {
    await addSection(work, item);
    return;
  }
  const made: LiveSection[] = [];
  for (const section of item.sections) made.push(await addSection(work, section));
  const group = await addGroup(work, item);
  for (const section of made) await putInto(work, group, section);
}

async function addGroup(work: Work, { group: title, icon }: PlannedGroup): Promise<LiveGroup> {
  const { progress, live, names } = work;
  const found = live.groups.find((group) => group.title === title);
  const asIcon = icon === undefined ? [] : ['--icon', icon];
  const asHeld = found ? {} : asDraft(work, 'group', title);
  const change: Change = {
    text: `create group "${title}"`,
    lines: [`+ group ${JSON.stringify(title)}${icon === undefined ? '' : ` (${icon})`}`],
    typed: {
      path: ['sites', 'groups', 'create'],
      names: [title],
      flags: [...asIcon, ...draftFlag(asHeld), ...inSite(names, live)],
    },
  };
  if (found) {
    progress.done(change, false);
    if (icon !== undefined && found.icon !== icon) await changeIcon(work, found, icon);
    return found;
  }
  const fields = { ...placeOf(work), title, ...(icon !== undefined && { icon }), ...asHeld };
  const made = await step(
    work,
    change,
    { operation: createSiteSectionGroup, input: fields },
    liveGroup,
    (): LiveGroup => ({ id: '', title, ...(icon !== undefined && { icon }), ...asHeld }),
  );
  live.groups.push(made);
  return made;
}

async function changeIcon(work: Work, group: LiveGroup, icon: string): Promise<void> {
  const { live, names } = work;
  const change: Change = {
    text: `icon of group "${group.title}"`,
    lines: [changed(`icon of group ${JSON.stringify(group.title)}`, group.icon, icon)],
    typed: {
      path: ['sites', 'groups', 'update'],
      names: [among(live.groups, group)],
      flags: ['--icon', icon, ...inSite(names, live)],
    },
  };
  const ids = { ...placeOf(work), siteSectionGroupId: group.id };
  await step(
    work,
    change,
    { operation: updateSiteSectionGroup, input: { ...ids, icon } },
    () => undefined,
    () => undefined,
  );
}

async function putInto(work: Work, group: LiveGroup, section: LiveSection): Promise<void> {
  const { progress, live, names } = work;
  const change: Change = {
    text: `put section "${section.title}" into group "${group.title}"`,
    lines: [`~ section ${JSON.stringify(section.title)} goes into group ${JSON.stringify(group.title)}`],
    typed: {
      path: ['sites', 'groups', 'add'],
      names: [among(live.groups, group), sectionName(live, section)],
      flags: inSite(names, live),
    },
  };
  if (group.id !== '' && section.group === group.id) return progress.done(change, false);
  const ids = { ...placeOf(work), siteSectionGroupId: group.id, sectionId: section.id };
  await step(
    work,
    change,
    { operation: addToSiteSectionGroup, input: ids },
    () => undefined,
    () => undefined,
  );
}

/** By title; where several bear it, the one that shows the first space of the plan. */
function findSection(
  { sections, spaces }: LiveSite,
  { title, spaces: own }: PlannedSection,
): LiveSection | undefined {
  const called = sections.filter((section) => section.title === title);
  const home = spaces.find(({ spaceId }) => spaceId === own[0]?.id)?.section;
  return called.find(({ id }) => id === home) ?? called[0];
}

async function addSection(work: Work, section: PlannedSection): Promise<LiveSection> {
  const found = findSection(work.live, section);
  const made = found ?? (await makeSection(work, section));
  if (found) work.progress.done(creation(work, section), false);
  const whole = await describeSection(work, made, section, found === undefined);
  const name = sectionName(work.live, whole);
  for (const space of section.spaces.slice(1))
    await addSpace(work, space, { id: whole.id, title: whole.title, name });
  return whole;
}

/** The command gives the description and the path, too, which takes a request of its own. */
function creation(
  { live, names }: Work,
  { title, icon, description, path, spaces }: PlannedSection,
  asHeld: { draft?: true } = {},
): Change {
  const [space] = spaces;
  const flags = Object.entries({ icon, description, path }).flatMap(([name, value]) =>
    value === undefined ? [] : flagWith(`--${name}`, value),
  );
  const shows = space === undefined ? '' : ` with space ${JSON.stringify(space.title)}`;
  return {
    text: `create section "${title}"`,
    lines: [`+ section ${JSON.stringify(title)}${shows}`],
    typed: {
      path: ['sites', 'sections', 'create'],
      names: [],
      flags: [
        ...flagWith('--space', space ? spaceName(names, space) : ''),
        ...flagWith('--title', title),
        ...[...flags, ...draftFlag(asHeld), ...inSite(names, live)],
      ],
    },
  };
}

interface Made {
  section: LiveSection;
  spaces: LiveSite['spaces'];
}

async function makeSection(work: Work, section: PlannedSection): Promise<LiveSection> {
  const { live } = work;
  const { title, icon, spaces } = section;
  const [space] = spaces;
  const asIcon = icon !== undefined && { icon };
  const asHeld = asDraft(work, 'section', title);
  const made = await step(
    work,
    creation(work, section, asHeld),
    {
      operation: createSiteSection,
      input: { ...placeOf(work), spaceId: space?.id ?? '', title, ...asIcon, ...asHeld },
    },
    (answer): Made => ({ section: liveSection(answer), spaces: answer.siteSpaces.map(liveSpace) }),
    (): Made => ({
      section: { id: '', title, ...asIcon, ...asHeld, isDefault: live.sections.length === 0 },
      spaces: space ? [guessedSpace(live, space)] : [],
    }),
  );
  live.sections.push(made.section);
  live.spaces.push(...made.spaces);
  return made.section;
}

/** The platform drops what a section is about when it is created: that takes a second request. */
async function describeSection(
  work: Work,
  made: LiveSection,
  { title, description, path, icon }: PlannedSection,
  isNew: boolean,
): Promise<LiveSection> {
  const { live, names } = work;
  const wanted = Object.entries({ description, path, icon }).flatMap(([name, value]) =>
    value === undefined || Reflect.get(made, name) === value ? [] : [{ name, value }],
  );
  if (wanted.length === 0) return made;
  const fields = Object.fromEntries(wanted.map(({ name, value }) => [name, value]));
  const flags = wanted.flatMap(({ name, value }) => flagWith(`--${name}`, value));
  const about = (name: string) => `${name} of section ${JSON.stringify(title)}`;
  const change: Change = {
    text: `describe section "${title}"`,
    lines: wanted.map(({ name, value }) => changed(about(name), Reflect.get(made, name), value)),
    // The command that made it has said it all.
    ...(!isNew && {
      typed: {
        path: ['sites', 'sections', 'update'],
        names: [sectionName(live, made)],
        flags: [...flags, ...inSite(names, live)],
      },
    }),
  };
  const ids = { ...placeOf(work), siteSectionId: made.id };
  const whole = await step(
    work,
    change,
    { operation: updateSiteSection, input: { ...ids, ...fields } },
    liveSection,
    (): LiveSection => ({ ...made, ...fields }),
  );
  live.sections.splice(live.sections.indexOf(made), 1, whole);
  return whole;
}

// What a plan asks of a site that exists and cannot get: said before anything is sent, never left out silently.

/** Throws ValidationError for another type, for sections where there are none and the other way round, and for moves. */
export function refuseMisfit(draft: SiteDraft, live: LiveSite): void {
  const { site } = live;
  if (site.type !== draft.type) {
    throw misfit(
      `site "${site.title}" is of type ${site.type}, and the type of a site cannot be changed to ${draft.type}`,
      `remove "type" from the plan, or set it to ${site.type}`,
    );
  }
  const isShown = (id: string) => live.spaces.some(({ spaceId }) => spaceId === id);
  const missing = draft.spaces.find(({ id }) => !isShown(id));
  if (live.sections.length > 0 && missing) {
    throw misfit(
      `site "${site.title}" has sections, and the plan shows space "${missing.title}" without one`,
      'list the space under "sections" in the plan',
    );
  }
  if (live.sections.length === 0 && live.spaces.length > 0 && draft.items.length > 0) {
    throw misfit(
      `site "${site.title}" shows its spaces without sections, and the plan has sections`,
      'list the spaces under "spaces" in the plan',
    );
  }
  refuseMoves(draft, live);
}

function refuseMoves(draft: SiteDraft, live: LiveSite): void {
  for (const section of sectionsOf(draft)) {
    const target = findSection(live, section);
    for (const { id, title } of section.spaces) {
      const home = live.spaces.find(({ spaceId }) => spaceId === id)?.section;
      if (home === undefined || home === target?.id) continue;
      const named = live.sections.find((one) => one.id === home)?.title ?? home;
      throw misfit(
        `space "${title}" is in section "${named}" of site "${live.site.title}", not in "${section.title}"`,
        `name the section "${named}" in the plan, or rename it with docs sites sections update`,
      );
    }
  }
}

const misfit = (message: string, hint: string): ValidationError =>
  new ValidationError(message, { code: 'PLAN_MISFIT', outcome: 'not-sent', hint });
