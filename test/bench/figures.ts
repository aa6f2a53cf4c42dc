// A promised figure: a number that is at most or at least another one, mostly a ratio to a baseline of the same run.
import type { Compared } from './measure.ts';

export interface Figure {
  name: string;
  ratio: number;
  bound: 'most' | 'least';
  gate: number;
  aim: number;
  detail: string;
  /** Why the gate is not reached yet: the row is listed as open until it is, and worse than `until` is a miss. */
  open?: { until: number; why: string };
}

/** The gate is the aim as well where none is named. */
type Promised = Pick<Figure, 'gate'> & Partial<Pick<Figure, 'aim' | 'detail' | 'open'>>;

const figure = (bound: Figure['bound']) => (name: string, ratio: number, promised: Promised) => ({
  ...{ name, ratio, bound, aim: promised.gate, detail: '' },
  ...promised,
});
export const most: (...of: Parameters<ReturnType<typeof figure>>) => Figure = figure('most');
const least: typeof most = figure('least');

export const against = (name: string, { ours, theirs }: Compared, promised: Promised): Figure =>
  most(name, ours / theirs, { detail: times(ours, theirs), ...promised });

export const timesFaster = (name: string, { ours, theirs }: Compared, promised: Promised): Figure =>
  least(name, theirs / ours, { detail: times(ours, theirs), ...promised });

const times = (ours: number, theirs: number) => `${shown(ours)} ms against ${shown(theirs)} ms`;
const shown = (ms: number) => ms.toFixed(ms < 10 ? 2 : 0);

export const memory = (name: string, mb: number, promised: Promised): Figure =>
  most(`${name}, MB`, mb, { detail: 'largest resident size', ...promised });

/** A line of each; the process fails for one that is missed. */
export function show(figures: readonly Figure[]): void {
  for (const { name, ratio, bound, gate, aim, detail, open } of figures) {
    const meets = (value: number) => (bound === 'most' ? ratio <= value : ratio >= value);
    const word = meets(gate) ? 'ok  ' : open && meets(open.until) ? 'open' : 'MISS';
    const sign = bound === 'most' ? '<=' : '>=';
    console.log(`${word} ${name}: ${ratio.toFixed(2)} (${sign} ${gate}, aim ${aim}); ${detail}`);
    if (word === 'open') console.log(`     ${open?.why}`);
    if (word === 'MISS') process.exitCode = 1;
  }
}
