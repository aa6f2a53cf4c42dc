// What a change endangers: data of its operation, the same for a typed command, a row, a plan, the wizard and an undo.
import type { OperationId } from '../../api/index.ts';
import type { Operation } from '../../api/operation.ts';
import type { Client } from '../../client/client.ts';

/**
 * mild: no question. moderate: asks on a terminal, needs --yes elsewhere. severe: the name must be typed,
 * or given with --confirm.
 */
export type Danger = 'mild' | 'moderate' | 'severe';

/** One change that is about to be made. A run of a command is one, too. */
export interface Change {
  readonly operation: Operation;
  /** Every name in it is an ID. */
  readonly input: Readonly<Record<string, unknown>>;
  /** What it acts on, as the host shows it now. */
  readonly target?: Readonly<Record<string, unknown>> | undefined;
  /** What the read that its undo needs has shown of it; where that is known, nothing is read for it again. */
  readonly live?: Readonly<Record<string, unknown>> | undefined;
  client(): Promise<Client>;
}

export interface OperationDanger {
  /** What it is at least. */
  danger: Danger;
  /** What it comes to where that depends on the change: never less than `danger`. May read; throws what keeps it from that. */
  dangerOf?: (change: Change) => Danger | Promise<Danger>;
  /** Whether `dangerOf` has to see the target. */
  targetIf?: (change: Pick<Change, 'input'>) => boolean;
  /** When it asks, as the rest of `Asks first if ...`. */
  asksIf?: string;
  /** What it may come to at most, where that is more than moderate. */
  worst?: Danger;
  /** What follows from it, as its question and its row in a plan say. May read; throws what keeps it from that. */
  follows?: string | ((change: Change) => string | Promise<string>);
}

type Says = NonNullable<OperationDanger['follows']>;

export type Dangers = Readonly<Partial<Record<OperationId, OperationDanger>>>;

const ORDER: readonly Danger[] = ['mild', 'moderate', 'severe'];

export const worse = (a: Danger, b: Danger): Danger => (ORDER.indexOf(a) >= ORDER.indexOf(b) ? a : b);

export const MODERATE = { danger: 'moderate' } as const satisfies OperationDanger;
export const SEVERE = { danger: 'severe' } as const satisfies OperationDanger;

/** What always asks, and says what follows. */
export const asks = (follows: Says) => ({ ...MODERATE, follows }) satisfies OperationDanger;

/** What always wants the name, and says what follows. */
export const wantsName = (follows: Says) => ({ ...SEVERE, follows }) satisfies OperationDanger;

export const saying = <D extends OperationDanger>(danger: D, follows: Says) => ({ ...danger, follows });

/** What asks where something is so. */
export const moderateIf = (
  asksIf: string,
  isSo: (change: Change) => boolean | Promise<boolean>,
  targetIf?: OperationDanger['targetIf'],
) =>
  ({
    danger: 'mild',
    dangerOf: async (change: Change): Promise<Danger> => ((await isSo(change)) ? 'moderate' : 'mild'),
    asksIf,
    ...(targetIf && { targetIf }),
  }) satisfies OperationDanger;

/** What asks where something follows from it, which it says. */
export const moderateWhere = (asksIf: string, follows: (change: Change) => Promise<string>) =>
  saying(
    moderateIf(asksIf, async (change) => (await follows(change)) !== ''),
    follows,
  );

export const always = (): boolean => true;

// What a change would replace: few dangers depend on it.

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
