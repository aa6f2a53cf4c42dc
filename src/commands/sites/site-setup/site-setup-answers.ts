// What a person has answered so far about a new site.
import type { Space } from '../../../api/content/spaces.ts';
import type { PlannedSection, SiteDraft } from '../../../workflows/site-setup/plan.ts';
import type { FileAnswers } from './site-setup-end.ts';

export interface SectionAnswer {
  space: Space;
  title?: string;
  icon?: string;
  description?: string;
}

export interface Answers extends FileAnswers {
  title?: string;
  type?: SiteDraft['type'];
  visibility?: SiteDraft['visibility'];
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
export function plannedSections({ chosen, sections }: Answers): PlannedSection[] {
  const answered: readonly SectionAnswer[] = sections ?? chosen.map((space) => ({ space }));
  return answered.map(({ space, title, icon, description }) => ({
    title: title ?? space.title,
    spaces: [{ id: space.id, title: space.title }],
    ...(icon && { icon }),
    ...(description && { description }),
  }));
}
