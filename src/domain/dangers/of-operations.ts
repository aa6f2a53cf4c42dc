// How dangerous a change is, whoever is about to make it: what cannot be told counts as the worst that it may be.
import { mutates } from '../../api/operation.ts';
import { CancelledError } from '../../errors.ts';
import { type Change, type Danger, type Dangers, type OperationDanger, SEVERE, worse } from './danger.ts';
import { modules } from './modules.generated.ts';

type Load = () => Promise<{ default: Dangers }>;

/** By the first word of the operation's ID. */
const MODULES = new Map<string, Load>(Object.entries(modules));

const MILD: OperationDanger = { danger: 'mild' };

/** What is known of an operation by its ID. What is not listed anywhere is as dangerous as can be. */
export async function dangerOfOperation(operationId: string): Promise<OperationDanger> {
  const [resource = ''] = operationId.split('.');
  const loaded = await MODULES.get(resource)?.();
  const all: Readonly<Record<string, OperationDanger>> = loaded?.default ?? {};
  if (Object.hasOwn(all, operationId)) return all[operationId] ?? SEVERE;
  const { MILD_OPERATIONS } = await import('./mild.ts');
  return MILD_OPERATIONS.has(operationId) ? MILD : SEVERE;
}

/** The most that it may come to. */
export const worstOf = ({ danger, dangerOf, worst = 'moderate' }: OperationDanger): Danger =>
  dangerOf ? worse(danger, worst) : danger;

/** What follows from a change, for every question and every row. Undefined where nothing says it. */
export async function followsFrom(change: Change): Promise<string | undefined> {
  const { follows } = await dangerOfOperation(change.operation.id);
  return (typeof follows === 'function' ? await follows(change) : follows) || undefined;
}

/** A read that fails and a target that nobody has seen leave the worst. Throws only what ended the program. */
export async function dangerOfChange(change: Change): Promise<Danger> {
  if (!mutates(change.operation)) return 'mild';
  const known = await dangerOfOperation(change.operation.id);
  if (!known.dangerOf) return known.danger;
  try {
    if (known.targetIf?.(change) && !change.target) return worstOf(known);
    return worse(known.danger, await known.dangerOf(change));
  } catch (error) {
    if (error instanceof CancelledError) throw error;
    return worstOf(known);
  }
}
