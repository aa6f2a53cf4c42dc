// Ready-made conditions for the claims of a site, one for each thing that can be asked of them.
import type { TemplateCondition } from '../../../api/sites/adaptive-schema.ts';

type Json = Readonly<Record<string, unknown>>;

/** Takes a schema that follows the platform's rules; conditions that the sandbox itself accepts. */
export function templateConditions(schema: unknown): TemplateCondition[] {
  return conditionsOf(schema, 'visitor.claims');
}

function conditionsOf(schema: unknown, path: string): TemplateCondition[] {
  const { properties } = asObject(schema);
  return Object.entries(asObject(properties)).flatMap(([name, claim]) =>
    claimConditions(asObject(claim), path + memberOf(name)),
  );
}

function claimConditions(claim: Json, path: string): TemplateCondition[] {
  const says = typeof claim.description === 'string' ? claim.description : path;
  switch (claim.type) {
    case 'object':
      return conditionsOf(claim, path);
    case 'boolean':
      return [
        { description: `${says}: yes`, condition: `${path} == true` },
        { description: `${says}: no`, condition: `${path} == false` },
      ];
    case 'string':
      return valuesOf(claim).map((value) => ({
        description: `${says}: ${value}`,
        condition: `${path} == ${JSON.stringify(value)}`,
      }));
    case 'array':
      return valuesOf(asObject(claim.items)).map((value) => ({
        description: `${says}: has ${value}`,
        condition: `${path}.includes(${JSON.stringify(value)})`,
      }));
    default:
      return [{ description: `${says}: more than 0`, condition: `${path} > 0` }];
  }
}

/** The values that can come; where anything can, a place to write one. */
const valuesOf = ({ enum: values }: Json): string[] =>
  Array.isArray(values) ? values.map(String) : ['value'];

const memberOf = (name: string): string =>
  /^[A-Za-z_$][\w$]*$/.test(name) ? `.${name}` : `[${JSON.stringify(name)}]`;

const asObject = (value: unknown): Json => (typeof value === 'object' && value !== null ? { ...value } : {});
