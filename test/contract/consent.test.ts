import { describe, expect, it } from 'vitest';
import { operations } from '../../src/api/index.ts';
import { mutates, type Operation } from '../../src/api/operation.ts';
import { MILD_OPERATIONS } from '../../src/domain/dangers/mild.ts';
import { dangerOfOperation, worstOf } from '../../src/domain/dangers/of-operations.ts';
import type { Command } from '../../src/engine/model/command.ts';
import { optionsOf } from '../../src/engine/model/flags.ts';
import { commands } from '../helpers/command-lines.ts';
import { tablesIn } from '../helpers/text-cases.ts';

const table = tablesIn('test/contract/tables/consent.txt');

const writes = commands.flatMap(({ path, command }) =>
  [command.operation, command.cr]
    .filter((operation) => operation !== undefined && operation.method !== 'GET')
    .map((operation) => ({ path, command, operation: operation as Operation })),
);
const mayAsk = ({ danger, asksIf }: Command): boolean => danger !== 'mild' || asksIf !== undefined;
const shown = ({ path, operation }: { path: string; operation: Operation }) => `${path} (${operation.id})`;

/** The operations in hand: its own, the one on a change request, and those on other kinds of places. */
const sentBy = ({ operation, cr, variant, uses = [] }: Command): Operation[] =>
  [operation, cr, ...(variant ? uses : [])].filter((one) => one !== undefined).filter(mutates);

/** Fields of a body that say who sees something, who gets in, or what somebody may do. */
const WIDENING =
  /^(visibility|role|memberships|condition|emailDomains|inviteLinks|sso)$|(Role|Level|Visibility)$/;
const WIDENS_NOTHING = table('what widens nothing, and why').map(([name = '']) => name);

/** Deletes that lose nothing which a command of the same group does not bring back at once. */
const LOSES_NOTHING = table('deletes that lose nothing, and why').map(([name = '']) => name);

/** Ask in words of their own: one touches nothing but a file of this machine, one takes those of the operation in hand. */
const OWN_WORDS = ['docs sandbox reset', 'docs api'];

/** What shows more to readers, replaces content or gives something away, beside the fields above. */
const WEIGHTY = table('what shows more to readers, replaces content or gives something away').flat();

describe('consent', () => {
  it('is asked for by whatever may widen an audience or a right, or has a reason not to be', () => {
    const widening = writes.filter(({ operation }) =>
      Object.keys(operation.body?.properties ?? {}).some((field) => WIDENING.test(field)),
    );
    const silent = widening.filter(({ command }) => !mayAsk(command)).map(shown);
    expect(silent.filter((name) => !WIDENS_NOTHING.includes(name))).toEqual([]);
    expect(WIDENS_NOTHING.filter((name) => !silent.includes(name))).toEqual([]);
    expect(widening.length).toBeGreaterThan(8);
  });

  it('is asked for by whatever deletes, or has a reason not to be', () => {
    const silent = writes
      .filter(({ operation, command }) => operation.method === 'DELETE' && !mayAsk(command))
      .map(shown);
    expect(silent.filter((name) => !LOSES_NOTHING.includes(name))).toEqual([]);
    expect(LOSES_NOTHING.filter((name) => !silent.includes(name))).toEqual([]);
  });

  it('is asked for by whatever publishes, replaces content or gives something away', () => {
    const known = new Set(writes.map(({ operation }) => operation.id));
    expect(WEIGHTY.filter((id) => !known.has(id))).toEqual([]);
    const silent = writes.filter(
      ({ operation, command }) => WEIGHTY.includes(operation.id) && !mayAsk(command),
    );
    expect(silent.map(shown)).toEqual([]);
  });

  it('can be given on the command line wherever one of these requests may be sent', () => {
    const silent = commands.filter(({ command }) => {
      const sent = [command.operation, command.cr, ...(command.uses ?? [])];
      const isWeighty = sent.some((operation) => operation && WEIGHTY.includes(operation.id));
      return isWeighty && !optionsOf(command).some(({ flags }) => flags.includes('--yes'));
    });
    expect(silent.map(({ path }) => path)).toEqual([]);
  });

  it('is as the operation in hand says, on a change request and on another kind of place, too', async () => {
    const different = [];
    for (const { path, command } of commands) {
      for (const { id } of sentBy(command)) {
        const said = [path, id, command.asksIf, command.worst ?? command.danger];
        const known = await dangerOfOperation(id);
        const theirs = [path, id, known.asksIf, known.worst ?? known.danger];
        if (JSON.stringify(said) !== JSON.stringify(theirs)) different.push({ said, theirs });
      }
    }
    expect(different).toEqual([]);
  });

  it('is known of every operation that changes something, once', async () => {
    const changing = operations.filter(mutates);
    for (const { id } of changing) {
      const known = await dangerOfOperation(id);
      const isMild = worstOf(known) === 'mild';
      expect([id, isMild]).toEqual([id, MILD_OPERATIONS.has(id)]);
    }
    expect(worstOf(await dangerOfOperation('spaces.madeUpTomorrow'))).toBe('severe');
  });

  it('is asked for with what follows', () => {
    const silent = commands.filter(
      ({ path, command }) =>
        !OWN_WORDS.includes(path) &&
        // The question of a job shows its plan, and what follows from the worst row.
        command.isJob !== true &&
        // What an operation endangers says what follows, too (danger.test.ts).
        command.operation === undefined &&
        mayAsk(command) &&
        command.stakes === undefined,
    );
    expect(silent.map(({ path }) => path)).toEqual([]);
  });
});
