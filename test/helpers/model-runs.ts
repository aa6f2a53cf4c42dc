// Random sequences of steps, done to a sandbox and to a simple model of it, which are compared after each step.
import fc from 'fast-check';
import { expect } from 'vitest';
import type { TestSandbox } from './sandbox.ts';

/** Random choices: each picks one of what there is. */
export type Choices = readonly [number, number, number];

/** A step has nothing to act on. */
class Nothing extends Error {}

/** One of them; the step ends where there is none. */
export function pick<T>(list: readonly T[], choice: number): T {
  if (list.length === 0) throw new Nothing();
  return list[choice % list.length] as T;
}

export async function expectStatus(status: number, attempt: Promise<{ status: number }>): Promise<void> {
  expect((await attempt).status).toBe(status);
}

interface ModelRuns<M> {
  numRuns: number;
  /** Each does one thing to both. It picks first: where there is nothing to pick, it has done nothing. */
  steps: Readonly<Record<string, (model: M, choices: Choices) => Promise<void>>>;
  /** The greatest choice, and the longest sequence. */
  choices: number;
  length: number;
  start(): Promise<M>;
  compare(model: M, choices: Choices): Promise<void>;
  end?(model: M): Promise<void>;
}

export async function playModel<M extends object>({
  numRuns,
  steps,
  start,
  compare,
  end,
  ...most
}: ModelRuns<M>) {
  const choice = fc.nat(most.choices);
  const commands = Object.entries(steps).map(([name, step]) =>
    fc.tuple(choice, choice, choice).map(
      (choices): fc.AsyncCommand<M, object> => ({
        check: () => true,
        async run(model) {
          try {
            await step(model, choices);
          } catch (error) {
            if (error instanceof Nothing) return;
            throw error;
          }
          await compare(model, choices);
        },
        toString: () => `${name}(${choices.join(', ')})`,
      }),
    ),
  );
  const sequences = fc.commands(commands, { maxCommands: most.length, size: 'max' });
  await fc.assert(
    fc.asyncProperty(sequences, async (sequence) => {
      const model = await start();
      await fc.asyncModelRun(() => ({ model, real: {} }), sequence);
      await end?.(model);
    }),
    { numRuns },
  );
}

/** Thousands of small writes: nothing in them is about a power cut. */
export const withoutDisk = ({ sandbox }: TestSandbox): void => {
  sandbox.db.run('PRAGMA synchronous = OFF');
};
