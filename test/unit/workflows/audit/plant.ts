// What makes a rule of the audit find something: each file in `plants` has those of one topic.
import type { AuditContext } from '../../../../src/workflows/audit/rule.ts';
import type { TestSandbox } from '../../../helpers/sandbox.ts';

/** The organization that faults are planted in: that of the demo, made clean. */
export interface Garden extends TestSandbox {
  /** What the rule is given beside the lists. */
  context: Partial<Pick<AuditContext, 'owners'>>;
  /** What other plants need to know: IDs by name. */
  ids: Map<string, string>;
}

export interface Plant {
  /** Makes the organization break the rule, and nothing else where that is possible. Returns the IDs of the targets. */
  plant(garden: Garden): Promise<readonly string[]>;
  /** Values for the words in angle brackets of `mend`, where the finding has no command of its own. */
  fill?: (
    garden: Garden,
    target: string,
  ) => Readonly<Record<string, string>> | Promise<Readonly<Record<string, string>>>;
  /** Why no command makes the finding go. */
  byHand?: string;
  /** Done after the command: what happens outside of the platform, such as a sync that succeeds. */
  afterwards?: (garden: Garden) => Promise<void>;
}

/** By the ID of the rule. */
export type Plants = Readonly<Record<string, Plant>>;
