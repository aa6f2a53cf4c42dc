// What a component becomes: one function for each kind of block that the platform has.
import { NO_COUNTERPART } from './out.ts';
import { type Element, isElement, type Node, type Place, wordsIn } from './tree.ts';

type Fence = Extract<Node, { kind: 'fence' }>;

/** What blocks are drawn on. */
export interface Canvas {
  becomes(element: Element): Becomes | undefined;
  /** The Markdown of nodes by themselves, without the indent of their place. */
  inside(nodes: readonly Node[]): string;
  nodes(nodes: readonly Node[]): void;
  block(text: string): void;
  text(text: string): void;
  /** Keeps a text as it is. */
  hold(text: string): string;
  link(href: string, place: Place): string;
  /** A block of code without its title, which a tab may show. */
  code(fence: Fence): { title: string | undefined; language: string; text: string; shown: string[] };
  /** The text of the first of these attributes. */
  words(element: Element, ...names: readonly string[]): string | undefined;
  /** Markdown as the HTML of a cell. */
  html(markdown: string): string;
  lose(place: Place, what: string, why: string, mark?: 'text' | 'block'): void;
  /** Puts in a file that several pages include. */
  snippet(name: string, element: Element): void;
}

/** A row of a format's table: the kind, and what the kind wants to know, such as the style of a hint. */
export type Becomes = readonly [kind: Kind, detail?: string];
export type Components = Readonly<Record<string, Becomes>>;

/** Words of all tools for how urgent an admonition is. */
const STYLES: Readonly<Record<string, string>> = {
  ...{
    tip: 'success',
    success: 'success',
    check: 'success',
    done: 'success',
    hint: 'success',
    example: 'success',
  },
  ...{
    warning: 'warning',
    caution: 'warning',
    attention: 'warning',
    important: 'warning',
    question: 'warning',
  },
  ...{
    danger: 'danger',
    error: 'danger',
    failure: 'danger',
    fail: 'danger',
    bug: 'danger',
    missing: 'danger',
  },
};

export const attribute = ({ attributes }: Element, ...names: readonly string[]): string | undefined => {
  for (const name of names) {
    const value = attributes.get(name);
    if (typeof value === 'string' || typeof value === 'number')
      return String(value).replaceAll('&quot;', '"').trim();
  }
  return undefined;
};

/** In a tag of the platform a quote ends the text. */
const quoted = (text: string): string => text.replaceAll('"', "'").replace(/\s+/g, ' ');
export const escapeHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

type Draw = (element: Element, drawing: Canvas, detail: string) => void;

function hint(element: Element, drawing: Canvas, style: string): void {
  const title = drawing.words(element, 'title') ?? '';
  const body = drawing.inside(element.children);
  const text = [...(title === '' ? [] : [`**${title}**`]), ...(body === '' ? [] : [body])].join('\n\n');
  drawing.block(`{% hint style="${style}" %}\n${text}\n{% endhint %}`);
}

/** Tags of one kind within another, such as the tabs of a group; what is between them comes before. */
function parts({ children }: Element, drawing: Canvas, kind: Kind): Element[] {
  const whole = children.flatMap((node) => (isElement(node) && node.name === '' ? node.children : [node]));
  const isPart = (node: Node): node is Element => isElement(node) && drawing.becomes(node)?.[0] === kind;
  drawing.nodes(whole.filter((node) => !isPart(node) && !('text' in node && node.text.trim() === '')));
  return whole.filter(isPart);
}

function tabs(element: Element, drawing: Canvas): void {
  const values = element.attributes.get('values');
  const labels = new Map<unknown, unknown>(
    Array.isArray(values) ? values.map((one) => [Object(one).value, Object(one).label]) : [],
  );
  const all = parts(element, drawing, 'tab').map((tab, at) => {
    const value = attribute(tab, 'value');
    const title = drawing.words(tab, 'title', 'label') ?? labels.get(value) ?? value ?? `Tab ${at + 1}`;
    return tabOf(String(title), drawing.inside(tab.children));
  });
  if (all.length > 0) drawing.block(tabsOf(all));
}

const tabOf = (title: string, body: string): string =>
  `{% tab title="${quoted(title)}" %}\n${body}\n{% endtab %}`;
const tabsOf = (tabs: readonly string[]): string => `{% tabs %}\n${tabs.join('\n\n')}\n{% endtabs %}`;

/** A block of code and how it is shown, such as title="run.sh". */
export const codeBlock = (text: string, shown: readonly string[]): string =>
  `{% code ${shown.join(' ')} %}\n${text}\n{% endcode %}`;

