// Ten lines of SGR: chalk would add 2.4 ms to every start, and colours are decided by `Io`, not by the terminal it finds.
const sgr = (on: number, off: number) => (text: string) => `\u001b[${on}m${text}\u001b[${off}m`;
const plain = (text: string) => text;

const COLOR = {
  bold: sgr(1, 22),
  dim: sgr(2, 22),
  inverse: sgr(7, 27),
  red: sgr(31, 39),
  green: sgr(32, 39),
  yellow: sgr(33, 39),
  cyan: sgr(36, 39),
};
export type Styles = typeof COLOR;
const PLAIN: Styles = {
  bold: plain,
  dim: plain,
  inverse: plain,
  red: plain,
  green: plain,
  yellow: plain,
  cyan: plain,
};

/** Functions that colour a text, or leave it as it is when `on` is false. */
export function styles(on: boolean): Styles {
  return on ? COLOR : PLAIN;
}

type Tone = 'green' | 'red' | 'yellow' | 'cyan' | 'dim';

/** What a word means wherever it is a state: good, bad, to be looked at, over, of no interest. */
const TONES: Readonly<Record<Tone, string>> = {
  green:
    'open active live approved completed complete success succeeded done applied created updated passed ok yes ready fixed added',
  red: 'failed failure error timeout broken rejected conflicts conflict missing refused invalid interrupted unknown deleted removed',
  yellow:
    'outdated changes-requested stale running pending processing in-progress warning in-app skipped changed modified edited moved not-synced',
  cyan: 'merged',
  dim: 'archived draft none no resolved absent unchanged',
};
const TONE_OF = new Map(
  Object.entries(TONES).flatMap(([tone, words]) =>
    words.split(' ').map((word) => [word, tone as Tone] as const),
  ),
);
const STATES = /(^|\.)(status|state|processingState|outcome|result|change|problem|problems|undo)$/;
/** Fields where yes is the answer to look at. */
const WARNINGS = /(^|\.)(outdated|disabled|hidden|deprecated)$/;

/** How a value of this column is coloured; undefined for what is no state. */
export function toneOf(column: string, value: unknown): Tone | undefined {
  if (typeof value === 'boolean') return value ? (WARNINGS.test(column) ? 'yellow' : 'green') : 'dim';
  return typeof value === 'string' && STATES.test(column) ? TONE_OF.get(value) : undefined;
}
