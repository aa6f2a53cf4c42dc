// What docs sites setup asks, in order: the first thing that is not known yet.
import type { Space } from '../../api/content/spaces.generated.ts';
import type { Choice } from '../../context.ts';
import type { NavItem, SectionItem, SiteFile } from '../site-file/schema.ts';
import {
  type Asked,
  answerEnd,
  askChoice,
  askText,
  askYesNo,
  type EndSurroundings,
  type FileAnswers,
  type NameOf,
  type Shown,
} from './end.ts';

// Which section goes under which heading.

// What a person has answered so far about a new site.

interface SectionAnswer {
  space: Space;
  title?: string;
  icon?: string;
  description?: string;
}

export interface Answers extends FileAnswers {
  title?: string;
  type?: SiteFile['type'];
  visibility?: SiteFile['visibility'];
  chosen: readonly Space[];
  isChosen?: boolean;
  structure?: 'flat' | 'sections' | 'groups';
  wantsDetails?: boolean;
  sections?: readonly SectionAnswer[];
  /** Group of each section, in their order; empty: none. */
  groups: readonly string[];
  /** A new group is wanted for the section in hand. */
  isNewGroup?: boolean;
  first?: string;
  basename?: string;
  publish?: boolean;
}

export const NO_ANSWERS: Answers = { chosen: [], groups: [] };

export const hasSections = ({ structure }: Answers): boolean =>
  structure === 'sections' || structure === 'groups';

/** The sections as answered; titles are those of their spaces where nobody gave others. */
function plannedSections(
  { chosen, sections }: Answers,
  nameOf: NameOf = ({ title }) => title,
): (SectionItem & { title: string })[] {
  const answered: readonly SectionAnswer[] = sections ?? chosen.map((space) => ({ space }));
  return answered.map(({ space, title, icon, description }) => ({
    title: title ?? space.title,
    spaces: [{ space: nameOf(space) }],
    ...(icon && { icon }),
    ...(description && { description }),
  }));
}

const NONE = '';
const NEW = '\u0000new';

/** The group of one section after the other; undefined when all are known or none are wanted. */
function answerGroups(answers: Answers): Asked<Answers> | undefined {
  const { structure, groups, isNewGroup } = answers;
  const section = plannedSections(answers)[groups.length];
  if (structure !== 'groups' || !section) return undefined;
  if (isNewGroup)
    return askText(
      `Name of the group of "${section.title}":`,
      ({ length }) => (length >= 1 && length <= 100) || 'Between 1 and 100 characters.',
      (before, name) => ({ ...before, isNewGroup: false, groups: [...groups, name] }),
    );
  const known = [...new Set(groups.filter((group) => group !== NONE))];
  const choices = [
    { name: '(none)', value: NONE },
    ...known.map((group) => ({ name: group, value: group })),
    { name: 'A new group', value: NEW },
  ];
  return askChoice(`Group of "${section.title}":`, choices, (before, value) =>
    value === NEW ? { ...before, isNewGroup: true } : { ...before, groups: [...groups, value] },
  );
}

/** Sections and groups in the order of the sections; a group stands where its first section stood. */
export function plannedItems(answers: Answers, nameOf: NameOf): NavItem[] {
  const sections = plannedSections(answers, nameOf);
  if (answers.structure !== 'groups') return sections;
  const groupOf = (at: number) => answers.groups[at] ?? NONE;
  return sections.flatMap((section, at): NavItem[] => {
    const group = groupOf(at);
    if (group === NONE) return [section];
    const isFirst = sections.findIndex((_, index) => groupOf(index) === group) === at;
    return isFirst ? [{ group, sections: sections.filter((_, index) => groupOf(index) === group) }] : [];
  });
}

export interface Surroundings extends Omit<EndSurroundings, 'act'> {
  spaces: readonly Space[];
  /** True, or why the title cannot be taken. */
  checkTitle(title: string): true | string;
  /** The whole plan as lines. */
  show(): Promise<Shown>;
}

const TYPES: readonly Choice[] = [
  {
    value: 'basic',
    name: 'basic',
    description: 'Few settings. Every organization can have one.',
  },
  {
    value: 'premium',
    name: 'premium',
    description: 'Custom domain and themes. Billed on publish.',
  },
  {
    value: 'ultimate',
    name: 'ultimate',
    description: 'Sections, visitor sign-in and insights. Billed on publish.',
  },
  {
    value: 'sponsored',
    name: 'sponsored',
    description: 'Free, with ads: for open source and communities.',
  },
];
export const VISIBILITIES: readonly Choice[] = [
  { value: 'public', name: 'public', description: 'Anyone can read it, and search engines find it.' },
  {
    value: 'unlisted',
    name: 'unlisted',
    description: 'Anyone who has the URL can read it; search engines are asked not to list it.',
  },
  { value: 'share-link', name: 'share-link', description: 'Only people who have a secret link can read it.' },
  {
    value: 'visitor-auth',
    name: 'visitor-auth',
    description: 'Only visitors who sign in with your provider can read it.',
  },
];
const STRUCTURES: readonly Choice[] = [
  {
    value: 'flat',
    name: 'as variants',
    description: 'Spaces as variants of one site: versions, languages, audiences.',
  },
  {
    value: 'sections',
    name: 'one section per space',
    description: 'Each space is a section of the navigation, with a title and an icon.',
  },
  {
    value: 'groups',
    name: 'grouped sections',
    description: 'Sections, some of them under a common heading.',
  },
];

/** The next question; undefined when all is known. */
export const nextQuestion = (answers: Answers, around: Surroundings): Asked<Answers> | undefined =>
  answerBasics(answers, around) ??
  answerSpaces(answers, around) ??
  answerStructure(answers) ??
  answerSections(answers) ??
  answerGroups(answers) ??
  answerFirst(answers) ??
  answerAddress(answers) ??
  answerEnd(answers, { ...around, act: 'Create it' }, () => around.show());

