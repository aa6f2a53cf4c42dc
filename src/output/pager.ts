// Output longer than the terminal goes through the pager of the person's choice.
import { messageOf } from '../errors.ts';
import type { Io } from './io.ts';
import { warn } from './note.ts';

/** A pager that runs; what is written to it appears on the terminal. */
export interface PagerProcess {
  /** Resolves to false once it has been closed by the person. */
  write(text: string): Promise<boolean>;
  /** Nothing more comes; resolves when it has ended. */
  end(): Promise<void>;
}

export interface PagedIo {
  io: Io;
  /** Prints what is left, or waits until the pager is closed; then prints the lines that wait for standard error. */
  end(): Promise<void>;
}

/**
 * An Io that keeps output until it is longer than the terminal, and then opens the pager. Lines for standard error
 * wait until the output is on the screen, or the pager would draw over them.
 */
export function pageOutput(io: Io, open: () => Promise<PagerProcess | undefined>): PagedIo {
  let kept = '';
  let errors = '';
  let lines = 0;
  let pager: PagerProcess | undefined;
  let isClosed = false;

  const write = async (text: string): Promise<void> => {
    if (pager) isClosed ||= !(await pager.write(text));
  };
  return {
    io: Object.create(io, {
      outClosed: { get: () => isClosed || io.outClosed },
      err: {
        value(text: string) {
          errors += text;
        },
      },
      out: {
        async value(text: string) {
          if (isClosed) return;
          if (pager) return write(text);
          kept += text;
          lines += linesIn(text, io.columns);
          if (lines < io.rows) return;
          pager = await opened(io, open);
          await write(kept);
        },
      },
    }),
    async end() {
      if (pager) await pager.end();
      else await io.out(kept);
      io.err(errors);
      kept = '';
      errors = '';
    },
  };
}

/** What cannot be paged is printed as it is: with a word about it where the person chose the pager. */
async function opened(io: Io, open: () => Promise<PagerProcess | undefined>): Promise<PagerProcess> {
  try {
    return (await open()) ?? unpaged(io);
  } catch (error) {
    warn(io, messageOf(error));
    return unpaged(io);
  }
}

const unpaged = (io: Io): PagerProcess => ({
  async write(text) {
    await io.out(text);
    return !io.outClosed;
  },
  end: async () => {},
});

/** Lines the text takes; a wrapped line counts as what its characters would fill. */
function linesIn(text: string, columns: number): number {
  const lines = text.split('\n');
  return lines.reduce((sum, line) => sum + Math.max(1, Math.ceil(line.length / columns)), -1);
}
