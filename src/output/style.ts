// What is coloured how. chalk colors a text; whether there is color at all, `Io` decides for each stream (NO_COLOR, FORCE_COLOR, TERM).

type StyleName = 'bold' | 'dim' | 'inverse' | 'red' | 'green' | 'yellow' | 'cyan';
export type Styles = Readonly<Record<StyleName, (text: string) => string>>;

const stylesBy = (styleOf: (name: StyleName) => (text: string) => string): Styles => ({
  bold: styleOf('bold'),
  dim: styleOf('dim'),
  inverse: styleOf('inverse'),
  red: styleOf('red'),
  green: styleOf('green'),
  yellow: styleOf('yellow'),
  cyan: styleOf('cyan'),
});
const PLAIN = stylesBy(() => (text) => text);
let colored: Styles | undefined;

/** Needed once, before anything is colored: what goes into pipes alone does without chalk. */
export async function loadColors(): Promise<void> {
  const { Chalk } = await import('chalk');
  // The terminal's own 16 colors: they fit light and dark backgrounds.
  const chalk = new Chalk({ level: 1 });
  colored ??= stylesBy((name) => (text) => chalk[name](text));
}

/** Functions that color a text, or leave it as it is when `on` is false. Throws Error before `loadColors`. */
export function styles(on: boolean): Styles {
  if (!on) return PLAIN;
  if (!colored) throw new Error('colors are not loaded');
  return colored;
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
let tones: ReadonlyMap<string, Tone> | undefined;

/** The tone of a word. Split when the first state is shown: most calls show none. */
function toneOfWord(word: string): Tone | undefined {
  tones ??= new Map(
    Object.entries(TONES).flatMap(([tone, words]) =>
      words.split(' ').map((one) => [one, tone as Tone] as const),
    ),
  );
  return tones.get(word);
}
const STATES = /(^|\.)(status|state|processingState|outcome|result|change|problem|problems|undo)$/;
/** Fields where yes is the answer to look at. */
const WARNINGS = /(^|\.)(outdated|disabled|hidden|deprecated)$/;

/** How a value of this column is coloured; undefined for what is no state. */
export function toneOf(column: string, value: unknown): Tone | undefined {
  if (typeof value === 'boolean') return value ? (WARNINGS.test(column) ? 'yellow' : 'green') : 'dim';
  return typeof value === 'string' && STATES.test(column) ? toneOfWord(value) : undefined;
}
