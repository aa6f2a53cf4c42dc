// What docs check finds, and where.

import { byText } from '../../files/texts.ts';
import type { Manifest } from '../../folder/manifest.ts';
import { fingerprintOf } from '../report/findings.ts';
import type { Level, RuleId } from './rules.ts';

/** Replaces a piece of a file: `before` is at the place of the finding. */
export interface Fix {
  line: number;
  column: number;
  before: string;
  after: string;
}

/** As a rule finds it. */
export interface Found {
  rule: RuleId;
  /** Relative to the folder that is checked. */
  file: string;
  /** From 1. */
  line: number;
  column: number;
  /** One line, without the place. */
  message: string;
  /** Tells findings of one rule in one file apart, whatever line they are on. */
  key: string;
  fix?: Fix;
}

export interface CheckFinding extends Found {
  level: Level;
  /** The same for the same finding in every run, also after lines above it changed. */
  fingerprint: string;
}

/** Plain data: it is kept for the next run. */
export interface Checked {
  /** Folders of the spaces, relative to the one that was checked. */
  roots: string[];
  /** Of what docs export wrote. */
  scope?: Manifest['scope'] | undefined;
  findings: CheckFinding[];
  pages: number;
  links: number;
  /** Links to other spaces that nothing here can judge. */
  unjudged: number;
  /** Addresses of other hosts. */
  external: number;
}

/** Findings in the order of files and lines, each with a fingerprint of its own. */
export function inOrder(found: readonly Found[], levelOf: (rule: RuleId) => Level): CheckFinding[] {
  const counts = new Map<string, number>();
  return [...found]
    .sort(
      (a, b) => byText(a.file, b.file) || a.line - b.line || a.column - b.column || byText(a.rule, b.rule),
    )
    .map((one) => {
      const name = JSON.stringify([one.rule, one.file, one.key]);
      const count = counts.get(name) ?? 0;
      counts.set(name, count + 1);
      const fingerprint = fingerprintOf(`${name} ${count}`);
      return { ...one, level: levelOf(one.rule), fingerprint };
    });
}
