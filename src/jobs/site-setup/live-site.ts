// Changes to a site that exists, by questions: a list of what can be changed, as it is now, until nothing more is wanted.
import type { Space } from '../../api/content/spaces.generated.ts';
import type { Site } from '../../api/sites/sites.generated.ts';
import { readWidthOf } from '../../engine/model/globals.ts';
import type { OpenPlan } from '../../engine/plan/open-plan.ts';
import { namesRead } from '../../engine/plan/plan.ts';
import { linesOf } from '../../engine/plan/plan-lines.ts';
import type { Io } from '../../output/io.ts';
import { note } from '../../output/note.ts';
import { ciSafe, safeLine } from '../../output/safe-text.ts';
import { drawTree, type TreeNode } from '../../output/tree.ts';
import { describeSite } from '../site-file/describe.ts';
import { readLive } from '../site-file/live.ts';
import { sectionsIn, spacesIn } from '../site-file/parse.ts';
import {
  isGroup,
  isLink,
  isSection,
  type NavItem,
  type SiteFile,
  type SpaceItem,
} from '../site-file/schema.ts';
import {
  type Asked,
  answerEnd,
  askChoice,
  askText,
  askYesNo,
  type Ending,
  type EndSurroundings,
  endOf,
  type FileAnswers,
  fileExists,
  interview,
  type Place,
  type Shown,
} from './end.ts';
import {
  type Answers,
  checkBasename,
  hasSections,
  NO_ANSWERS,
  nameIn,
  nextQuestion,
  plannedItems,
  VISIBILITIES,
} from './questions.ts';

// A site on the screen before anything is sent: as a tree where it is new, as changes where it exists.

type Screen = Pick<Io, 'accessible' | 'ci'>;

/** `Site "Partner portal" (live, share-link) in Tarnpost`. */
function headerOf(site: Site, organization: string): string {
  const state = site.published ? 'live' : 'not published';
  return `Site "${site.title}" (${state}, ${site.visibility}) in ${organization}`;
}

/** What will be different about a site that exists. */
async function changeLines(io: Screen, header: string, { run, plan }: OpenPlan): Promise<string> {
  const named = await namesRead(run, plan.rows);
  const lines = plan.rows.length === 0 ? ['nothing to change'] : linesOf(plan.rows, { named });
  return ciSafe(io, [safeLine(header), ...lines].map((line) => `${line}\n`).join(''));
}

/** A new site as a tree. `titleOf`: of a space by the name that the file has for it. */
function treeLines(io: Screen, site: SiteFile, titleOf: (name: string) => string): string {
  const { title, type, visibility, basename, publish, organization } = site;
  const facts = [type, visibility, ...(basename === undefined ? [] : [`address ${basename}`])].join(', ');
  const end = publish ? 'published' : 'not published yet';
  const label = safeLine(`${title} (${facts}; ${end}) in ${organization}`);
  const lines = drawTree(nodesOf(site, titleOf), { plain: io.accessible });
  return ciSafe(io, `${[label, ...lines].join('\n')}\n`);
}

function nodesOf(
  { spaces = [], sections = [], default: first }: SiteFile,
  titleOf: (name: string) => string,
) {
  const shownFirst = first ?? spaces[0]?.space ?? sectionsIn(sections)[0]?.title;
  const marked = (text: string, name: string | undefined): string =>
    safeLine(name === shownFirst ? `${text} [shown first]` : text);
  const leaf = ({ space }: SpaceItem): TreeNode => ({
    label: `space ${safeLine(titleOf(space))}`,
    children: [],
  });
  const node = (item: NavItem): TreeNode => {
    if (isLink(item)) return { label: safeLine(`link ${item.link}`), children: [] };
    const icon = item.icon === undefined ? [] : [item.icon];
    if (isGroup(item))
      return { label: safeLine(`group ${item.group}${factsOf(icon)}`), children: item.sections.map(node) };
    const about = item.description ? `: ${item.description}` : '';
    const path = item.path === undefined ? [] : [`/${item.path}`];
    return {
      label: marked(`section ${item.title}${factsOf([...icon, ...path])}${about}`, item.title),
      children: item.spaces.map(leaf),
    };
  };
  return [
    ...spaces.map((item) => ({ label: marked(`space ${titleOf(item.space)}`, item.space), children: [] })),
    ...sections.map(node),
  ];
}

