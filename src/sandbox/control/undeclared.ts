// Fields of a request that its operation does not declare: the platform ignores them, and a misspelt one goes unnoticed.
import type { TSchema } from '@sinclair/typebox';
import { isObjectSchema, type Operation } from '../../api/operation.ts';
import { isRecord } from '../../files/texts.ts';

/** Their places: `query.limt`, `body.settings.titel`. At most 20. */
export function undeclaredFields(
  operation: Operation,
  { query, body }: { query?: Record<string, unknown> | undefined; body?: unknown },
): string[] {
  const found = Object.keys(query ?? {})
    .filter((key) => !Object.hasOwn(operation.query?.properties ?? {}, key))
    .map((key) => `query.${key}`);
  if (body !== undefined) {
    if (operation.body) found.push(...within(operation.body, body, 'body', 0));
    else if (isRecord(body)) found.push(...Object.keys(body).map((key) => `body.${key}`));
  }
  return found.slice(0, MOST);
}

const MOST = 20;
const DEEPEST = 20;

function within(schema: TSchema, value: unknown, path: string, depth: number): string[] {
  if (depth > DEEPEST) return [];
  const branches: unknown = schema.anyOf;
  if (Array.isArray(branches)) {
    // Of several forms, the one that knows most of it is meant.
    const each = branches.map((branch: TSchema) => within(branch, value, path, depth + 1));
    return each.sort((a, b) => a.length - b.length)[0] ?? [];
  }
  if (Array.isArray(value)) {
    const items: unknown = schema.items;
    return isRecord(items)
      ? value
          .slice(0, MOST)
          .flatMap((item, at) => within(items as unknown as TSchema, item, `${path}.${at}`, depth + 1))
      : [];
  }
  if (!isRecord(value) || !isObjectSchema(schema) || isRecord(schema.additionalProperties)) return [];
  if (Object.keys(schema.properties).length === 0) return [];
  return Object.entries(value).flatMap(([key, field]) => {
    const property = Object.hasOwn(schema.properties, key) ? schema.properties[key] : undefined;
    if (property) return within(property, field, `${path}.${key}`, depth + 1);
    return schema.additionalProperties === true ? [] : [`${path}.${key}`];
  });
}
