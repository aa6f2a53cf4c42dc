// Pages made from a template.
import type { ContentRef } from '../../../../api/content/content-ref.ts';
import { ValidationError } from '../../../../errors.ts';
import { slugify, uniqueSlug } from '../../../../markdown/slug.ts';
import type { ContentStore, PageNode } from '../../../content/model.ts';
import { TEMPLATES } from './catalog.ts';
import type { Template, TemplatePage } from './template.ts';

export interface TemplateUse {
  id: string;
  contentRefs?: Readonly<Record<string, ContentRef>> | undefined;
}

export interface Making {
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
export function contentRefsOf(params: Readonly<Record<string, unknown>> = {}): Record<string, ContentRef> {
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
    ...(emoji !== undefined && { emoji }),
    ...(description !== undefined && { description }),
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
