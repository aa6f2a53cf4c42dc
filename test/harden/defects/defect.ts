// What a planted defect is: a small change to the source, and the tests that must notice it.

/** One exact text, which must stand once in the file, and what takes its place. */
export interface Patch {
  file: string;
  find: string;
  replace: string;
}

export interface NamedTest {
  file: string;
  /** Part of a test's name, as `vitest -t` takes it; absent: all of the file. */
  name?: string;
  /** The name is put together from a table of cases, and stands nowhere in the file. */
  fromTable?: true;
}

export interface Defect {
  id: string;
  /** What a careless change would have done. */
  what: string;
  patches: readonly Patch[];
  /** At least one test of each must fail. */
  tests: readonly NamedTest[];
  /** The defect computes without end: that its test does not finish is how it is noticed. */
  hangs?: true;
  /** The program without which its tests cannot run. */
  needs?: string;
}
