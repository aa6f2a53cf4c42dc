// Long computations as steps: who runs them decides what happens between two of them.

/** Yields between its steps; what it reads may change no more than between two calls. */
export type Steps<T> = Generator<undefined, T, undefined>;

/**
 * Runs all steps at once.
 * @internal For what is small: tests.
 */
export function atOnce<T>(steps: Steps<T>): T {
  for (let step = steps.next(); ; step = steps.next()) if (step.done) return step.value;
}
