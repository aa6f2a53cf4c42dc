// Pages made from a template.
import type { ContentRef } from '../../../api/content/content-ref.ts';
import { ValidationError } from '../../../errors.ts';
import { nonNull } from '../../../files/lists.ts';
import { slugify, uniqueSlug } from '../../../markdown/heading-anchor.ts';
import { type ContentStore, emptyTree, type PageNode, type Tree } from '../../content/model.ts';
import { contentStore, revisionsStore } from '../../db/content/content.ts';
import type { Sandbox } from '../../sandbox.ts';
import { newId } from '../../urls.ts';
import { notFound } from '../../wire-error.ts';

// The templates the sandbox ships, by id.

const gettingStarted: Template = {
  contentRefs: { cover: ['file', 'url'] },
  pages: [
    {
      title: 'Welcome',
      emoji: '👋',
      description: 'What this is and where to begin',
      cover: 'cover',
      markdown: `Say in two sentences what the product does and for whom.

* [Quickstart](quickstart.md): from nothing to a first result
* [Concepts](concepts.md): the few words everything else is built from
`,
    },
    {
      title: 'Quickstart',
      emoji: '🚀',
      markdown: `## Install

\`\`\`sh
# the one command that installs it
\`\`\`

## Try it

1. Do this.
2. See that.

## Next

Read the [concepts](concepts.md), or go to [how-to guides](how-to-guides/first-task.md).
`,
    },
    {
      title: 'Concepts',
      markdown: '## First concept\n\nOne paragraph.\n\n## Second concept\n\nOne paragraph.\n',
    },
    {
      title: 'How-to guides',
      group: true,
      pages: [
        {
          title: 'First task',
          markdown: '## Before you start\n\n* what is needed\n\n## Steps\n\n1. First.\n',
        },
      ],
    },
  ],
};

const apiDocs: Template = {
  contentRefs: { api: ['openapi'] },
  pages: [
    {
      title: 'Overview',
      emoji: '🔌',
      markdown:
        '## Base address\n\n## Authentication\n\nSee [errors](errors.md) for what a refused key answers.\n',
    },
    { title: 'Errors', markdown: '| Status | Meaning |\n| --- | --- |\n| 400 | The request is wrong |\n' },
    { title: 'Reference', describes: 'api' },
  ],
};

const changelog: Template = {
  contentRefs: {},
  pages: [
    {
      title: 'Changelog',
      emoji: '📣',
      markdown: '## Unreleased\n\n### Added\n\n* what people can now do\n\n### Fixed\n\n* what works again\n',
    },
  ],
};

const handbook: Template = {
  contentRefs: {},
  pages: [
    { title: 'How we work', emoji: '🤝', markdown: '## Principles\n\n## Meetings\n\n## Decisions\n' },
    {
      title: 'People',
      group: true,
      pages: [
        { title: 'First week', markdown: '- [ ] accounts\n- [ ] first meeting\n- [ ] first change\n' },
        { title: 'Time off', markdown: 'How to ask for it, and who has to know.\n' },
      ],
    },
  ],
};

const TEMPLATES: Readonly<Record<string, Template>> = {
  'getting-started': gettingStarted,
  'api-docs': apiDocs,
  changelog,
  handbook,
};

interface TemplateUse {
  id: string;
  contentRefs?: Readonly<Record<string, ContentRef>> | undefined;
}

interface Making {
  content: ContentStore;
  newId: () => string;
  /** ISO date and time. */
  now: string;
}

/** Throws ValidationError for a template there is not, and for a reference that it does not take. */
export function templatePages({ id, contentRefs = {} }: TemplateUse, making: Making): PageNode[] {
  const template = Object.hasOwn(TEMPLATES, id) ? TEMPLATES[id] : undefined;
  if (!template) {
    throw new ValidationError(
      `"${id}" is not a template here; available: ${Object.keys(TEMPLATES).join(', ')}`,
    );
  }
  for (const [name, ref] of Object.entries(contentRefs)) requireTaken(id, template, name, ref);
  return makePages(template.pages, contentRefs, making);
}

function requireTaken(id: string, { contentRefs }: Template, name: string, { kind }: ContentRef): void {
  const kinds = Object.hasOwn(contentRefs, name) ? contentRefs[name] : undefined;
  if (kinds?.includes(kind)) return;
  const taken = Object.entries(contentRefs).map(([own, allowed]) => `${own} (${allowed.join(' or ')})`);
  const known = taken.length > 0 ? `it takes ${taken.join(', ')}` : 'it takes none';
  throw new ValidationError(`template "${id}" has no content reference "${name}" of kind ${kind}; ${known}`);
}

/** `params.contentRefs` of a request whose params nobody has checked. Throws ValidationError for what is no reference. */
function contentRefsOf(params: Readonly<Record<string, unknown>> = {}): Record<string, ContentRef> {
  const { contentRefs = {} } = params;
  if (typeof contentRefs !== 'object' || contentRefs === null) throw badRef('contentRefs');
  return Object.fromEntries(Object.entries(contentRefs).map(([name, ref]) => [name, toRef(name, ref)]));
}

