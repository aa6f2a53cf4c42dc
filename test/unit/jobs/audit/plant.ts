// What makes a rule of the audit find something: each file in `plants` has those of one topic.

import type { AuditContext, AuditFinding } from '../../../../src/jobs/audit/rule.ts';
import type { Outcome } from '../../../helpers/cli.ts';
import type { TestSandbox } from '../../../helpers/sandbox.ts';

/** The organization that faults are planted in: that of the demo, made clean. */
export interface Garden extends TestSandbox {
  /** What the rule is given beside the lists. */
  context: Partial<Pick<AuditContext, 'owners'>>;
  /** What other plants need to know: IDs by name. */
  ids: Map<string, string>;
  /** Runs a command as an administrator does, who answers yes where it asks. */
  docs(words: string | readonly string[]): Promise<Outcome>;
  /** The same, for what must succeed: what it prints, without the line end. */
  done(words: string | readonly string[]): Promise<string>;
  /** Something to end when the organization is no longer needed. */
  later(close: () => void): void;
}

export interface Plant {
  /** Makes the organization break the rule, and nothing else where that is possible. Returns the IDs of the targets. */
  plant(garden: Garden): Promise<readonly string[]>;
  /** Rules that rightly find something in what is planted, too. */
  also?: readonly string[];
  /** Values for the words in angle brackets of `mend`, where the finding has no command of its own. */
  fill?: (
    garden: Garden,
    finding: AuditFinding,
  ) => Readonly<Record<string, string>> | Promise<Readonly<Record<string, string>>>;
  /** Why no command makes the finding go. */
  byHand?: string;
  /** Done before the command: what others must do first, such as the owner of a domain. */
  before?: (garden: Garden) => Promise<void>;
  /** Done after the command: what happens outside of the platform, or what others do, such as a review. */
  afterwards?: (garden: Garden) => Promise<void>;
}

/** By the ID of the rule; of most, how it is planted is all there is to say. */
export type Plants = Readonly<Record<string, Plant | Plant['plant']>>;
