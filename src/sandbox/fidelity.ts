// How true the sandbox is to the platform, operation by operation, and the only list of what it does not do.
import { AGES } from '../api/ages.ts';
import { type OperationId, operations } from '../api/index.ts';
import type { Operation } from '../api/operation.ts';
import { unbuilt } from './ages/unbuilt.ts';
import type { Fidelity } from './handler.ts';
import { handlerModules } from './resources/index.ts';

/** Whole sentences, as in every note on what the sandbox does. */
const absent: Readonly<Partial<Record<OperationId, string>>> = {
  'siteChannels.list': 'The sandbox is connected to no chat tools.',
  'siteChannels.create': 'The sandbox is connected to no chat tools.',
  'siteChannels.get': 'The sandbox is connected to no chat tools.',
  'siteChannels.update': 'The sandbox is connected to no chat tools.',
  'siteChannels.delete': 'The sandbox is connected to no chat tools.',
  'siteStyleguide.template': 'The sandbox has no templates of whole sites.',
  'siteStyleguide.create': 'The sandbox has no AI agent that writes by a styleguide.',
  'siteStyleguide.run': 'The sandbox has no AI agent that writes by a styleguide.',
  'siteStyleguide.runs': 'The sandbox has no AI agent that writes by a styleguide.',
  'changeRequestConversations.list': 'The sandbox has no AI agent to talk to.',
  'changeRequestConversations.update': 'The sandbox has no AI agent to talk to.',
  'changeRequestConversations.delete': 'The sandbox has no AI agent to talk to.',
  'styleguides.list': 'The sandbox has no spaces that are style guides.',
  'styleguides.templates': 'The templates for style guides are texts of the platform.',
};

/** Why the sandbox does not do an operation; undefined for one that it does. */
export const whyAbsent = (id: string): string | undefined => new Map(Object.entries(absent)).get(id);

/** @internal For the tests that compare it with the handlers. */
export const absentOperations: readonly string[] = Object.keys(absent);

export interface FidelityRow {
  /** Its ID here, or the name that the published contract has for one that docs does not know. */
  operation: string;
  method: Operation['method'];
  path: string;
  /** `absent`: the sandbox answers 501, for the reason in src/sandbox/fidelity.ts or ages/unbuilt.ts. */
  fidelity: 'real' | 'limited' | 'simulated' | 'absent';
  /** What is missing or different; absent where nothing is. */
  note?: string;
}

/** Every operation that docs knows, then those that only the newest published contract has. */
export async function fidelityRows(): Promise<FidelityRow[]> {
  const rows: FidelityRow[] = [];
  for (const { id, method, path, lacks } of operations) {
    const [resource = ''] = id.split('.');
    const module = await handlerModules[resource]?.();
    rows.push({
      operation: id,
      method,
      path,
      ...described(withLacks(new Map(Object.entries(module?.fidelity ?? {})).get(id), lacks), whyAbsent(id)),
    });
  }
  const others = unbuilt.map(
    ({ name, method, path, reason }): FidelityRow => ({
      operation: name,
      method,
      path,
      fidelity: 'absent',
      note: reason,
    }),
  );
  return [...rows, ...others];
}

/** The newest published contract, and how many of its operations only the host has. */
export const comparedContract = (): { version: string; unknown: number } => ({
  version: AGES.at(-1) ?? '',
  unknown: unbuilt.length,
});

/** What is refused of the published contract, beside what else is said. */
const withLacks = (fact: Fidelity | undefined, lacks: Operation['lacks']): Fidelity | undefined =>
  lacks && (fact === undefined || typeof fact === 'string')
    ? [fact ?? [], `Not taken: ${lacks.join(', ')}.`].flat().join(' ')
    : fact;

function described(
  fact: Fidelity | undefined,
  why: string | undefined,
): Pick<FidelityRow, 'fidelity' | 'note'> {
  if (why !== undefined) return { fidelity: 'absent', note: why };
  if (fact === undefined) return { fidelity: 'real' };
  return typeof fact === 'string'
    ? { fidelity: 'limited', note: fact }
    : { fidelity: 'simulated', note: fact.simulated };
}