function codes(element: Element, drawing: Canvas): void {
  const isFence = (node: Node): node is Fence => 'kind' in node && node.kind === 'fence';
  const titles = new Set<string>();
  const all = element.children.filter(isFence).map((fence) => {
    const { title, language, text, shown } = drawing.code(fence);
    let name = title ?? (language === '' ? 'Code' : language);
    for (let count = 2; titles.has(name); count += 1) name = `${title ?? language} ${count}`;
    titles.add(name);
    return tabOf(name, shown.length === 0 ? text : codeBlock(text, shown));
  });
  const others = element.children.filter((node) => !isFence(node));
  drawing.nodes(others.filter((node) => !('text' in node) || node.text.trim() !== ''));
  if (all.length > 0) drawing.block(tabsOf(all));
}

function steps(element: Element, drawing: Canvas): void {
  const all = parts(element, drawing, 'step').map((step) => {
    const title = drawing.words(step, 'title') ?? '';
    const id = attribute(step, 'id');
    const anchor = id === undefined ? '' : ` <a href="#${escapeHtml(id)}" id="${escapeHtml(id)}"></a>`;
    const body = [...(title === '' ? [] : [`### ${title}${anchor}`]), drawing.inside(step.children)]
      .join('\n\n')
      .trim();
    return `{% step %}\n${body}\n{% endstep %}`;
  });
  if (all.length > 0) drawing.block(`{% stepper %}\n${all.join('\n\n')}\n{% endstepper %}`);
}

function details(element: Element, drawing: Canvas): void {
  const isSummary = (node: Node): node is Element => isElement(node) && node.name === 'summary';
  const summary = element.children.find(isSummary);
  const title =
    drawing.words(element, 'title', 'summary') ?? (summary && drawing.inside(summary.children)) ?? 'Details';
  const body = drawing.inside(element.children.filter((node) => node !== summary));
  drawing.block(`<details>\n\n<summary>${title.replace(/\s+/g, ' ')}</summary>\n\n${body}\n\n</details>`);
}

const icon = (name: string): string => `<i class="fa-${name}">:${name}:</i>`;
const isIcon = (name: string | undefined): name is string => name !== undefined && /^[a-z0-9-]+$/.test(name);