const factsOf = (facts: readonly string[]): string => (facts.length > 0 ? ` (${facts.join(', ')})` : '');

type Field = 'title' | 'visibility' | 'space' | 'first' | 'basename' | 'publish';

/** What a person has changed so far. */
interface LiveAnswers extends FileAnswers {
  draft: SiteFile;
  /** What is being changed. */
  field?: Field | undefined;
  /** A space that is added and has no section yet. */
  space?: Space | undefined;
  /** Nothing more is wanted. */
  isReviewed?: boolean;
}

interface LiveSurroundings extends EndSurroundings, Pick<Place, 'spaces' | 'sites' | 'nameOf'> {
  live: Site;
  /** What would change, as lines. */
  show(draft: SiteFile): Promise<Shown>;
}

/** What can be shown first: sections, or spaces where there are none. */
const firstChoices = ({ sections, spaces = [] }: SiteFile): string[] =>
  sections ? sectionsIn(sections).map(({ title = '' }) => title) : spaces.map(({ space }) => space);

/** Spaces of the organization that the site does not show. */
const spacesLeft = (draft: SiteFile, { spaces, nameOf }: LiveSurroundings): Space[] => {
  const shown = new Set(spacesIn(draft).map(({ space }) => space));
  return spaces.filter((space) => !shown.has(nameOf(space)));
};

// One thing about a site that exists: the question, with its value of now as the answer.

function askField(
  field: Field,
  answers: LiveAnswers,
  around: LiveSurroundings,
): Asked<LiveAnswers> | undefined {
  const { draft } = answers;
  if (field === 'space') return askSpace(answers, around);
  if (field === 'title') {
    const others = around.sites.filter(({ id }) => id !== around.live.id);
    return askText(
      'New title:',
      (text) => checkTitle(text, others),
      (before, title) => changed(before, { title }),
      draft.title,
    );
  }
  if (field === 'basename')
    return askText(
      'Address: the last part of its URL:',
      (text) => (text === '' ? 'It cannot be empty.' : checkBasename(text)),
      (before, basename) => changed(before, { basename }),
      draft.basename ?? '',
    );
  if (field === 'publish')
    return askYesNo('Publish it?', (before, publish) => changed(before, { publish }), draft.publish);
  // Safe: the values of the choices are those of the field.
  const set = (name: 'visibility' | 'default') => (before: LiveAnswers, value: string) =>
    changed(before, { [name]: value });
  if (field === 'visibility')
    return askChoice('Who sees it:', VISIBILITIES, set('visibility'), draft.visibility);
  const titles = firstChoices(draft).map((title) => ({ name: title, value: title }));
  return askChoice('What do visitors see first?', titles, set('default'), draft.default);
}

/** The answers with another draft; the same draft where nothing differs. */
function changed(answers: LiveAnswers, fields: Partial<SiteFile>): LiveAnswers {
  const { draft } = answers;
  const isSame = Object.entries(fields).every(([name, value]) => Reflect.get(draft, name) === value);
  return {
    ...answers,
    field: undefined,
    space: undefined,
    draft: isSame ? draft : { ...draft, ...fields },
  };
}

const OWN_SECTION = '\u0000own';

