import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { operations } from '../../src/api/index.ts';
import { isObjectSchema } from '../../src/api/operation.ts';
import { flagFields } from '../../src/engine/model/fields.ts';
import { optionsOf } from '../../src/engine/model/flags.ts';
import * as globalFlags from '../../src/engine/model/globals.ts';
import { outcomeOf } from '../../src/engine/run/outcome.ts';
import { commands } from '../helpers/command-lines.ts';
import { reached } from '../helpers/runs.ts';

const longNames = (flags: string) => [...flags.matchAll(/--([\w-]+)/g)].map(([, name]) => name);

/** A schema as others read it, its fields in any order. */
const plain = (schema: unknown): unknown => JSON.parse(JSON.stringify(schema ?? null));

describe('commands', () => {
  it('come to an outcome that needs nothing behind it, since a row names its target elsewhere', () => {
    const open = commands.filter(({ command }) =>
      / (?:of|to|into|for|from|in|with)$/.test(outcomeOf(command)),
    );
    expect(open.map(({ path, command }) => `${path}: ${outcomeOf(command)}`)).toEqual([]);
    expect(commands.map(({ command }) => outcomeOf(command))).toContain('started the git import');
  });

  it.each(commands.map(({ path, command }) => [path, command] as const))(
    '%s can be parsed and explained',
    (path, command) => {
      const flags = optionsOf(command).flatMap((option) => longNames(option.flags));
      expect(
        flags.filter((flag, at) => flags.indexOf(flag) !== at),
        'each flag once',
      ).toEqual([]);
      for (const example of command.examples)
        expect(example.startsWith(path), `${example} shows ${path}`).toBe(true);
      if (command.operation && command.cr) {
        const { query, body, result } = command.operation;
        const params = Object.keys(command.cr.params.properties);
        expect(params).toEqual(
          expect.arrayContaining(['changeRequestId', ...Object.keys(command.operation.params.properties)]),
        );
        expect(
          Object.keys(command.cr.query?.properties ?? {}).filter(
            (name) => !(name in (query?.properties ?? {})),
          ),
        ).toEqual([]);
        expect(plain(command.cr.body)).toEqual(plain(body));
        expect(plain(command.cr.result)).toEqual(plain(result));
      }
    },
  );
});

describe('commands, all together', () => {
  it('no flag takes a token, secret or password as a value', () => {
    const bad = commands.flatMap(({ path, command }) =>
      optionsOf(command).flatMap(({ flags }) =>
        // A command that prints the token is none.
        /--[\w-]*(token|secret|password)[\w-]* <(?!command>)/.test(flags) ? [`${path} ${flags}`] : [],
      ),
    );
    expect(bad).toEqual([]);
    reached('S2', 'flags', commands.flatMap(({ command }) => optionsOf(command)).length);
  });

  it('arguments are words with hyphens, as flags are', () => {
    const labels = commands.flatMap(({ command }) => command.args.map(({ label }) => label));
    expect(labels.filter((label) => /[^a-z-]/.test(label))).toEqual([]);
  });

  it('no field of a command bears the name of one of its global flags', () => {
    const tables = Object.values(globalFlags).flatMap((table) =>
      'flags' in table ? [table] : Object.values(table),
    );
    const globals = new Set(tables);
    const bad = commands.flatMap(({ path, command }) => {
      const own = new Set(
        command.operation ? flagFields(command, command.operation).map(({ flag }) => flag) : [],
      );
      const shared = optionsOf(command)
        .filter((option) => globals.has(option))
        .flatMap(({ flags }) => longNames(flags));
      return shared.filter((flag) => flag !== undefined && own.has(flag)).map((flag) => `${path} --${flag}`);
    });
    expect(bad).toEqual([]);
  });

  it('refuses unknown bodies: every body with fields is a closed list of them', () => {
    const open = operations.filter(
      ({ body }) => body && isObjectSchema(body) && body.additionalProperties === true,
    );
    expect(open.map(({ id }) => id)).toEqual([]);
  });

  it('reaches each of the documented operations by the name it is given', () => {
    const table = readFileSync(new URL('./commands.tsv', import.meta.url), 'utf8')
      .trim()
      .split('\n')
      .slice(1);
    const known = new Map(commands.map(({ path, command }) => [path, command]));
    const missing = table.flatMap((line) => {
      const [usage = '', method = '', path = ''] = line.split('\t');
      const name = usage.replace(/ [<[-].*$/, '');
      const command = known.get(name);
      const wire = [command?.operation, command?.cr, ...(command?.uses ?? [])];
      return wire.some((one) => one?.method === method && one.path === path) ? [] : [line];
    });
    expect(missing).toEqual([]);
  });
});
