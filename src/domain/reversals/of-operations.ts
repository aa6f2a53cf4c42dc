// How each operation is reversed, or why nothing can reverse it.
import { modules } from './modules.generated.ts';
import type { Reversal, Reversals } from './reversal.ts';

type Load = () => Promise<{ default: Reversals }>;

/** By the first word of the operation's ID. */
const MODULES = new Map<string, Load>(Object.entries(modules));

/** The reversal of an operation by its ID; undefined for one that is not known. */
export async function reversalOf(operationId: string): Promise<Reversal | undefined> {
  const [resource = ''] = operationId.split('.');
  const loaded = await MODULES.get(resource)?.();
  const all: Readonly<Record<string, Reversal>> = loaded?.default ?? {};
  return Object.hasOwn(all, operationId) ? all[operationId] : undefined;
}
