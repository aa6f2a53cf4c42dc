// What a check found, in the terms that reports share.

export interface Finding {
  /** Id of the rule it breaks: `broken-link`. */
  rule: string;
  level: 'error' | 'warning' | 'note';
  /** One line, without the place. */
  message: string;
  /** What was checked as one: the title of a space. */
  group: string;
  /** The place within it: the path of a page. */
  place: string;
  /** Path in a repository, where the place has one. */
  file?: string | undefined;
  /** In that file, from 1. */
  line?: number | undefined;
  column?: number | undefined;
  /** The line does not say what the place is: it is told beside it, as where there is no line. */
  isNamed?: boolean;
  /** The same for the same finding in every run. */
  fingerprint: string;
}

/** For a program that shows the line of the file beside it, which then says what the place is. */
export const textOf = ({ message, group, place, line, isNamed = line === undefined }: Finding): string =>
  isNamed ? `${group} / ${place} ${message}` : message;

export interface Rule {
  id: string;
  /** One sentence. */
  description: string;
  level: Finding['level'];
}

export interface Report {
  /** What made it: `docs links check`. */
  name: string;
  version: string;
  rules: readonly Rule[];
  findings: readonly Finding[];
  /** Every group that was checked, those without findings too. */
  groups: readonly string[];
  /** What could not be checked, in words. */
  failures: readonly { group: string; message: string }[];
  /** Rules that could not be evaluated, and why: never a pass, nor a failure. */
  skipped?: readonly { group: string; message: string }[];
  /** What a finding is called in a table: `Finding` without it. */
  what?: string;
  /** `checked 14 pages in 2 spaces: 3 broken, 0 in-app`. */
  summary: string;
}
