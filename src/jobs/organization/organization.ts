// docs orgs pull, plan, apply, drift and adopt: an organization as a folder of files.

import { join, resolve } from 'node:path';
import type { TSchema } from '@sinclair/typebox';
import { getOrganization } from '../../api/people/organizations.ts';
import { arg, handmade } from '../../engine/model/command.ts';
import type { Flags, FlagsOf } from '../../engine/model/command-type.ts';
import { JOB_FLAGS, PLAN_ONLY_FLAGS, READ_CONCURRENCY_FLAG } from '../../engine/model/globals.ts';
import { flag, type Option } from '../../engine/model/option.ts';
import type { Run } from '../../engine/run/run.ts';
import { ensureFolder, writeFileDurably } from '../../files/writer.ts';
import { done } from '../../output/note.ts';
import { DRIFT_FLAGS, type DriftRun, ONLY, ORG, runDrift } from './drift.ts';
import { chosenParts, PARTS, refuseFile } from './folder.ts';
import type { Part } from './part.ts';

const PRUNE = flag('--prune', 'also remove what the files do not name', { reach: 'platform' });

const READS = [...new Set([getOrganization, ...PARTS.flatMap(({ reads }) => reads)])];

const WRITES = PARTS.flatMap(({ writes }) => writes);

const PULL_FLAGS = [
  flag('--to <folder>', 'folder to write (default: this one, where it has an organization.yaml)', {
    reach: 'machine',
    group: 'Output:',
  }),
  ONLY,
  ...ORG,
  READ_CONCURRENCY_FLAG,
] as const satisfies readonly Option[];

export const orgPull = handmade('pull', {
  summary: 'Write an organization to a folder of files',
  options: PULL_FLAGS,
  uses: READS,
  columns: [],
  exits: [5],
  examples: [
    ['Keep the organization in a folder', 'docs orgs pull --to acme'],
    ['Keep only teams and access in it', 'docs orgs pull --to people --only teams,access'],
  ],
  notes: `Titles are keys, and the comments beside them are IDs. Comments and order of files that are there stay: a second
pull changes nothing. A folder has the parts whose files are in it; --only adds one. With a folder spaces/, each space
has its own file. Values that are secret are never in a file.`,
  run: async (run: Run<FlagsOf<typeof PULL_FLAGS>>) => (await import('./pull.ts')).runPull(run),
});

const NOTES = `A part is changed only if its file is in the folder. An item is found by the ID in the comment beside its title, else
by the title: to rename or move it, keep the comment. What the files leave out stays as it is. With --prune it is
removed, and more than 20% of one kind of thing only with --max-changes. You never lose your own access.`;

export const orgPlan = handmade('plan', {
  summary: 'Show what the files of an organization would change',
  args: [arg('folder')],
  options: [ONLY, PRUNE, ...ORG, ...PLAN_ONLY_FLAGS],
  uses: READS,
  columns: ['row', 'change', 'kind', 'id', 'title', 'field', 'from', 'to', 'danger'],
  idField: 'id',
  exits: [3, 5, 6],
  examples: [
    ['Show what the folder would change', 'docs orgs plan acme'],
    ['Show it in a pull request, file by file', 'docs orgs plan acme --prune -o markdown'],
    ['Write a plan, to be reviewed and applied', 'docs orgs plan acme --plan-out org-plan.json'],
  ],
  notes: NOTES,
  run: async (run) => (await import('./plan.ts')).runOrgJob(run, 'plan'),
});

export const orgApply = handmade('apply', {
  summary: 'Make an organization match its files',
  args: [arg('folder')],
  options: [ONLY, PRUNE, ...ORG, ...JOB_FLAGS],
  uses: [...READS, ...WRITES],
  columns: ['target', 'id', 'outcome', 'error.message'],
  fields: ['target', 'id', 'ok', 'outcome', 'result', 'error'],
  danger: 'moderate',
  done: 'applied',
  check: '--dry-run',
  isJob: true,
  exits: [3, 5, 6, 7],
  examples: [
    ['Show the changes without making them', 'docs orgs apply acme --dry-run'],
    ['Make the organization match its folder', 'docs orgs apply acme --yes'],
  ],
  notes: `${NOTES}
Takes a plan file as well, as docs apply does. Stopped, it is resumed by the same command; docs undo undoes it.`,
  run: async (run) => (await import('./plan.ts')).runOrgJob(run, 'apply'),
});

export const orgDrift = handmade('drift', {
  summary: 'Show where an organization differs from its files',
  args: [arg('folder')],
  options: DRIFT_FLAGS,
  uses: READS,
  columns: ['file', 'line', 'what', 'kind', 'field', 'live', 'wanted'],
  exits: [5, 6],
  paged: true,
  examples: [
    ['Find out what was changed by hand', 'docs orgs drift acme'],
    ['Report it every night, and fail', 'docs orgs drift acme --format markdown'],
  ],
  notes: `It only reads, whatever its token may do. Applying the folder with --prune puts everything back; pulling it keeps
what was changed.`,
  run: async (run: DriftRun) => runDrift(run),
});

export const orgAdopt = handmade('adopt', {
  summary: 'Write the IDs of things with the same title into files',
  args: [arg('folder')],
  options: [ONLY, ...ORG, READ_CONCURRENCY_FLAG],
  uses: READS,
  columns: [],
  exits: [5],
  examples: [['Take a folder written by hand for an existing organization', 'docs orgs adopt acme']],
  notes: `Nothing is sent, and nothing else of the files changes. From then on titles can be changed: the IDs say what is meant.`,
  run: async (run) => (await import('./pull.ts')).runAdopt(run),
});

export const orgSchemaFile = handmade('schema-file', {
  summary: 'Print the JSON Schemas of files, for editors',
  args: [{ field: 'part', label: 'part', reach: 'platform', required: false }],
  options: [
    flag('--to <folder>', 'write the schema of each part into this folder', {
      reach: 'machine',
      group: 'Output:',
    }),
  ],
  local: true,
  examples: [
    ['Print the schema of one file', 'docs orgs schema-file spaces'],
    ['Keep all of them beside the files', 'docs orgs schema-file --to acme'],
  ],
  notes: `Parts are ${PARTS.map(({ name }) => name).join(', ')}. Without a part, all are printed as one object.`,
  run: async (run: Run<Flags<'--to <folder>'>>) => runSchemaFile(run),
});

// docs orgs schema-file: what each file of the folder may say, as JSON Schema.

/** The schema of the file of a part; of one that may have a file or a folder, of both. */
function jsonSchemaOf(part: Part): Record<string, unknown> {
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
async function runSchemaFile({ args, flags, context }: Run<Flags<'--to <folder>'>>): Promise<void> {
  const parts = chosenParts(args.part, '');
  const { to } = flags;
  if (to === undefined) {
    const [only] = parts;
    const all = Object.fromEntries(parts.map((part) => [part.name, jsonSchemaOf(part)]));
    return context.io.out(textOf(only && parts.length === 1 ? jsonSchemaOf(only) : all));
  }
  const folder = resolve(context.cwd, to);
  refuseFile(folder, to);
  ensureFolder(folder, false);
  for (const part of parts) {
    writeFileDurably(join(folder, `${part.name}.schema.json`), textOf(jsonSchemaOf(part)), { mode: 0o644 });
    done(context.io, `wrote ${join(to, `${part.name}.schema.json`)}`);
  }
}