/** The space, and on a site with sections where it goes. */
function askSpace({ draft, space }: LiveAnswers, around: LiveSurroundings): Asked<LiveAnswers> {
  const { spaces, nameOf } = around;
  const { sections } = draft;
  if (!space) {
    const left = spacesLeft(draft, around);
    const choices = left.map(({ id, title }) => ({ name: nameIn(spaces, title, id), value: id }));
    return askChoice('Which space does it show as well?', choices, (before, id) => {
      const picked = spaces.find((one) => one.id === id);
      if (!picked || sections) return { ...before, space: picked };
      return changed(before, { spaces: [...(draft.spaces ?? []), { space: nameOf(picked) }] });
    });
  }
  const added = { space: nameOf(space) };
  const titles = sectionsIn(sections).map(({ title = '' }) => title);
  const isFree = !titles.includes(space.title);
  const choices = [
    ...(isFree ? [{ name: `A separate section, "${space.title}"`, value: OWN_SECTION }] : []),
    ...titles.map((title) => ({ name: `Section "${title}"`, value: title })),
  ];
  return askChoice(`Where does "${space.title}" go?`, choices, (before, value) =>
    changed(before, {
      sections:
        value === OWN_SECTION
          ? [...(sections ?? []), { title: space.title, spaces: [added] }]
          : (sections ?? []).map((item) => withSpace(item, value, added)),
    }),
  );
}

function withSpace(item: NavItem, section: string, added: { space: string }): NavItem {
  if (isGroup(item)) return { ...item, sections: item.sections.map((one) => withSpace(one, section, added)) };
  return isSection(item) && item.title === section ? { ...item, spaces: [...item.spaces, added] } : item;
}

const DONE = 'done';

/** Asks what to change; its own values are what is offered. Nothing is sent. */
export async function askForChanges(place: Place, live: Site): Promise<Ending> {
  const { run, organization } = place;
  const { io } = run.context;
  const header = headerOf(live, organization.title);
  note(io, `${header}${place.where}`);
  note(io, keysOf(io));
  const start: LiveAnswers = { draft: await siteAsItIs(place, live) };
  const around: LiveSurroundings = {
    ...place,
    live,
    show: async (draft) => {
      const open = await place.open(draft);
      const { lines, isRisky } = await place.consequences(draft, open);
      return { text: `\n${await changeLines(io, header, open)}${lines}\n`, isRisky };
    },
    isLive: live.published,
    act: live.published ? 'Change the live site' : 'Change it',
    file: typeof run.flags.save === 'string' ? run.flags.save : undefined,
    exists: (file) => fileExists(run, file),
  };
  const answers = await interview(
    await run.context.prompts(),
    start,
    (soFar) => nextChange(soFar, around, start.draft),
    (text) => io.err(text),
  );
  return endOf(answers, answers.draft, 'create');
}

/** Its structure and settings, as docs sites pull writes them; looks, redirects and the like stay as they are. */
async function siteAsItIs({ run, organization, spaces, nameOf }: Place, site: Site): Promise<SiteFile> {
  const live = await readLive(await run.client(), organization.id, site, {
    ...{ parts: new Set(), looks: () => false, concurrency: readWidthOf(run) },
  });
  const byTitle = new Map(spaces.map((space) => [space.title, space]));
  const described = describeSite(live, {
    organization: organization.title,
    isUnique: (title) => nameOf(byTitle.get(title) ?? { id: '', title }) === title,
    titleOf: (id) => spaces.find((space) => space.id === id)?.title,
  });
  // Safe: it is what a file of this site says.
  return described as unknown as SiteFile;
}

function nextChange(
  answers: LiveAnswers,
  around: LiveSurroundings,
  start: SiteFile,
): Asked<LiveAnswers> | undefined {
  if (answers.field !== undefined) return askField(answers.field, answers, around);
  if (!answers.isReviewed) return askWhat(answers, around, start);
  // Nothing was changed: there is nothing to agree to.
  if (answers.draft === start) return undefined;
  return answerEnd(answers, around, () => around.show(answers.draft));
}

