// What a person has changed so far about a site that exists.
import type { Space } from '../../../api/content/spaces.ts';
import type { LiveSite } from '../../../workflows/site-setup/live-site.ts';
import { type SiteDraft, sectionsOf } from '../../../workflows/site-setup/plan.ts';
import type { EndSurroundings, FileAnswers, Shown } from './site-setup-end.ts';
import type { Place } from './site-setup-job.ts';

export type Field = 'title' | 'visibility' | 'space' | 'first' | 'basename' | 'publish';

/** What a person has changed so far. */
export interface LiveAnswers extends FileAnswers {
  draft: SiteDraft;
  /** What is being changed. */
  field?: Field | undefined;
  /** A space that is added and has no section yet. */
  space?: Space | undefined;
  /** Nothing more is wanted. */
  isReviewed?: boolean;
}

export interface LiveSurroundings extends EndSurroundings, Pick<Place, 'spaces' | 'sites'> {
  live: LiveSite;
  /** What would change, as lines. */
  show(draft: SiteDraft): Promise<Shown>;
}

export const shownSpaces = (draft: SiteDraft) => [
  ...draft.spaces,
  ...sectionsOf(draft).flatMap((section) => section.spaces),
];

/** What can be shown first: sections, or spaces where there are none. */
export const firstChoices = (draft: SiteDraft): string[] =>
  (draft.items.length > 0 ? sectionsOf(draft) : draft.spaces).map(({ title }) => title);
