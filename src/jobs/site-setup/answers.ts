// Which section goes under which heading.

import type { Space } from '../../api/content/spaces.generated.ts';
import type { NavItem, SectionItem, SiteFile } from '../site-file/schema.ts';
import type { FileAnswers, NameOf } from './end.ts';
import type { Asked } from './prompt-sequence.ts';

// What a person has answered so far about a new site.

export interface SectionAnswer {
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
export function plannedSections(
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
export function answerGroups(answers: Answers): Asked<Answers> | undefined {
  const { structure, groups, isNewGroup } = answers;
  const section = plannedSections(answers)[groups.length];
  if (structure !== 'groups' || !section) return undefined;
  if (isNewGroup) {
    return {
      question: {
        kind: 'text',
        message: `Name of the group of "${section.title}":`,
        check: (text) =>
          (text.trim().length >= 1 && text.trim().length <= 100) || 'Between 1 and 100 characters.',
      },
      take: (before, name) => ({ ...before, isNewGroup: false, groups: [...groups, String(name).trim()] }),
    };
  }
  const known = [...new Set(groups.filter((group) => group !== NONE))];
  return {
    question: {
      kind: 'choice',
      message: `Group of "${section.title}":`,
      choices: [
        { name: '(none)', value: NONE },
        ...known.map((group) => ({ name: group, value: group })),
        { name: 'A new group', value: NEW },
      ],
    },
    take: (before, value) =>
      value === NEW ? { ...before, isNewGroup: true } : { ...before, groups: [...groups, String(value)] },
  };
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
