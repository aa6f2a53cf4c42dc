// Which section goes under which heading.
import type { PlannedItem } from '../../../workflows/site-setup/plan.ts';
import type { Asked } from './prompt-sequence.ts';
import { type Answers, plannedSections } from './site-setup-answers.ts';

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
export function plannedItems(answers: Answers): PlannedItem[] {
  const sections = plannedSections(answers);
  if (answers.structure !== 'groups') return sections;
  const groupOf = (at: number) => answers.groups[at] ?? NONE;
  return sections.flatMap((section, at): PlannedItem[] => {
    const group = groupOf(at);
    if (group === NONE) return [section];
    const isFirst = sections.findIndex((_, index) => groupOf(index) === group) === at;
    return isFirst ? [{ group, sections: sections.filter((_, index) => groupOf(index) === group) }] : [];
  });
}