/** What a cell of a table cannot hold: code loses its lines there, and blocks are shown as they are written. */
const NO_CELL = /<pre>|<table|\{% /;

/** Cards beside each other are the rows of one table, or follow each other where a cell cannot hold one of them. */
export function cards(all: readonly Element[], drawing: Canvas): void {
  const drawn = all.map((card) => {
    const body = drawing.inside(card.children);
    const [href, cover] = [
      attribute(card, 'href', 'to', 'url'),
      attribute(card, 'img', 'image', 'cover'),
    ].map((written) => (written === undefined ? undefined : drawing.link(written, card)));
    return { head: headOf(card, drawing), body, cell: drawing.html(body), href, cover };
  });
  if (drawn.some(({ cell }) => NO_CELL.test(cell))) {
    for (const { head, body, href, cover } of drawn) {
      const picture = cover === undefined ? '' : `<img src="${cover}" alt="">`;
      const lead = href === undefined ? head : `<a href="${href}">${head}</a>`;
      drawing.block([picture, lead, body].filter((part) => part !== '').join('\n\n'));
    }
    return;
  }
  const hasCover = drawn.some(({ cover }) => cover !== undefined);
  const link = (held: string | undefined) => (held === undefined ? '' : `<a href="${held}">${held}</a>`);
  const rows = drawn.map(({ head, cell, href, cover }) =>
    [head, cell, link(href), ...(hasCover ? [link(cover)] : [])].map((text) => `<td>${text}</td>`).join(''),
  );
  const target = '<th data-hidden data-card-target data-type="content-ref"></th>';
  const cover = hasCover ? '<th data-hidden data-card-cover data-type="files"></th>' : '';
  const head = `<thead><tr><th></th><th></th>${target}${cover}</tr></thead>`;
  drawing.block(
    `<table data-view="cards">${head}<tbody>${rows.map((row) => `<tr>${row}</tr>`).join('')}</tbody></table>`,
  );
}

function headOf(card: Element, drawing: Canvas): string {
  const name = attribute(card, 'icon');
  if (name !== undefined && !isIcon(name))
    drawing.lose(card, `icon of <${card.name}>`, 'only the name of an icon can be kept');
  return `${isIcon(name) ? `${icon(name)} ` : ''}<strong>${escapeHtml(attribute(card, 'title') ?? '')}</strong>`;
}

/** A parameter or a field of an answer, as the line that people would write. */
function field(element: Element, drawing: Canvas): void {
  const name = attribute(element, 'name', 'path', 'query', 'body', 'header') ?? '';
  const place = ['path', 'query', 'body', 'header'].find((key) => element.attributes.has(key));
  const fallback = attribute(element, 'default');
  const is = (key: string) =>
    element.attributes.get(key) === true || attribute(element, key) === 'true' ? [key] : [];
  const words = [
    ...[attribute(element, 'type'), place].filter((word) => word !== undefined),
    ...[...is('required'), ...is('deprecated')],
    ...(fallback === undefined ? [] : [`default ${drawing.hold(`\`${fallback}\``)}`]),
  ];
  const head = [`**${drawing.hold(`\`${name}\``)}**`, ...words].join(' · ');
  drawing.block(`${head}\n\n${drawing.inside(element.children)}`.trim());
}

/** HTML around Markdown, which the platform would show as it is written. */
function figure(element: Element, drawing: Canvas): void {
  const body = drawing.inside(element.children);
  const shown = body.replace(
    /!\[([^\]\n]{0,1000})\]\(([^\s()]+)(?:\s+("[^"\n]*"))?\)/g,
    (_, alt: string, src: string, title?: string) =>
      `<img src="${src}" alt="${escapeHtml(alt)}"${title === undefined ? '' : ` title=${title}`}>`,
  );
  if (body === '') drawing.text(element.open);
  else if (shown.startsWith('<img '))
    drawing.block(`<figure>${shown.replace(/(?<!\s)\s*\n\s*/g, '')}</figure>`);
  else drawing.block(`<figure>\n\n${body}\n\n</figure>`);
}

function image(element: Element, drawing: Canvas): void {
  const { attributes } = element;
  const shade = (name: string): string | undefined => {
    const path: unknown = Object(attributes.get('sources'))[name];
    return typeof path === 'string' ? path : undefined;
  };
  const src =
    attribute(element, 'src') ??
    shade('light') ??
    /(['"])([^'"]+)\1/.exec(String(attributes.get('src') ?? ''))?.[2];
  if (src === undefined) {
    drawing.lose(element, `<${element.name}>`, 'its source is code, which is not run', 'text');
    return;
  }
  const width = attribute(element, 'width');
  const size = width !== undefined && /^\d+(?:px|%)?$/.test(width) ? ` width="${width}"` : '';
  const shown = `<img src="${drawing.link(src, element)}" alt="${escapeHtml(attribute(element, 'alt') ?? '')}"${size}>`;
  const atNight = shade('dark');
  drawing.text(
    atNight === undefined
      ? shown
      : `<picture><source srcset="${drawing.link(atNight, element)}" media="(prefers-color-scheme: dark)">${shown}</picture>`,
  );
}

function frame(element: Element, drawing: Canvas): void {
  const body = drawing.inside(element.children);
  const caption = attribute(element, 'caption') ?? '';
  const [, alt, src] = /^!\[([^\]]*)\]\(([^\s()]+)\)$/.exec(body) ?? [];
  const only = src === undefined ? body : `<img src="${src}" alt="${escapeHtml(alt ?? '')}">`;
  if (/^<img [^>]*>$/.test(only))
    drawing.block(
      `<figure>${only}<figcaption>${caption === '' ? '' : `<p>${drawing.html(caption)}</p>`}</figcaption></figure>`,
    );
  else drawing.block([body, ...(caption === '' ? [] : [`_${caption}_`])].join('\n\n'));
}

function embed(element: Element, drawing: Canvas): void {
  const source = element.children.find((node): node is Element => isElement(node) && node.name === 'source');
  const url = attribute(element, 'src', 'url', 'href') ?? (source && attribute(source, 'src'));
  const id = attribute(element, 'id', 'videoId');
  const found =
    url ??
    (/youtube/i.test(element.name) && id !== undefined ? `https://www.youtube.com/watch?v=${id}` : undefined);
  if (found === undefined) drawing.lose(element, `<${element.name}>`, 'missing URL', 'text');
  else if (/^(?:https?:)?\/\//.test(found)) {
    const video = /youtube(?:-nocookie)?\.com\/embed\/([\w-]+)/.exec(found)?.[1];
    drawing.block(`{% embed url="${quoted(video ? `https://www.youtube.com/watch?v=${video}` : found)}" %}`);
  } else drawing.block(`{% file src="${drawing.link(found, element)}" %}`);
}

function anchor(element: Element, drawing: Canvas): void {
  const href =
    attribute(element, 'href', 'to') ??
    /(['"])([^'"]+)\1/.exec(String(element.attributes.get('to') ?? ''))?.[2];
  const id = attribute(element, 'id', 'name');
  const at = href === undefined ? '' : ` href="${drawing.link(href, element)}"`;
  drawing.text(`<a${at}${id === undefined ? '' : ` id="${escapeHtml(id)}"`}>`);
  drawing.nodes(element.children);
  drawing.text('</a>');
}

/** An aside of a note begins with a picture that says how it is meant. */
function aside(element: Element, drawing: Canvas): void {
  const body = drawing.inside(element.children);
  const style = /^\W{0,4}(?:⚠|❗|‼|🚧|🟡)/u.test(body)
    ? 'warning'
    : /^(?:🚨|🛑|⛔|❌|🔥|🔴)/u.test(body)
      ? 'danger'
      : /^(?:✅|✔|🟢|🎉)/u.test(body)
        ? 'success'
        : 'info';
  drawing.block(`{% hint style="${style}" %}\n${body}\n{% endhint %}`);
}

function update(element: Element, drawing: Canvas): void {
  const [title, more] = [attribute(element, 'label', 'date') ?? '', attribute(element, 'description')];
  const text = drawing.inside(element.children);
  drawing.block([`## ${title}`, ...(more === undefined ? [] : [`_${more}_`]), text].join('\n\n'));
}

function openapi(element: Element, drawing: Canvas): void {
  const src = drawing.link(attribute(element, 'src') ?? '', element);
  const [path, method] = [attribute(element, 'path') ?? '', attribute(element, 'method') ?? ''];
  drawing.block(
    `{% openapi src="${src}" path="${quoted(path)}" method="${quoted(method)}" %}\n[${src}](${src})\n{% endopenapi %}`,
  );
}

/** Whether it takes lines of its own. */
const isBlock = ({ children }: Element): boolean =>
  children.some((node) => (isElement(node) ? isBlock(node) : 'text' in node && node.text.includes('\n')));

const KINDS = {
  hint,
  /** The style by the word in an attribute. */
  admonition: (element, drawing) =>
    hint(element, drawing, STYLES[(attribute(element, 'type', 'kind') ?? '').toLowerCase()] ?? 'info'),
  tabs,
  tab: (element, drawing) =>
    drawing.block(
      [`**${attribute(element, 'title', 'label', 'value') ?? ''}**`, drawing.inside(element.children)].join(
        '\n\n',
      ),
    ),
  codes,
  steps,
  step: (element, drawing) =>
    drawing.block(
      [`### ${attribute(element, 'title') ?? ''}`, drawing.inside(element.children)].join('\n\n'),
    ),
  details,
  card: (element, drawing) => cards([element], drawing),
  ...{ field, image, frame, figure, embed, anchor, aside, update, openapi },
  icon: (element, drawing) => {
    const name = attribute(element, 'icon', 'name');
    if (isIcon(name)) drawing.text(icon(name));
    else drawing.lose(element, `<${element.name}>`, 'only the name of an icon can be kept', 'text');
  },
  snippet: (element, drawing) => drawing.snippet(attribute(element, 'file', 'src') ?? '', element),
  /** It is only how its text is laid out. */
  inner: (element, drawing) => {
    if (isBlock(element)) drawing.block(drawing.inside(element.children));
    else drawing.nodes(element.children);
  },
  /** Likewise, and readers miss it. */
  lost: (element, drawing, why) => {
    drawing.lose(element, `<${element.name}>`, why || NO_COUNTERPART, isBlock(element) ? 'block' : 'text');
    KINDS.inner(element, drawing);
  },
} as const satisfies Record<string, Draw>;

export type Kind = keyof typeof KINDS;

/** Draws an element as its row says. */
export function drawAs([kind, detail = '']: Becomes, element: Element, drawing: Canvas): void {
  const draw: Draw = KINDS[kind];
  draw(element, drawing, detail);
}

/** A box as Python-Markdown writes it in HTML, if the element is one. */
export function boxOf({ name, attributes, children, ...rest }: Element): Element | undefined {
  const classOf = (one: ReadonlyMap<string, unknown>) => String(one.get('class') ?? '').split(/\s+/);
  const [first, type = 'note'] = classOf(attributes);
  if (name !== 'div' || first !== 'admonition') return undefined;
  const isTitle = (one: Node) => isElement(one) && classOf(one.attributes).includes('admonition-title');
  const title = wordsIn(children.filter(isTitle)).replace(/\s+/g, ' ').trim();
  return {
    ...rest,
    name: 'Admonition',
    attributes: new Map([
      ['type', type],
      ['title', title.toLowerCase() === type ? '' : title],
    ]),
    children: children.filter((one) => !isTitle(one)),
  };
}
