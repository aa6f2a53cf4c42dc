// How many can see something.

/** What is not listed, nobody sees without a key, a sign-in or an invitation. */
const WIDTH: Readonly<Record<string, number>> = { public: 2, unlisted: 1 };

export const visibilityWidth = (visibility: unknown): number => WIDTH[String(visibility)] ?? 0;
