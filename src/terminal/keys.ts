// What is typed at a question, so that pasted text and its Enter, and a lone Esc, each mean what they say.
import { PassThrough } from 'node:stream';
import { StringDecoder } from 'node:string_decoder';

/** The rest of an arrow key comes well within this, also over a slow line. */
const ESCAPE_MS = 50;
/** Ctrl-D, the end of input where a terminal is read key by key. */
const END = '\u0004';

/** A terminal as readline sees it. */
type Terminal = NodeJS.ReadableStream &
  Partial<Pick<NodeJS.ReadStream, 'isTTY' | 'isRaw'>> & { setRawMode?: (raw: boolean) => unknown };

export interface Keys {
  /** To be read in place of the terminal. */
  input: NodeJS.ReadableStream;
  /** Leaves the terminal alone again; what is left of a paste is dropped. */
  close(): void;
}

/**
 * Passes on what is typed. Enter always comes by itself, because a question may still be handling the letters before it.
 * Esc is never passed on: readline would wait half a second in case it begins a longer key, so `onEscape` gets the number of
 * presses. The end of input is not passed on either: a question would wait for an answer that cannot come, so `onEnd` is called.
 */
export function readKeys(terminal: Terminal, onEscape: (times: number) => void, onEnd: () => void): Keys {
  const keys = asTerminal(terminal);
  const decoder = new StringDecoder('utf8');
  const waiting: string[] = [];
  let pending: { escapes: string; timer: NodeJS.Timeout } | undefined;
  let next: NodeJS.Immediate | undefined;
  const pass = (): void => {
    next = undefined;
    const piece = waiting.shift();
    if (piece === undefined) return;
    keys.write(piece);
    next = setImmediate(pass);
  };
  const read = (chunk: Buffer | string): void => {
    const all = (pending?.escapes ?? '') + (typeof chunk === 'string' ? chunk : decoder.write(chunk));
    clearTimeout(pending?.timer);
    pending = undefined;
    const [text = '', ...rest] = all.split(END);
    // What comes before it may be the answer; then it ends nothing but a paste.
    if (rest.length > 0 && !/[\r\n]/.test(text)) {
      onEnd();
      return;
    }
    const escapes = /\u001b*$/.exec(text)?.[0] ?? '';
    if (escapes !== '') pending = { escapes, timer: setTimeout(() => onEscape(escapes.length), ESCAPE_MS) };
    waiting.push(...(text.slice(0, text.length - escapes.length).match(/\r\n?|\n|[^\r\n]+/g) ?? []));
    if (next === undefined) pass();
  };
  terminal.on('data', read).on('end', onEnd).resume();
  return {
    input: keys,
    close: () => {
      terminal.off('data', read).off('end', onEnd).pause();
      clearTimeout(pending?.timer);
      if (next) clearImmediate(next);
    },
  };
}

/** A stream with the switches of this terminal, where it has them. */
function asTerminal(terminal: Terminal): PassThrough {
  const { setRawMode } = terminal;
  return Object.assign(new PassThrough(), {
    isTTY: terminal.isTTY,
    ...(setRawMode && { setRawMode: (raw: boolean) => setRawMode.call(terminal, raw) }),
  });
}
