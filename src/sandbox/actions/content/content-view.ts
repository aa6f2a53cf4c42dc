// What a caller may see of content, and how it is to be shown.
import type { Call } from '../../sandbox.ts';
import type { ContentView } from '../../views/content/pages.ts';
import { changeRequestPath } from '../../views/review/change-requests.ts';
import { type ContentTarget, contentTarget, type TargetRef } from './content-target.ts';

/** The content a request is about. Throws 404 for what is not there, or not for the caller to see. */
export function visibleTarget(call: Call, ref: TargetRef): ContentTarget {
  // The space first: whoever may not see it learns nothing of what is in it.
  call.access.requireSpace(contentTarget(call, { spaceId: ref.spaceId }).space, 'view');
  return contentTarget(call, ref);
}

/** How to show it: `metadata: false` leaves out where it lies in git, `computed: false` what is computed. */
export function viewOf(
  call: Call,
  { space, changeRequest }: ContentTarget,
  { metadata = true, computed = true }: { metadata?: boolean | undefined; computed?: boolean | undefined },
): ContentView {
  return {
    sandbox: call,
    base: changeRequest
      ? changeRequestPath(changeRequest, space.organization)
      : `/o/${space.organization}/s/${space.id}`,
    space: space.id,
    metadata,
    computed,
  };
}
