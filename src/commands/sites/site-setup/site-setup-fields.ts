// One thing about a site that exists: the question, with its value of now as the answer.
import type { Choice } from '../../../context.ts';
import { isGroup, type PlannedItem, type SiteDraft, sectionsOf } from '../../../workflows/site-setup/plan.ts';
import type { Asked } from './prompt-sequence.ts';
import { checkTitle } from './site-setup-draft.ts';
import {
  type Field,
  firstChoices,
  type LiveAnswers,
  type LiveSurroundings,
  shownSpaces,
} from './site-setup-live-answers.ts';
import { checkBasename, nameIn, VISIBILITIES } from './site-setup-questions.ts';

export function askField(
  field: Field,
  answers: LiveAnswers,
  around: LiveSurroundings,
): Asked<LiveAnswers> | undefined {
  const { draft } = answers;
  if (field === 'space') return askSpace(answers, around);
  if (field === 'title') {
    const others = around.sites.filter(({ id }) => id !== around.live.site.id);
    return askText('title', 'New title:', draft.title, (text) => checkTitle(text, others));
  }
  if (field === 'basename')
    return askText('basename', 'Address: the last part of its URL:', draft.basename ?? '', (text) =>
      text === '' ? 'It cannot be empty.' : checkBasename(text),
    );
  if (field === 'publish') {
    return {
      question: { kind: 'yes-no', message: 'Publish it?', default: draft.publish },
      take: (before, yes) => changed(before, { publish: yes === true }),
    };
  }
  if (field === 'visibility') return askChoice('visibility', 'Who sees it:', draft.visibility, VISIBILITIES);
  const titles = firstChoices(draft).map((title) => ({ name: title, value: title }));
  return askChoice('first', 'What do visitors see first?', draft.first, titles);
}

/** The answers with another draft; the same draft where nothing differs. */
function changed(answers: LiveAnswers, fields: Partial<SiteDraft>): LiveAnswers {
  const { draft } = answers;
  const isSame = Object.entries(fields).every(([name, value]) => Reflect.get(draft, name) === value);
  return {
    ...answers,
    field: undefined,
    space: undefined,
    draft: isSame ? draft : { ...draft, ...fields },
  };
}

function askText(
  field: 'title' | 'basename',
  message: string,
  preset: string,
  check: (text: string) => true | string,
): Asked<LiveAnswers> {
  return {
    question: { kind: 'text', message, default: preset, check: (text) => check(text.trim()) },
    take: (answers, text) => changed(answers, { [field]: String(text).trim() }),
  };
}

function askChoice(
  field: 'visibility' | 'first',
  message: string,
  preset: string | undefined,
  choices: readonly Choice[],
): Asked<LiveAnswers> {
  return {
    question: { kind: 'choice', message, choices, ...(preset !== undefined && { default: preset }) },
    take: (answers, value) => changed(answers, { [field]: value }),
  };
}

const OWN_SECTION = '\u0000own';

/** The space, and on a site with sections where it goes. */
function askSpace(answers: LiveAnswers, { spaces }: LiveSurroundings): Asked<LiveAnswers> {
  const { draft, space } = answers;
  const shown = shownSpaces(draft);
  if (!space) {
    const left = spaces.filter(({ id }) => !shown.some((one) => one.id === id));
    return {
      question: {
        kind: 'choice',
        message: 'Which space does it show as well?',
        choices: left.map(({ id, title }) => ({ name: nameIn(spaces, title, id), value: id })),
      },
      take(before, id) {
        const picked = spaces.find((one) => one.id === id);
        if (!picked || draft.items.length > 0) return { ...before, space: picked };
        return changed(before, { spaces: [...draft.spaces, { id: picked.id, title: picked.title }] });
      },
    };
  }
  const added = { id: space.id, title: space.title };
  const titles = sectionsOf(draft).map(({ title }) => title);
  const isFree = !titles.includes(space.title);
  return {
    question: {
      kind: 'choice',
      message: `Where does "${space.title}" go?`,
      choices: [
        ...(isFree ? [{ name: `A separate section, "${space.title}"`, value: OWN_SECTION }] : []),
        ...titles.map((title) => ({ name: `Section "${title}"`, value: title })),
      ],
    },
    take: (before, value) =>
      changed(before, {
        items:
          value === OWN_SECTION
            ? [...draft.items, { title: space.title, spaces: [added] }]
            : draft.items.map((item) => withSpace(item, String(value), added)),
      }),
  };
}

/** The item with one more space in the section of this title, if that is in it. */
function withSpace(item: PlannedItem, section: string, space: { id: string; title: string }): PlannedItem {
  if (isGroup(item))
    return {
      ...item,
      sections: item.sections.map((one) =>
        one.title === section ? { ...one, spaces: [...one.spaces, space] } : one,
      ),
    };
  return item.title === section ? { ...item, spaces: [...item.spaces, space] } : item;
}
