// What a change would replace: few dangers depend on it.
import type { Change } from './danger.ts';

/** What its undo would go back to: what nobody has shown yet is read. */
export async function stateBefore({
  operation,
  input,
  live,
  client,
}: Change): Promise<Readonly<Record<string, unknown>>> {
  const { reversalOf } = await import('../reversals/of-operations.ts');
  const shown = live ?? (await (await reversalOf(operation.id))?.read?.(await client(), { ...input }));
  return typeof shown === 'object' && shown !== null ? { ...shown } : {};
}
