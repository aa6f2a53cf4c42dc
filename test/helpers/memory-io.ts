// An Io whose streams end in memory; goes through the real `createIo`.
import { Readable, Writable } from 'node:stream';
import { createIo, type Input, type Io, type Output } from '../../src/output/io.ts';
import { loadColors } from '../../src/output/note.ts';

// The process does so for a terminal.
await loadColors();

export interface MemoryIo extends Io {
  stdout(): string;
  errors(): string;
  /** Every write to standard output. */
  chunks: string[];
}

export interface MemoryIoOptions {
  tty?: boolean | { in?: boolean; out?: boolean; err?: boolean };
  columns?: number;
  env?: Record<string, string>;
  stdin?: string;
  /** Standard output goes to a disk that is full. */
  full?: boolean;
  /** Told of each write to standard output. */
  onWrite?: (text: string) => void;
}

export function memoryIo({
  tty = false,
  columns = 80,
  env = {},
  stdin = '',
  full = false,
  onWrite,
}: MemoryIoOptions = {}): MemoryIo {
  const on = typeof tty === 'boolean' ? { in: tty, out: tty, err: tty } : tty;
  const out = memoryStream(on.out === true, columns, { full, onWrite });
  const err = memoryStream(on.err === true, columns);
  const input: Input = Object.assign(Readable.from(stdin === '' ? [] : [stdin]), { isTTY: on.in === true });
  const io = createIo({ stdin: () => input, stdout: () => out.stream, stderr: () => err.stream, env });
  // The getters of io stay getters.
  return Object.defineProperties(io, {
    stdout: { value: () => out.chunks.join('') },
    errors: { value: () => err.chunks.join('') },
    chunks: { value: out.chunks },
  }) as MemoryIo;
}

function memoryStream(
  isTTY: boolean,
  columns: number,
  { full, onWrite }: { full?: boolean; onWrite?: ((text: string) => void) | undefined } = {},
): { stream: Output; chunks: string[] } {
  const chunks: string[] = [];
  const stream = new Writable({
    decodeStrings: false,
    write(chunk, _, callback) {
      if (full) return callback(Object.assign(new Error('no space'), { code: 'ENOSPC' }));
      chunks.push(String(chunk));
      onWrite?.(String(chunk));
      callback();
    },
  });
  if (!isTTY) return { stream, chunks };
  // What a spinner asks of a terminal.
  const move = (sequence: string) => () => stream.write(sequence);
  const terminal = {
    isTTY,
    columns,
    cursorTo: move('\u001b[1G'),
    clearLine: move('\u001b[2K'),
    moveCursor: move('\u001b[1A'),
  };
  return { stream: Object.assign(stream, terminal), chunks };
}
