// The shape of a site file: what a person may write of a site, and what docs sites pull writes of one.
import type { Static, TProperties, TSchema } from '@sinclair/typebox';
import { DefaultLevel } from '../../api/roles.ts';
import { builders } from '../../api/schema.ts';
import { SiteCustomizationSettingsInput } from '../../api/sites/customization.generated.ts';
import { SiteSpaceCustomizationInput } from '../../api/sites/customization.ts';
import { RedirectSource } from '../../api/sites/site-redirects.ts';
import { SiteType, SiteVisibility } from '../../api/sites/sites.generated.ts';

const { ArrayOf, Bool, Literal, Null, Obj, Optional, Str, Union } = builders;
const { RecordOf, Unknown } = builders;
/** Takes no other keys than these. */
export const Shape = <P extends TProperties>(properties: P) =>
  Obj(properties, { additionalProperties: false });

const Title = (description: string) => Str({ minLength: 2, maxLength: 128, description });
const Path = (description: string) => Str({ minLength: 1, maxLength: 100, description });
const Icon = () => Optional(Str({ minLength: 1, maxLength: 50, description: 'name of an icon' }));
const Condition = () =>
  Optional(Str({ minLength: 1, maxLength: 1024, description: 'expression that decides who sees it' }));
const Localized = (maxLength: number) =>
  Optional(RecordOf(Str(), Str({ maxLength }), { description: 'by language: fr: Notes' }));
const Draft = () => Optional(Bool({ description: 'readers do not see it yet' }));
const Other = () =>
  Optional(RecordOf(Str(), Unknown(), { description: 'settings that this version of docs does not know' }));

/** A copy of a schema, its symbols too, of which `change` has changed each object. */
export function copied<T extends TSchema>(
  schema: T,
  change: (copy: Record<string | symbol, unknown>) => void,
): T {
  const seen = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(seen);
    if (typeof value !== 'object' || value === null) return value;
    const copy: Record<string | symbol, unknown> = {};
    for (const key of Reflect.ownKeys(value)) {
      const field = Reflect.get(value, key);
      copy[key] = typeof key === 'symbol' ? field : seen(field);
    }
    change(copy);
    return copy;
  };
  // Safe: what it takes may be less or more, and is of the same type.
  return seen(schema) as T;
}

/** The same schema with every field optional, at every level: a file may name a part. */
const loosened = <T extends TSchema>(schema: T): T =>
  copied(schema, (copy) => {
    if (Array.isArray(copy.required)) delete copy.required;
  });

const Customization = loosened(SiteCustomizationSettingsInput);
const Overrides = loosened(SiteSpaceCustomizationInput);

export const SpaceShape = Shape({
  space: Str({ minLength: 1, description: 'space: title, or ID where several have the title' }),
  title: Optional(
    Title('title on the site, which the platform takes when the space is added (default: that of the space)'),
  ),
  path: Optional(Path('path of the space on the site')),
  condition: Condition(),
  draft: Draft(),
  hidden: Optional(Bool({ description: 'it is not in the navigation' })),
  home: Optional(Str({ minLength: 1, description: 'page to open with, by its path (default: the first)' })),
  customization: Optional(Overrides),
  other: Other(),
});

export const SectionShape = Shape({
  title: Optional(Title('title of the section (default: that of its first space)')),
  path: Optional(Path('path of the section on the site')),
  icon: Icon(),
  description: Optional(Str({ maxLength: 256, description: 'short description' })),
  condition: Condition(),
  draft: Draft(),
  localizedTitle: Localized(128),
  localizedDescription: Localized(256),
  other: Other(),
  default: Optional(Str({ minLength: 1, description: 'space of the section to show first' })),
  spaces: ArrayOf(Unknown(), {
    minItems: 1,
    description: 'spaces, by title, ID or URL, or with their settings',
  }),
});

export const GroupShape = Shape({
  group: Str({ minLength: 1, maxLength: 100, description: 'title of the group' }),
  icon: Icon(),
  draft: Draft(),
  localizedTitle: Localized(128),
  other: Other(),
  sections: ArrayOf(Unknown(), { description: 'sections, links and groups in the group' }),
});

export const LinkShape = Shape({
  link: Title('title of the link'),
  url: Str({ format: 'uri', description: 'where the link leads' }),
  icon: Icon(),
  description: Optional(Str({ maxLength: 256, description: 'line below the title' })),
  condition: Condition(),
  draft: Draft(),
  localizedTitle: Localized(128),
  localizedDescription: Localized(256),
  other: Other(),
});

const Destination = Union([
  Shape({ section: Str({ minLength: 1, description: 'section: title, or path' }) }),
  Shape({
    space: Str({ minLength: 1, description: 'space on the site' }),
    page: Optional(Str({ minLength: 1 })),
  }),
  Shape({ url: Str({ format: 'uri' }) }),
]);