function askWhat({ draft }: LiveAnswers, around: LiveSurroundings, start: SiteFile): Asked<LiveAnswers> {
  const names = spacesIn(draft).map(({ space }) => space);
  const hasChanged = draft !== start;
  const done = { value: DONE, name: hasChanged ? 'Nothing else: show the changes' : 'Nothing' };
  const fields: { value: Field; name: string }[] = [
    { value: 'title', name: `Title: ${draft.title}` },
    { value: 'visibility', name: `Who sees it: ${draft.visibility}` },
    ...(spacesLeft(draft, around).length > 0
      ? [{ value: 'space' as const, name: `Add a space; it shows: ${names.join(', ') || 'none'}` }]
      : []),
    ...(firstChoices(draft).length > 1
      ? [{ value: 'first' as const, name: `Shown first: ${draft.default ?? firstChoices(draft)[0]}` }]
      : []),
    { value: 'basename', name: `Address: ${draft.basename ?? 'none'}` },
    ...(around.live.published
      ? []
      : [{ value: 'publish' as const, name: `Publish it: ${draft.publish ? 'yes' : 'no'}` }]),
  ];
  const message = hasChanged ? 'What else do you want to change?' : 'What do you want to change?';
  const asked = askChoice<LiveAnswers>(
    message,
    hasChanged ? [done, ...fields] : [...fields, done],
    (answers, value) =>
      // Safe: the values of the choices are those of Field, and DONE.
      value === DONE ? { ...answers, isReviewed: true } : { ...answers, field: value as Field },
  );
  return { ...asked, isMenu: true };
}

// A new site by questions.

const keysOf = ({ accessible }: Pick<Io, 'accessible'>): string =>
  `${accessible ? '<' : 'Esc'} goes back, Ctrl-C leaves; nothing is sent before you agree.`;

/** Asks for everything; nothing is sent. */
export async function askForNewSite(place: Place): Promise<Ending> {
  const { run, spaces, sites, organization } = place;
  const { io } = run.context;
  note(io, `A new site in ${organization.title}${place.where}`);
  note(io, keysOf(io));
  const titleOf = (name: string) => spaces.find(({ id }) => id === name)?.title ?? name;
  const answers = await interview(
    await run.context.prompts(),
    NO_ANSWERS,
    (soFar) =>
      nextQuestion(soFar, {
        spaces,
        checkTitle: (title) => checkTitle(title, sites),
        show: async () => {
          const site = siteFrom(soFar, place);
          const { lines, isRisky } = await place.consequences(site);
          return { text: `\n${treeLines(io, site, titleOf)}${lines}\n`, isRisky };
        },
        file: typeof run.flags.save === 'string' ? run.flags.save : undefined,
        exists: (file) => fileExists(run, file),
      }),
    (text) => io.err(text),
  );
  return endOf(answers, siteFrom(answers, place), 'stop');
}

/** True, or why a site cannot be called so. */
function checkTitle(title: string, others: readonly { id: string; title: string }[]): true | string {
  if (title.length < 2 || title.length > 128) return 'Between 2 and 128 characters.';
  const found = others.find((site) => site.title === title);
  return found ? `There is a site "${title}" already (${found.id}). Choose another title.` : true;
}

function siteFrom(answers: Answers, { organization, nameOf }: Place): SiteFile {
  const { title = '', type = 'basic', visibility = 'unlisted', chosen, first, basename, publish } = answers;
  const sections = hasSections(answers) ? plannedItems(answers, nameOf) : [];
  const spaces = chosen.map((space) => ({ space: nameOf(space) }));
  const inOrder = sections.length > 0 ? sectionsIn(sections)[0]?.title : chosen[0]?.title;
  const firstName =
    sections.length > 0 ? first : spaces[chosen.findIndex((one) => one.title === first)]?.space;
  return {
    ...{ version: 2, organization: organization.title, title, type, visibility },
    ...(basename && { basename }),
    publish: publish ?? false,
    ...(first !== undefined && first !== inOrder && firstName !== undefined && { default: firstName }),
    ...(sections.length > 0 ? { sections } : { spaces }),
  };
}
