// docs orgs schema-file: what each file of the folder may say, as JSON Schema.
import { join, resolve } from 'node:path';
import type { TSchema } from '@sinclair/typebox';
import type { Flags } from '../../engine/model/flag-types.ts';
import type { Run } from '../../engine/run/run.ts';
import { ensureFolder } from '../../files/folder.ts';
import { writeFileDurably } from '../../files/writer.ts';
import { done } from '../../output/note.ts';
import { chosenParts } from './folder.ts';
import type { Part } from './part.ts';

/** The schema of the file of a part; of one that may have a file or a folder, of both. */
export function jsonSchemaOf(part: Part): Record<string, unknown> {
  const { name, summary, schema, folderSchema, jsonSchema } = part;
  if (jsonSchema) return jsonSchema();
  const definitions: Record<string, unknown> = {};
  const forms = [schema, ...(folderSchema ? [folderSchema] : [])].map((one) => plain(one, definitions));
  return {
    $schema: 'http://json-schema.org/draft-07/schema#',
    title: `${name}: ${summary}`,
    ...(forms.length === 1 ? forms[0] : { anyOf: forms }),
    ...(Object.keys(definitions).length > 0 && { definitions }),
  };
}

/** What stands for itself within itself becomes a definition. */
function plain(schema: TSchema, definitions: Record<string, unknown>): Record<string, unknown> {
  const seen = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(seen);
    if (typeof value !== 'object' || value === null) return value;
    const { $id, $ref, ...rest } = value as Record<string, unknown>;
    if (typeof $ref === 'string' && !$ref.startsWith('#')) return { $ref: `#/definitions/${$ref}` };
    const fields = Object.fromEntries(Object.entries(rest).map(([key, field]) => [key, seen(field)]));
    const own = typeof $ref === 'string' ? { ...fields, $ref } : fields;
    if (typeof $id !== 'string') return own;
    definitions[$id] = own;
    return { $ref: `#/definitions/${$id}` };
  };
  // Safe: a schema is plain data but for its symbols, which JSON leaves out.
  return seen(JSON.parse(JSON.stringify(schema))) as Record<string, unknown>;
}

const textOf = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;

/** Throws UsageError for what is not a part, LocalIoError. */
export async function runSchemaFile({ args, flags, context }: Run<Flags<'--to <folder>'>>): Promise<void> {
  const parts = chosenParts(args.part, '');
  const { to } = flags;
  if (to === undefined) {
    const [only] = parts;
    const all = Object.fromEntries(parts.map((part) => [part.name, jsonSchemaOf(part)]));
    return context.io.out(textOf(only && parts.length === 1 ? jsonSchemaOf(only) : all));
  }
  const folder = resolve(context.cwd, to);
  ensureFolder(folder, false);
  for (const part of parts) {
    writeFileDurably(join(folder, `${part.name}.schema.json`), textOf(jsonSchemaOf(part)), { mode: 0o644 });
    done(context.io, `wrote ${join(to, `${part.name}.schema.json`)}`);
  }
}