const Redirect = Shape({
  from: RedirectSource('path that no longer exists'),
  to: Destination,
  permanent: Optional(Bool()),
  captureWildcard: Optional(Bool()),
  draft: Optional(Bool()),
});

/** Structure is checked item by item: `sections` and `spaces` hold anything here. */
export const SiteShape = Shape({
  $schema: Optional(Str()),
  version: Optional(Union([Literal(1), Literal(2)], { description: 'format of this file' })),
  organization: Optional(Str({ minLength: 1, description: 'organization: title or ID' })),
  title: Title('title of the site'),
  type: Optional(SiteType),
  visibility: Optional(SiteVisibility),
  basename: Optional(Path('base name in the site URL')),
  proxy: Optional(Union([Str({ minLength: 1, maxLength: 512 }), Null()])),
  agentsContext: Optional(Union([Literal('excluded'), Literal('included')])),
  defaultLevel: Optional(DefaultLevel),
  styleguide: Optional(
    Union([Str({ minLength: 1, description: 'space with the style guide: title or ID' }), Null()]),
  ),
  other: Other(),
  adaptiveContent: Optional(Bool({ description: 'adapt content to the visitor' })),
  publish: Optional(Bool({ description: 'whether the site is published' })),
  default: Optional(Str({ minLength: 1, description: 'section or space to show first' })),
  spaces: Optional(ArrayOf(Unknown(), { description: 'spaces of a site without sections' })),
  sections: Optional(ArrayOf(Unknown(), { minItems: 1, description: 'sections, links and groups' })),
  shareLinks: Optional(
    ArrayOf(Shape({ name: Str({ maxLength: 50 }), active: Optional(Bool()) }), {
      description: 'share links by name; their URLs are secret and never in a file',
    }),
  ),
  auth: Optional(
    Shape({
      backend: Union([Literal('custom'), Literal('integration')]),
      fallbackURL: Optional(Str({ format: 'uri' })),
      logoutURL: Optional(Str({ format: 'uri' })),
    }),
  ),
  redirects: Optional(ArrayOf(Redirect)),
  integrations: Optional(ArrayOf(Str({ minLength: 1 }), { description: 'integrations on the site' })),
  adaptiveSchema: Optional(Obj({ type: Literal('object') }, { additionalProperties: true })),
  customization: Optional(Customization),
});

export type SpaceItem = Static<typeof SpaceShape>;
export type LinkItem = Static<typeof LinkShape>;
export type SectionItem = Omit<Static<typeof SectionShape>, 'spaces'> & { spaces: SpaceItem[] };
export type GroupItem = Omit<Static<typeof GroupShape>, 'sections'> & { sections: NavItem[] };
export type NavItem = SectionItem | GroupItem | LinkItem;
export type RedirectItem = Static<typeof Redirect>;

/** A file as it was checked: every space is an object. */
export type SiteFile = Omit<Static<typeof SiteShape>, 'spaces' | 'sections'> & {
  spaces?: SpaceItem[];
  sections?: NavItem[];
};

export const isGroup = (item: NavItem): item is GroupItem => 'group' in item;
export const isLink = (item: NavItem): item is LinkItem => 'link' in item;
export const isSection = (item: NavItem): item is SectionItem => !isGroup(item) && !isLink(item);

/** What may stand where: the shape of one item of the navigation. */
export const shapeOf = (item: object): TSchema =>
  'group' in item ? GroupShape : 'link' in item ? LinkShape : SectionShape;

// The JSON Schema of a site file, whole: what the reader checks item by item is in it as definitions.
const ref = (name: string) => ({ $ref: `#/$defs/${name}` });
const list = (items: object, more: object = {}) => ({ type: 'array', items, ...more });

export function siteJsonSchema(): Record<string, unknown> {
  const items = list({ anyOf: [ref('section'), ref('group'), ref('link')] }, { minItems: 1 });
  return {
    $schema: 'http://json-schema.org/draft-07/schema#',
    title: 'Site file of docs',
    ...withFields(SiteShape, {
      spaces: list(ref('space'), { description: 'spaces of a site without sections' }),
      sections: { ...items, description: 'sections, links and groups' },
    }),
    $defs: {
      space: { anyOf: [{ type: 'string', minLength: 1 }, withFields(SpaceShape)] },
      section: withFields(SectionShape, { spaces: list(ref('space'), { minItems: 1 }) }),
      group: withFields(GroupShape, { sections: { ...items, minItems: 0 } }),
      link: withFields(LinkShape),
    },
  };
}

/** The schema as JSON, with some of its properties said in full. */
function withFields(schema: object, properties: Record<string, unknown> = {}) {
  // Safe: a schema is plain data but for its symbols, which JSON leaves out.
  const shape = JSON.parse(JSON.stringify(schema)) as { properties: Record<string, unknown> };
  return { ...shape, properties: { ...shape.properties, ...properties } };
}
