// Runs a command of docs inside this process, with what it prints caught: no shell, no terminal, nobody to ask.
import { Readable, Writable } from 'node:stream';
import { createRedactor } from '../../client/redact.ts';
import type { Context } from '../../context.ts';
import { synonyms } from '../../engine/find/synonyms.ts';
import type { Catalog } from '../../engine/model/command.ts';
import { aliases, arrange } from '../../engine/model/load.ts';
import { runCommand } from '../../engine/model/program.ts';
import type { Guard } from '../../engine/run/run.ts';
import { InteractionError, LocalIoError } from '../../errors.ts';
import { ticks } from '../../files/of-node.ts';
import { printError } from '../../output/errors.ts';
import { createIo } from '../../output/io.ts';

export interface Inside {
  context: Context;
  catalog: Catalog;
  /** Judges the call once it is read. */
  guard?: Guard;
  /** What it reads as standard input. */
  stdin?: string;
  signal?: AbortSignal;
  /** Called for each word that it says of its progress. */
  onProgress?: (() => void) | undefined;
}

export interface Called {
  exit: number;
  out: string;
  err: string;
  /** Of rows that were printed. */
  columns?: readonly string[];
  /** What failed, as `--json` shows it. */
  error?: Record<string, unknown>;
}

/** More than any answer holds: what prints without end is ended. */
const MOST_BYTES = 32 * 1024 * 1024;

/** Throws nothing: what the command throws comes as `error`. */
export async function callDocs(argv: readonly string[], inside: Inside): Promise<Called> {
  const { catalog, guard } = inside;
  const caught: Caught = { out: '', err: '' };
  const settling: (() => Promise<void>)[] = [];
  const context = contextOf(argv, inside, { caught, settling });
  try {
    const words = await arrange(catalog, argv, aliases);
    const exit = await runCommand(words, context, {
      catalog,
      synonyms: async () => synonyms,
      ...(guard && { guard }),
    });
    return { exit, ...caught };
  } catch (error) {
    const redactor = createRedactor();
    for (const secret of context.secrets) redactor.add(secret);
    const before = caught.err.length;
    const exit = printError(context.io, error, { json: true, debug: false, redact: redactor.redact });
    const text = caught.err.slice(before);
    return { exit, out: caught.out, err: caught.err.slice(0, before), error: JSON.parse(text).error };
  } finally {
    for (const settle of settling) await settle();
  }
}

type Caught = Pick<Called, 'out' | 'err' | 'columns'>;

interface Ends {
  caught: Caught;
  settling: (() => Promise<void>)[];
}

function contextOf(argv: readonly string[], inside: Inside, { caught, settling }: Ends): Context {
  const { context: outer, stdin = '', signal, onProgress } = inside;
  const { DOCS_OUTPUT: _, DOCS_NOTES: __, FORCE_COLOR: ___, ...env } = outer.env;
  const catching = (name: 'out' | 'err') =>
    new Writable({
      decodeStrings: false,
      write(chunk, _encoding, end) {
        if (caught[name].length + chunk.length > MOST_BYTES)
          return end(Object.assign(new Error('more than an answer holds'), { code: 'EPIPE' }));
        caught[name] += String(chunk);
        if (name === 'err') onProgress?.();
        end();
      },
    });
  const refuse = async () => {
    throw new InteractionError('a question needs an answer, and no one can be asked here');
  };
  const [input, output, errors] = [Readable.from([stdin]), catching('out'), catching('err')];
  return {
    ...outer,
    io: Object.assign(
      createIo({ stdin: () => input, stdout: () => output, stderr: () => errors, env: { NO_COLOR: '1' } }),
      {
        onColumns: (columns: readonly string[]) => {
          caught.columns = columns;
        },
      },
    ),
    env,
    argv,
    answers: new Map(),
    signal: signal ? AbortSignal.any([outer.signal, signal]) : outer.signal,
    startedAt: ticks(),
    prompts: refuse,
    openUrl: async () => {
      throw new LocalIoError('no browser is opened here');
    },
    openPager: async () => undefined,
    settleWith: (settle) => {
      settling.push(settle);
    },
  };
}
