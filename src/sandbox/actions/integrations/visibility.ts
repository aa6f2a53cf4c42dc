// Tells integrations when a site's change makes its spaces seen by others.

import { type SpaceRow, spaceStore } from '../../db/content/spaces.ts';
import { integrationEventStore } from '../../db/integrations/integration-events.ts';
import { siteStructureStore } from '../../db/sites/site-structure.ts';
import { spacePublication } from '../../published-url.ts';
import type { Call } from '../../sandbox.ts';
import { visibilityOf } from '../../views/content/spaces.ts';

/** Does the change of a site, and records an event for every space whose visibility is another one after it. */
export function tellingVisibility<T>(call: Call, siteId: string, change: () => T): T {
  const spaces = siteStructureStore(call.db)
    .siteSpaces(siteId)
    .map(({ space }) => spaceStore(call.db).live(space));
  const before = spaces.map((space) => seenBy(call, space));
  const result = change();
  spaces.forEach((space, at) => {
    const visibility = seenBy(call, space);
    const previousVisibility = before[at] ?? visibility;
    if (visibility === previousVisibility) return;
    integrationEventStore(call.db).visibilityChanged(space.organization, call.now().toISOString(), {
      spaceId: space.id,
      previousVisibility,
      visibility,
    });
  });
  return result;
}

const seenBy = (call: Call, space: SpaceRow) => visibilityOf(space, spacePublication(call, space.id));
