// Settings of a space.

import type { MergeRulesSpaceConfiguration as MergeRules } from '../../../../api/content/spaces.generated.ts';
import type { updateSpace as updateSpaceOperation } from '../../../../api/content/spaces.ts';
import type { InputOf } from '../../../../api/operation.ts';
import { changeSpace, liveSpace, type SpaceChanges, type SpaceRow } from '../../../db/content/spaces.ts';
import { members } from '../../../db/people/organizations.ts';
import type { Call } from '../../../sandbox.ts';
import { badRequest } from '../../../wire-error.ts';
import { readExpression } from '../../expression.ts';

/** Changes what is given. 400 for emoji and icon together, or for merge rules that cannot hold. */
export function updateSpace(
  call: Call,
  { spaceId, ...input }: InputOf<typeof updateSpaceOperation>,
): SpaceRow {
  return call.db.transaction(() => {
    const space = liveSpace(call.db, spaceId);
    call.access.requireSpace(space, 'admin');
    if (input.mergeRules) requireSoundRules(call, space.organization, input.mergeRules);
    const changes = changesOf(input);
    if (Object.keys(changes).length === 0) return space;
    return changeSpace(call.db, spaceId, changes, call.now().toISOString());
  });
}

type Settings = Omit<InputOf<typeof updateSpaceOperation>, 'spaceId'>;

function changesOf({ emoji, icon, ...rest }: Settings): SpaceChanges {
  if (emoji && icon)
    throw badRequest('emoji and icon cannot be used together: send one of them, or both as null');
  const changes: SpaceChanges = {};
  // One takes the place of the other; null clears only itself.
  if (emoji !== undefined) Object.assign(changes, { emoji }, emoji && { icon: null });
  if (icon !== undefined) Object.assign(changes, { icon }, icon && { emoji: null });
  for (const [key, value] of Object.entries(rest)) {
    if (value !== undefined) Object.assign(changes, { [key]: value });
  }
  return changes;
}

/** Rules that name people may name members of the organization only, and an expression must be one. Throws 400. */
export function requireSoundRules(call: Call, organization: string, rules: MergeRules): void {
  if (rules.type !== 'rules') return;
  for (const rule of rules.rules) {
    if (rule.rule === 'custom') readExpression('mergeRules', rule.expression);
    for (const user of 'users' in rule ? rule.users : []) {
      if (!members(call.db).find({ organization, user })) {
        throw badRequest(`mergeRules: user "${user}" is not a member of the organization`);
      }
    }
  }
}
