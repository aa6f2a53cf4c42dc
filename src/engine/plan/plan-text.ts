// The text of a plan, row by row: as long as a plan may be, it is never in memory as a whole.
import { UsageError } from '../../errors.ts';
import { safeJson } from '../../output/safe-text.ts';
import { parseJson } from '../run/input.ts';
import type { Plan } from './plan.ts';

/** The pieces of the file, in their order. Signs that turn the direction of text are escaped: plans are reviewed. */
export function* piecesOf({ rows, ...head }: Plan): Generator<string> {
  const { version, origin, organization, made, unchanged, guards } = head;
  const before = JSON.stringify({ version, origin, organization, made }, null, 2).slice(0, -2);
  const after = JSON.stringify({ unchanged, guards }, null, 2).slice(2);
  yield safeJson(`${before},\n  "rows": [`);
  let between = '\n    ';
  for (const row of rows) {
    yield safeJson(between + JSON.stringify(row, null, 2).replaceAll('\n', '\n    '));
    between = ',\n    ';
  }
  yield safeJson(`${rows.length > 0 ? '\n  ' : ''}],\n${after}\n`);
}

const [QUOTE, BACKSLASH, COMMA, COLON, LIST, OBJECT, LIST_END, OBJECT_END] = [
  0x22, 0x5c, 0x2c, 0x3a, 0x5b, 0x7b, 0x5d, 0x7d,
];

interface Reading {
  /** As errors call it. */
  name: string;
  mostValues: number;
  /** Takes each row as it is met, with its number from 1. */
  row: (row: unknown, number: number) => void;
}

/** A piece of the text: nothing up to `from` is left to be taken, and `at` is what is looked at. */
interface Piece {
  text: string;
  from: number;
  at: number;
}

/** Reads a plan that comes in pieces. */
export class PlanReader {
  private readonly reading: Reading;
  private depth = 0;
  private values = 1;
  private inString = false;
  private isEscaped = false;
  private inRows = false;
  /** The text around the rows. */
  private head = '';
  /** The text of the row in hand, and how many came before it. */
  private row = '';
  private count = 0;
  /** How many characters of the whole come before the piece, and before the row in hand. */
  private before = 0;
  private rowFrom = 0;
  /** Where the rows were taken out of the head, and how long they were. */
  private gap = { from: 0, size: 0 };

  constructor(reading: Reading) {
    this.reading = reading;
  }

  /** Throws UsageError for a row that is not JSON, with its place, and for too many values. */
  add(text: string): void {
    let from = 0;
    for (let at = 0; at < text.length; at += 1) {
      const code = text.charCodeAt(at);
      if (this.inString) this.stepInString(code);
      else from = this.step(code, { text, from, at });
    }
    if (this.inRows) this.row += text.slice(from);
    else this.head += text.slice(from);
    this.before += text.length;
  }

  private stepInString(code: number): void {
    if (this.isEscaped) this.isEscaped = false;
    else if (code === BACKSLASH) this.isEscaped = true;
    else if (code === QUOTE) this.inString = false;
  }

  /** Returns where the text begins that nobody has taken yet. */
  private step(code: number, piece: Piece): number {
    if (code === QUOTE) this.inString = true;
    else if (code === LIST || code === OBJECT) return this.open(code, piece);
    else if (code === LIST_END || code === OBJECT_END) return this.close(piece);
    else if (code === COMMA || code === COLON) {
      this.countValue();
      if (code === COMMA && this.inRows && this.depth === 2) return this.endRow(piece) + 1;
    }
    return piece.from;
  }

  private open(code: number, { text, from, at }: Piece): number {
    this.depth += 1;
    if (code !== LIST || this.depth !== 2) return from;
    if (!/[{,]\s*"rows"\s*:\s*$/.test(this.head + text.slice(from, at))) return from;
    this.head += text.slice(from, at + 1);
    this.inRows = true;
    this.rowFrom = this.before + at + 1;
    this.gap = { from: this.head.length, size: this.rowFrom };
    return at + 1;
  }

  private close(piece: Piece): number {
    this.depth -= 1;
    if (!this.inRows || this.depth !== 1) return piece.from;
    const { text, from, at } = piece;
    if (this.count > 0 || (this.row + text.slice(from, at)).trim() !== '') this.endRow(piece);
    this.row = '';
    this.inRows = false;
    this.gap.size = this.before + at - this.gap.size;
    return at;
  }

  /** The plan with an empty list in place of its rows. Throws UsageError for what is not JSON. */
  end(): unknown {
    const { from, size } = this.gap;
    return this.parse(this.head, (place) => (place > from ? place + size : place));
  }

  private endRow({ text: piece, from, at }: Piece): number {
    const text = this.row + piece.slice(from, at);
    const start = this.rowFrom;
    const until = this.before + at + 1;
    this.row = '';
    this.rowFrom = until;
    this.count += 1;
    if (text.trim() === '') throw this.misfit(`is not JSON (character ${until})`);
    this.reading.row(
      this.parse(text, (place) => start + place),
      this.count,
    );
    return at;
  }

  /** `placeOf` makes a place in the text one in the whole. */
  private parse(text: string, placeOf: (place: number) => number): unknown {
    try {
      return parseJson(text, this.reading.name, this.reading.mostValues);
    } catch (error) {
      if (!(error instanceof UsageError)) throw error;
      const { message, details, hint } = error;
      const told = message.replace(/\(character (\d+)\)$/, (_, at) => `(character ${placeOf(Number(at))})`);
      throw new UsageError(told, { hint, ...(details && { details }) });
    }
  }

  private countValue(): void {
    this.values += 1;
    const { mostValues } = this.reading;
    if (this.values > mostValues) throw this.misfit(`cannot be read: more than ${mostValues} values`);
  }

  private misfit(why: string): UsageError {
    return new UsageError(`${this.reading.name} ${why}`);
  }
}
