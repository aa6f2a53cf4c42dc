// What a row of the table of promises is.

/** A promise that tests show, with the numbers that they must reach. */
export interface Row {
  /** As the tests name it in `runs` and `reached`: `C2`. */
  id: string;
  /** What holds, in a line for the report. */
  promise: string;
  /** How much of each unit is wanted: `{ kills: 1000 }`. A test says `reached('C2', 'kills', 1000)`. */
  wanted: Readonly<Record<string, number>>;
  /** The test files that say so, from the root of the project. */
  tests: readonly string[];
  /** What of the promise no test here can show, and why: listed as open in the report. */
  open?: string;
}