/** A choice whose value is kept under one name. */
const choose = <K extends keyof Answers>(
  key: K,
  message: string,
  choices: readonly Choice[],
  preset?: string,
): Asked<Answers> => askChoice(message, choices, (answers, value) => ({ ...answers, [key]: value }), preset);

function answerBasics(
  { title, type, visibility }: Answers,
  around: Surroundings,
): Asked<Answers> | undefined {
  if (title === undefined)
    return askText(
      'Title of the site:',
      (text) => around.checkTitle(text),
      (answers, text) => ({ ...answers, title: text }),
    );
  if (type === undefined) return choose('type', 'Type:', TYPES);
  // A site is opened to the world by choice, not by pressing Enter.
  return visibility === undefined
    ? choose('visibility', 'Who sees it:', VISIBILITIES, 'unlisted')
    : undefined;
}

const GO_ON = '\u0000go on';
const REMOVE = '\u0000remove';

/** One space after the other: the order of choosing is the order on the site. */
function answerSpaces({ chosen, isChosen }: Answers, { spaces }: Surroundings): Asked<Answers> | undefined {
  if (isChosen) return undefined;
  const left = spaces.filter((space) => !chosen.includes(space));
  const last = chosen.at(-1);
  const choices = [
    ...(last ? [{ name: 'Continue with these', value: GO_ON }] : []),
    ...left.map(({ title, id }) => ({ name: nameIn(spaces, title, id), value: id })),
    ...(last ? [{ name: `Remove "${last.title}"`, value: REMOVE }] : []),
  ];
  const soFar = chosen.map(({ title }) => title).join(', ');
  const message = last
    ? `Spaces so far: ${soFar}. Add another, or continue:`
    : 'Choose the first space that it shows:';
  return askChoice(message, choices, (answers, value) => {
    if (value === GO_ON) return { ...answers, isChosen: true };
    if (value === REMOVE) return { ...answers, chosen: chosen.slice(0, -1) };
    const picked = spaces.find(({ id }) => id === value);
    const all = picked ? [...chosen, picked] : chosen;
    return { ...answers, chosen: all, ...(all.length === spaces.length && { isChosen: true }) };
  });
}

/** Titles that several spaces bear come with the ID. */
export const nameIn = (spaces: readonly Space[], title: string, id: string): string =>
  spaces.filter((space) => space.title === title).length > 1 ? `${title} (${id})` : title;

function answerStructure({ structure, chosen }: Answers): Asked<Answers> | undefined {
  if (structure !== undefined || chosen.length < 2) return undefined;
  return choose('structure', 'How does it show them?', STRUCTURES);
}

function answerSections(answers: Answers): Asked<Answers> | undefined {
  if (!hasSections(answers)) return undefined;
  if (answers.wantsDetails === undefined)
    return askYesNo('Give the sections their own titles, icons or descriptions?', (before, wantsDetails) => ({
      ...before,
      wantsDetails,
    }));
  if (!answers.wantsDetails) return undefined;
  const sections = answers.sections ?? answers.chosen.map((space) => ({ space }));
  const at = sections.findIndex((section: SectionAnswer) => section.description === undefined);
  const section = sections[at];
  return section && askSection(sections, at, section);
}

type Detail = 'title' | 'icon' | 'description';

function askSection(sections: readonly SectionAnswer[], at: number, section: SectionAnswer): Asked<Answers> {
  const { title } = section.space;
  const field: Detail =
    section.title === undefined ? 'title' : section.icon === undefined ? 'icon' : 'description';
  const questions: Record<Detail, { message: string; most: number; preset: string }> = {
    title: { message: `Title of the section of "${title}":`, most: 128, preset: title },
    icon: { message: `Icon of "${section.title}" (its name, or empty):`, most: 50, preset: '' },
    description: { message: `What "${section.title}" is about (or empty):`, most: 256, preset: '' },
  };
  const { message, most, preset } = questions[field];
  const others = sections.filter((_, index) => index !== at).map((other) => other.title);
  return askText(
    message,
    (text) => checkDetail(field, text, most, others),
    (answers, text) => ({
      ...answers,
      sections: sections.map((one, index) => (index === at ? { ...one, [field]: text } : one)),
    }),
    preset || undefined,
  );
}

function checkDetail(field: Detail, text: string, most: number, others: readonly unknown[]): true | string {
  if (text.length > most) return `At most ${most} characters.`;
  if (field !== 'title') return true;
  if (text.length < 2) return 'At least 2 characters.';
  return others.includes(text) ? 'Another section has this title.' : true;
}

function answerFirst(answers: Answers): Asked<Answers> | undefined {
  const { first, chosen } = answers;
  if (first !== undefined || chosen.length < 2) return undefined;
  const titles = hasSections(answers)
    ? plannedSections(answers).map(({ title }) => title)
    : chosen.map(({ title }) => title);
  return choose(
    'first',
    'What do visitors see first?',
    titles.map((title) => ({ name: title, value: title })),
  );
}

export const checkBasename = (text: string): true | string =>
  /^([a-z0-9]([a-z0-9-]{0,98}[a-z0-9])?)?$/.test(text) || 'Use lowercase letters, digits and hyphens.';

function answerAddress({ basename, publish }: Answers): Asked<Answers> | undefined {
  if (basename === undefined)
    return askText(
      'Address: the last part of its URL (leave empty to use the title):',
      checkBasename,
      (before, text) => ({ ...before, basename: text }),
    );
  if (publish !== undefined) return undefined;
  return askYesNo('Publish it at once?', (before, yes) => ({ ...before, publish: yes }));
}
