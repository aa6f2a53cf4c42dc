// What docs sites setup asks, in order: the first thing that is not known yet.
import type { Space } from '../../api/spaces.ts';
import type { Choice } from '../../context.ts';
import type { Asked } from './interview.ts';
import { type Answers, hasSections, plannedSections, type SectionAnswer } from './site-setup-answers.ts';
import { answerGroups } from './site-setup-groups.ts';

export interface Surroundings {
  spaces: readonly Space[];
  /** True, or why the title cannot be taken. */
  checkTitle(title: string): Promise<true | string>;
  /** The whole plan as lines. */
  show(answers: Answers): string;
}

const TYPES: readonly Choice[] = [
  {
    value: 'basic',
    name: 'basic',
    description: 'A site for everybody, with few settings. Every organization may have one.',
  },
  {
    value: 'premium',
    name: 'premium',
    description: 'An address of its own and more looks. To be paid for when it is published.',
  },
  {
    value: 'ultimate',
    name: 'ultimate',
    description: 'Sections, visitors who sign in, insights. To be paid for when it is published.',
  },
  {
    value: 'sponsored',
    name: 'sponsored',
    description: 'Free of charge, with advertisements: for open source and communities.',
  },
];
const VISIBILITIES: readonly Choice[] = [
  { value: 'public', name: 'public', description: 'Everybody sees it, and search engines find it.' },
  {
    value: 'unlisted',
    name: 'unlisted',
    description: 'Everybody who knows the address sees it; search engines are asked to stay away.',
  },
  { value: 'share-link', name: 'share-link', description: 'Only who has a link with a key sees it.' },
  {
    value: 'visitor-auth',
    name: 'visitor-auth',
    description: 'Only who signs in, at a provider of yours, sees it.',
  },
];
const STRUCTURES: readonly Choice[] = [
  {
    value: 'flat',
    name: 'side by side',
    description: 'Spaces as variants of one site: versions, languages, audiences.',
  },
  {
    value: 'sections',
    name: 'a section each',
    description: 'Each space is a section of the navigation, with a title and an icon.',
  },
  {
    value: 'groups',
    name: 'sections in groups',
    description: 'Sections, some of them under a common heading.',
  },
];

/** The next question; undefined when all is known. */
export function nextQuestion(answers: Answers, around: Surroundings): Asked<Answers> | undefined {
  return (
    answerBasics(answers, around) ??
    answerSpaces(answers, around) ??
    answerStructure(answers) ??
    answerSections(answers) ??
    answerGroups(answers) ??
    answerFirst(answers) ??
    answerEnd(answers, around)
  );
}

/** A choice whose value is kept under one name. */
function choose<K extends keyof Answers>(
  key: K,
  message: string,
  choices: readonly Choice[],
): Asked<Answers> {
  return {
    question: { kind: 'choice', message, choices },
    take: (answers, value) => ({ ...answers, [key]: value }),
  };
}

function answerBasics(
  { title, type, visibility }: Answers,
  around: Surroundings,
): Asked<Answers> | undefined {
  if (title === undefined) {
    return {
      question: {
        kind: 'text',
        message: 'Title of the site:',
        check: (text) => around.checkTitle(text.trim()),
      },
      take: (answers, text) => ({ ...answers, title: String(text).trim() }),
    };
  }
  if (type === undefined) return choose('type', 'Type:', TYPES);
  return visibility === undefined ? choose('visibility', 'Who sees it:', VISIBILITIES) : undefined;
}

const GO_ON = '\u0000go on';
const TAKE_BACK = '\u0000take back';

/** One space after the other: the order of choosing is the order on the site. */
function answerSpaces({ chosen, isChosen }: Answers, { spaces }: Surroundings): Asked<Answers> | undefined {
  if (isChosen) return undefined;
  const left = spaces.filter((space) => !chosen.includes(space));
  const last = chosen.at(-1);
  const choices = [
    ...(last ? [{ name: 'Go on with these', value: GO_ON }] : []),
    ...left.map(({ title, id }) => ({ name: nameIn(spaces, title, id), value: id })),
    ...(last ? [{ name: `Take "${last.title}" back`, value: TAKE_BACK }] : []),
  ];
  const soFar = chosen.map(({ title }) => title).join(', ');
  const message = last
    ? `Spaces so far: ${soFar}. Another one:`
    : 'Which spaces does it show? The first one:';
  return {
    question: { kind: 'choice', message, choices },
    take(answers, value) {
      if (value === GO_ON) return { ...answers, isChosen: true };
      if (value === TAKE_BACK) return { ...answers, chosen: chosen.slice(0, -1) };
      const picked = spaces.find(({ id }) => id === value);
      const all = picked ? [...chosen, picked] : chosen;
      return { ...answers, chosen: all, ...(all.length === spaces.length && { isChosen: true }) };
    },
  };
}

const nameIn = (spaces: readonly Space[], title: string, id: string): string =>
  spaces.filter((space) => space.title === title).length > 1 ? `${title} (${id})` : title;

function answerStructure({ structure, chosen }: Answers): Asked<Answers> | undefined {
  if (structure !== undefined || chosen.length < 2) return undefined;
  return choose('structure', 'How does it show them?', STRUCTURES);
}

function answerSections(answers: Answers): Asked<Answers> | undefined {
  if (!hasSections(answers)) return undefined;
  if (answers.wantsDetails === undefined) {
    return {
      question: {
        kind: 'yes-no',
        message: 'Give the sections titles, icons or descriptions of their own?',
        default: false,
      },
      take: (before, yes) => ({ ...before, wantsDetails: yes === true }),
    };
  }
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
    icon: { message: `Icon of "${section.title}" (its name, or nothing):`, most: 50, preset: '' },
    description: { message: `What "${section.title}" is about (or nothing):`, most: 256, preset: '' },
  };
  const { message, most, preset } = questions[field];
  const others = sections.filter((_, index) => index !== at).map((other) => other.title);
  return {
    question: {
      kind: 'text',
      message,
      ...(preset && { default: preset }),
      check: (text) => checkDetail(field, text.trim(), most, others),
    },
    take: (answers, text) => ({
      ...answers,
      sections: sections.map((one, index) => (index === at ? { ...one, [field]: String(text).trim() } : one)),
    }),
  };
}

function checkDetail(field: Detail, text: string, most: number, others: readonly unknown[]): true | string {
  if (text.length > most) return `At most ${most} characters.`;
  if (field !== 'title') return true;
  if (text.length < 2) return 'At least 2 characters.';
  return others.includes(text) ? 'Another section is called so.' : true;
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

const ENDS: readonly Choice[] = [
  { value: 'create', name: 'Create it' },
  { value: 'save', name: 'Save the plan, and send nothing' },
  { value: 'stop', name: 'Leave it' },
];

function answerEnd(answers: Answers, around: Surroundings): Asked<Answers> | undefined {
  const { basename, publish, end } = answers;
  if (basename === undefined) {
    return {
      question: {
        kind: 'text',
        message: 'Last part of its address (or nothing: the platform makes one of the title):',
        check: (text) =>
          /^([a-z0-9]([a-z0-9-]{0,98}[a-z0-9])?)?$/.test(text.trim()) || 'Small letters, digits and hyphens.',
      },
      take: (before, text) => ({ ...before, basename: String(text).trim() }),
    };
  }
  if (publish === undefined) {
    return {
      question: { kind: 'yes-no', message: 'Publish it at once?', default: false },
      take: (before, yes) => ({ ...before, publish: yes === true }),
    };
  }
  if (end !== undefined) return undefined;
  return { ...choose('end', 'Is this what you want?', ENDS), before: around.show(answers) };
}
