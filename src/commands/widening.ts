// Changes that let more people see something or do more: what their question calls the change.
import type { Change } from '../domain/dangers/danger.ts';

/** Something that becomes visible to more. */
export const widerVisibility = ({ input, target }: Change) => ({
  change: `from ${target?.visibility ?? 'private'} to ${input.visibility}`,
});

/** A role of all who join that hands out administration. */
export const toAdmin = ({ target }: Change) => ({
  change: `from default role ${target?.defaultRole ?? 'guest'} to admin`,
});

/** A default level that lets everyone do more. */
export const newLevel = ({ input, target }: Change) => ({
  change: `from default level ${target?.defaultLevel ?? 'none'} to ${input.defaultLevel}`,
});
