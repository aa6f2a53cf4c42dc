// Markup as text: whatever is put into it is escaped, unless it is markup itself.

/** Text that may be written as it is. */
export class Markup {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

type Part = string | number | Markup | undefined | false | readonly Part[];

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (letter) => ESCAPES[letter] ?? letter);

/** `html\`<p>${title}</p>\``: every value is escaped for text and for attributes in double quotes. */
export function html(texts: TemplateStringsArray, ...parts: readonly Part[]): Markup {
  return new Markup(texts.map((text, at) => text + (at < parts.length ? written(parts[at]) : '')).join(''));
}

function written(part: Part): string {
  if (part === undefined || part === false) return '';
  if (part instanceof Markup) return part.text;
  if (typeof part === 'object') return part.map(written).join('');
  return escapeHtml(String(part));
}

// Icons as SVG in the text of a page: they need no font, and take the color of the words beside them.

interface Icon {
  iconName: string;
  icon: readonly [width: number, height: number, others: readonly unknown[], code: string, path: unknown];
}

let byName: ReadonlyMap<string, Icon['icon']> | undefined;

/** Loads the set, once a process; from then on `icon` finds what is in it. */
export async function loadIcons(): Promise<void> {
  if (byName !== undefined) return;
  // A bundled module has a mark beside its names.
  const set = Object.values<Icon | boolean>(await import('./icon-set.ts')).filter(
    (one) => typeof one === 'object',
  );
  byName = new Map(
    set.flatMap(({ iconName, icon }) =>
      [iconName, ...icon[2].filter((name) => typeof name === 'string')].map((name) => [name, icon] as const),
    ),
  );
}

/** An icon by its name on the platform, beside words that say the same; undefined for one that is not in the set. */
export function icon(name: string): Markup | undefined {
  const [width, height, , , path] = byName?.get(name.replace(/^fa-/, '')) ?? [];
  if (typeof path !== 'string') return undefined;
  return new Markup(
    `<svg class="icon" viewBox="0 0 ${width} ${height}" aria-hidden="true" focusable="false"><path d="${path}"/></svg>`,
  );
}
