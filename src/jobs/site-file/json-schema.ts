// The JSON Schema of a site file, whole: what the reader checks item by item is in it as definitions.
import { GroupShape, LinkShape, SectionShape, SiteShape, SpaceShape } from './schema.ts';

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
