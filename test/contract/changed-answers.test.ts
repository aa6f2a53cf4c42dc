import type { TSchema } from '@sinclair/typebox';
import { expect, it } from 'vitest';
import { FORMATS } from '../../src/output/view.ts';
import { answeredCli, isOff } from '../helpers/answered-cli.ts';
import { hostCommands } from '../helpers/command-lines.ts';
import { reached, runs } from '../helpers/runs.ts';

const CANARY = 'cAnArY7q-in-a-secret-field';
const SHOWN = FORMATS.filter((format) => format !== 'id');
/** These print bytes, or what was asked for as it came. */
const RAW = /^docs (api|pages get|revisions page|openapi download|export|open)$/;

const { server, cli } = answeredCli();
const commands = hostCommands.filter(([path, words]) => !RAW.test(path) && !words.includes('--json'));
/** Every command with every format, or so many of them, spread evenly. */
function cases(count: number): (readonly [words: readonly string[], format: string])[] {
  const all = SHOWN.flatMap((format) => commands.map(([, words]) => [words, format] as const));
  return Array.from(
    { length: count },
    (_, at) => all[Math.floor((at * all.length) / count) % all.length],
  ).filter((one) => one !== undefined);
}

it('no format of any command prints a field that holds a secret', async () => {
  server.change = withSecrets;
  const wanted = runs('S10', 'outputs', 15);
  const told: string[] = [];
  let printed = 0;
  for (const [words, format] of cases(wanted)) {
    const { exitCode, stdout, stderr } = await cli([...words, '--output', format, '--debug']);
    if ((stdout + stderr).includes(CANARY)) told.push(`${words.join(' ')} as ${format}`);
    if (exitCode === 0 && stdout !== '') printed += 1;
  }
  expect(told).toEqual([]);
  // Many an example names what such a host does not have; the others must have shown something.
  expect(printed).toBeGreaterThan(wanted / 3);
  reached('S10', 'outputs', wanted);
});

it('values that a column writes as JSON hold no secret, and an address that is null is none', async () => {
  for (const kind of ['site-page', 'a-new-kind']) {
    server.change = (value, { id }) =>
      id === 'siteRedirects.list'
        ? { items: [{ ...(isItemList(value) ? value.items[0] : {}), destination: withSecrets({ kind }) }] }
        : value;
    for (const format of SHOWN) {
      const { exitCode, stdout } = await cli(['redirects', 'list', '--output', format]);
      expect([kind, format, exitCode, stdout.includes(CANARY)]).toEqual([kind, format, 0, false]);
      expect(stdout).toContain(kind);
    }
  }
  server.change = withSecrets;
  for (const format of SHOWN)
    expect((await cli(['glossary', 'list', '--output', format])).stdout).not.toContain(CANARY);
  server.change = (value) => withNullEmails(value);
  const { stderr } = await cli(['members', 'reconcile', '--from', 'directory.csv', '--dry-run']);
  expect(stderr).not.toContain('unexpected error');
});

const isItemList = (value: unknown): value is { items: object[] } =>
  typeof value === 'object' && value !== null && 'items' in value && Array.isArray(value.items);

/** As some hosts write what they do not show. */
const withNullEmails = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value, (key, one) => (key === 'email' ? null : one)));

function withSecrets(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withSecrets);
  if (typeof value !== 'object' || value === null) return value;
  const inner = Object.fromEntries(Object.entries(value).map(([key, one]) => [key, withSecrets(one)]));
  if ('items' in inner) return inner;
  return {
    ...inner,
    secrets: { KEY: CANARY },
    privateKey: CANARY,
    shareKey: [CANARY],
    serviceVisitorClaims: `eyJ.${CANARY}`,
  };
}

/** A text that is new, and nothing in place of a field that may be missing; a new field stands beside each of them. */
const MUTATIONS: readonly ((old: unknown, isOptional: boolean) => unknown)[] = [
  (old) => (typeof old === 'string' ? 'a-new-value' : old),
  (old, isOptional) => (isOptional ? null : old),
  (old, isOptional) => (isOptional ? undefined : old),
];

it('a new value, a field that is gone, empty or new breaks no command, in no format', async () => {
  const wanted = runs('N11', 'mutations', 20);
  const failed: string[] = [];
  for (const [at, [words, format]] of cases(wanted).entries()) {
    let changed = '';
    server.change = (value, operation) => {
      const required = requiredOf(operation.result, new Set());
      const places = placesIn(value);
      const place = places[(at * 7919) % Math.max(1, places.length)];
      const mutate = MUTATIONS[at % MUTATIONS.length];
      if (!place || !mutate) return value;
      const { key } = place;
      // In one place, or in every item alike.
      const alike = at % 2 === 0 ? [place] : places.filter((one) => one.key === key);
      for (const { holder } of alike) {
        holder[key] = mutate(holder[key], !required.has(key));
        holder['a-new-field'] = 'kept';
      }
      changed = `${operation.id}: ${key} is ${JSON.stringify(place.holder[key])}`;
      return value;
    };
    const outcome = await cli([...words, '--output', format]);
    if (isOff(outcome))
      failed.push(`${words.join(' ')} as ${format}, ${changed}: ${outcome.stderr}${outcome.stdout}`);
  }
  expect(failed.map((line) => line.slice(0, 500))).toEqual([]);
  reached('N11', 'mutations', wanted);
});

it('a new field and a new value are there in JSON', async () => {
  server.change = (value) => {
    for (const { holder, key } of placesIn(value)) {
      if (key === 'visibility') holder[key] = 'a-new-value';
      holder['a-new-field'] = 'kept';
    }
    return value;
  };
  for (const words of [
    ['spaces', 'list'],
    ['spaces', 'get', 'space-1234567890'],
    ['sites', 'list'],
  ]) {
    const { exitCode, stdout } = await cli([...words, '--json']);
    expect([exitCode, JSON.parse(stdout)]).toEqual([0, expect.anything()]);
    expect(stdout).toContain('"a-new-field": "kept"');
    expect(stdout).toContain('"visibility": "a-new-value"');
  }
});

/** The names of all fields that some object of the schema must have. */
function requiredOf(schema: TSchema | undefined, names: Set<string>): Set<string> {
  if (!schema) return names;
  for (const name of schema.required ?? []) names.add(name);
  // Safe: what a schema holds in these places is made of schemas.
  const inner: TSchema[] = [
    ...Object.values<TSchema>(schema.properties ?? {}),
    ...(schema.anyOf ?? []),
    ...[schema.items ?? []].flat(),
  ];
  for (const one of inner) requiredOf(one, names);
  return names;
}

interface Place {
  holder: Record<string, unknown>;
  key: string;
}

/** Every field at every depth. */
function placesIn(value: unknown): Place[] {
  if (Array.isArray(value)) return value.flatMap(placesIn);
  if (typeof value !== 'object' || value === null) return [];
  // Safe: an object, whose fields are read and written as unknown.
  const holder = value as Record<string, unknown>;
  return Object.keys(holder).flatMap((key) => [{ holder, key }, ...placesIn(holder[key])]);
}
