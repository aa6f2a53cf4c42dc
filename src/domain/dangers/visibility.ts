// How many can see something.
import type { Change } from './danger.ts';

/** What is not listed, nobody sees without a key, a sign-in or an invitation. */
const WIDTH: Readonly<Record<string, number>> = { public: 2, unlisted: 1 };

export const visibilityWidth = (visibility: unknown): number => WIDTH[String(visibility)] ?? 0;

/** A published site that more people can read than before. */
export const opensSite = ({ input, target }: Change): boolean =>
  target?.published === true && visibilityWidth(input.visibility) > visibilityWidth(target.visibility);
