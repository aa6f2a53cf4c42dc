// The nodes of rich documents as one shape. The contract has fifty, which hold each other in turn: written out, they have
// no end. What holds for all of them is enough to refuse what no document can be.
import type { Schema } from './specification.ts';

type Shapes = Readonly<Record<string, Schema>>;

const ref = (name: string): Schema => ({ $ref: `#/components/schemas/${name}` });

/** The same shapes, with `DocumentNode` and `DocumentTopNode` where there are documents. */
export function withDocumentNodes(shapes: Shapes): Shapes {
  if (!shapes.DocumentText) return shapes;
  const block = nodeOf('block', ref('DocumentBlockType'));
  return {
    ...shapes,
    DocumentBlockType: typesOf('block', shapes),
    DocumentNode: { oneOf: [ref('DocumentText'), nodeOf('inline', typesOf('inline', shapes)), block] },
    DocumentTopNode: block,
  };
}

/** Every type that a shape of this kind has. */
const typesOf = (object: string, shapes: Shapes): Schema => ({
  type: 'string',
  enum: Object.values(shapes).flatMap(({ properties: { object: of, type } = {} }) =>
    of?.enum?.includes(object) ? (type?.enum ?? []) : [],
  ),
});

function nodeOf(object: string, type: Schema): Schema {
  const nodes: Schema = { type: 'array', items: ref('DocumentNode') };
  const fragment = { type: 'object', properties: { nodes }, required: ['nodes'], additionalProperties: true };
  return {
    type: 'object',
    properties: {
      object: { type: 'string', enum: [object] },
      type,
      key: { type: 'string' },
      isVoid: { type: 'boolean' },
      data: { type: 'object' },
      nodes,
      fragments: { type: 'array', items: fragment },
    },
    required: ['object', 'type'],
    additionalProperties: true,
  };
}