function toRef(name: string, ref: unknown): ContentRef {
  const text = (key: string) => {
    const value = typeof ref === 'object' && ref !== null ? Reflect.get(ref, key) : undefined;
    return typeof value === 'string' ? value : undefined;
  };
  const [file, url, spec] = [text('file'), text('url'), text('spec')];
  if (text('kind') === 'file' && file !== undefined) return { kind: 'file', file };
  if (text('kind') === 'url' && url !== undefined) return { kind: 'url', url };
  if (text('kind') === 'openapi' && spec !== undefined) return { kind: 'openapi', spec };
  throw badRef(`contentRefs.${name}`);
}

const badRef = (path: string) =>
  new ValidationError(`template.params.${path} is not a content reference of the template`);

type Refs = Readonly<Record<string, ContentRef>>;

function makePages(pages: readonly TemplatePage[], refs: Refs, making: Making): PageNode[] {
  const slugs: string[] = [];
  return pages.flatMap((page) => {
    const described = page.describes === undefined ? undefined : refs[page.describes];
    if (page.describes !== undefined && !described) return [];
    const slug = uniqueSlug(slugify(page.title), slugs);
    slugs.push(slug);
    return [{ ...makePage(page, slug, refs, making), ...(described && { computed: describing(described) }) }];
  });
}

function makePage(page: TemplatePage, slug: string, refs: Refs, making: Making): PageNode {
  const { title, emoji, description, group, markdown = '', cover, pages = [] } = page;
  const ref = cover === undefined ? undefined : refs[cover];
  return {
    id: making.newId(),
    type: group ? 'group' : 'document',
    title,
    slug,
    ...nonNull({ emoji, description }),
    ...(ref && { cover: { ref, yPos: 0 } }),
    ...(!group && { markdown: making.content.put(markdown) }),
    createdAt: making.now,
    updatedAt: making.now,
    pages: makePages(pages, refs, making),
  };
}

const describing = (ref: ContentRef) => ({
  type: 'builtin:openapi',
  dependencies: { spec: { ref } },
  props: { doc: 'operations' },
});

// What a shipped template is written in.

interface TemplatePage {
  title: string;
  emoji?: string;
  description?: string;
  /** A heading of the table of contents, without text of its own. */
  group?: true;
  markdown?: string;
  /** Name of the content reference whose API this page describes. */
  describes?: string;
  /** Name of the content reference shown as the cover. */
  cover?: string;
  pages?: readonly TemplatePage[];
}

interface Template {
  /** References it can take by name, and the kinds of content each one may be. Without one, its part is left out. */
  contentRefs: Readonly<Record<string, readonly string[]>>;
  pages: readonly TemplatePage[];
}

// The first revision of a new space. Call both functions in the transaction that makes the space.

export interface FirstRevision {
  /** True: no page at all; otherwise one empty page. */
  empty?: boolean | undefined;
  template?: { id: string; params?: Record<string, unknown> } | undefined;
  createdBy?: string | undefined;
}

/** Returns the id of a new space's first revision. Throws 400 for an unknown template. */
export function createFirstRevision(
  sandbox: Sandbox,
  spaceId: string,
  { empty = false, template, createdBy }: FirstRevision,
): string {
  const now = sandbox.now().toISOString();
  const content = contentStore(sandbox.db);
  const pages = template
    ? templatePages({ id: template.id, contentRefs: contentRefsOf(template.params) }, { content, newId, now })
    : [];
  return revisionsStore(sandbox.db).commit(spaceId, {
    tree: template ? { ...emptyTree(), pages } : empty ? emptyTree() : firstPage(sandbox, now),
    type: 'edits',
    parents: [],
    createdAt: now,
    createdBy,
  });
}

function firstPage({ db }: Sandbox, now: string): Tree {
  const markdown = contentStore(db).put('');
  const times = { createdAt: now, updatedAt: now };
  const page: PageNode = {
    id: newId(),
    type: 'document',
    title: 'Page',
    slug: 'page',
    markdown,
    ...times,
    pages: [],
  };
  return { ...emptyTree(), pages: [page] };
}

/** Gives a space the content of another one's revision; no content is copied. Throws 404 for an unknown revision. */
export function copyRevision(
  sandbox: Sandbox,
  fromRevisionId: string,
  toSpaceId: string,
  createdBy?: string,
): string {
  const from = revisionsStore(sandbox.db).get(fromRevisionId);
  if (!from) throw notFound('revision', fromRevisionId);
  return revisionsStore(sandbox.db).commit(toSpaceId, {
    tree: from.tree,
    type: 'edits',
    parents: [],
    createdAt: sandbox.now().toISOString(),
    createdBy,
  });
}
