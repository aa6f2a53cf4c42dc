// How true the sandbox is to the platform, operation by operation. Each module of handlers says what its own lack.
import { AGES } from '../api/ages.ts';
import { operations } from '../api/index.ts';
import type { Operation } from '../api/operation.ts';
import { whyAbsent } from './absent.ts';
import { unbuilt } from './ages/unbuilt.ts';
import type { Fidelity } from './handler.ts';
import { handlerModules } from './handlers/index.ts';

export interface FidelityRow {
  /** Its ID here, or the name that the published contract has for one that docs does not know. */
  operation: string;
  method: Operation['method'];
  path: string;
  /** `absent`: the sandbox answers 501, for the reason in src/sandbox/absent.ts or ages/unbuilt.ts. */
  fidelity: 'real' | 'limited' | 'simulated' | 'absent';
  /** What is missing or different; absent where nothing is. */
  note?: string;
}

/** Every operation that docs knows, then those that only the newest published contract has. */
export async function fidelityRows(): Promise<FidelityRow[]> {
  const rows: FidelityRow[] = [];
  for (const { id, method, path } of operations) {
    const [resource = ''] = id.split('.');
    const module = await handlerModules[resource]?.();
    rows.push({
      operation: id,
      method,
      path,
      ...described(new Map(Object.entries(module?.fidelity ?? {})).get(id), whyAbsent(id)),
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
export function comparedContract(): { version: string; unknown: number } {
  return { version: AGES.at(-1) ?? '', unknown: unbuilt.length };
}

function described(
  fact: Fidelity | undefined,
  why: string | undefined,
): Pick<FidelityRow, 'fidelity' | 'note'> {
  if (why !== undefined) return { fidelity: 'absent', note: why };
  if (fact === undefined) return { fidelity: 'real' };
  return 'limited' in fact
    ? { fidelity: 'limited', note: fact.limited }
    : { fidelity: 'simulated', note: fact.simulated };
}
