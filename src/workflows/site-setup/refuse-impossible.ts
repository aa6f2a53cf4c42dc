// What a plan asks of a site that exists and cannot get: said before anything is sent, never left out silently.
import { ValidationError } from '../../errors.ts';
import { findSection } from './apply-sections.ts';
import type { LiveSite } from './live-site.ts';
import { type SiteDraft, sectionsOf } from './plan.ts';

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
