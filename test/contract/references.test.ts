import type { TSchema } from '@sinclair/typebox';
import { describe, expect, it } from 'vitest';
import { operations } from '../../src/api/index.ts';
import type { Operation } from '../../src/api/operation.ts';
import { fieldsOf } from '../../src/engine/model/fields.ts';
import { KINDS } from '../../src/engine/references/reference-kinds.ts';
import { sandboxedCli } from '../helpers/cli.ts';
import { commands } from '../helpers/command-lines.ts';
import { wordsOf } from '../helpers/example-files.ts';
import { perFile } from '../helpers/lasting.ts';

const OTHERWISE = [
  // By the integration: the command looks it up where it is installed.
  'installationId',
  // Many have the same subject.
  'conversationId',
];

/** What a list shows people by: an item without one is only known by its ID. */
const isTitled = ({ result }: Operation): boolean => {
  const items: TSchema | undefined = result?.properties?.items?.items;
  return ['title', 'displayName', 'label', 'subject'].some((name) => items?.properties?.[name] !== undefined);
};

/** Parameters for things with a title that a list of the platform shows. */
function titledParams(): string[] {
  const found = operations.flatMap(({ path }) => {
    const [, base, param] = /^(.+)\/\{(\w+)\}$/.exec(path) ?? [];
    const list = operations.find((one) => one.method === 'GET' && one.path === base);
    return param !== undefined && list && isTitled(list) ? [param] : [];
  });
  return [...new Set(found)];
}

/** Fields that name another thing, by what they are called. */
const NAMING =
  /^(spaces?|site|organization|collection|parent|users?|members|team|defaultTeam|authors|creator|contributor|requestedReviewer|owner|cluster|conversationsIssuesCluster|siteSection|sectionId|spaceId|defaultSite(Space|Section)|targetPage)$/;

describe('references', () => {
  it('can be given by name for every parameter that has one', () => {
    const missing = titledParams()
      .filter((param) => !(param in KINDS) && !OTHERWISE.includes(param))
      .map((param) => `the list of ${param} in src/api is missing "lists": it shows titles`);
    expect(missing, missing.join('\n')).toEqual([]);
    expect(titledParams().length).toBeGreaterThan(8);
  });

  it('are looked up in the list that each kind says it uses', async () => {
    for (const [param, kind] of Object.entries(KINDS)) {
      expect([param, (await kind.list(false)).id]).toEqual([param, kind.listId]);
    }
  });

  it('can be given by name in every field that names a thing', () => {
    const missing = commands.flatMap(({ path, command }) => {
      const fields = command.operation ? fieldsOf(command.operation, command.hidden) : [];
      return fields.flatMap(({ path: field, flag, kind }) => {
        const name = field.join('.');
        const names = kind === 'text' || kind === 'list' ? NAMING.test(field.at(-1) ?? '') : false;
        const done = name in (command.refs ?? {});
        return names && !done ? [`${path} --${flag}`] : [];
      });
    });
    expect(missing).toEqual([]);
  });

  it('name kinds that there are', () => {
    const wrong = commands.flatMap(({ path, command }) =>
      Object.values(command.refs ?? {}).flatMap((kind) => (kind in KINDS ? [] : [`${path} ${kind}`])),
    );
    expect(wrong).toEqual([]);
  });
});

/** Each filter of a list that names a thing, behind an example of the command: some filter only what is on a site. */
const filters = commands.flatMap(({ path, command }) => {
  const { operation, refs = {}, examples } = command;
  if (operation?.method !== 'GET') return [];
  const example = examples.find((line) => line.includes(' --site ')) ?? examples[0] ?? path;
  return fieldsOf(operation, command.hidden).flatMap(({ path: field, flag }) =>
    field.join('.') in refs ? [[path, flag, example] as const] : [],
  );
});

describe('a filter with a name that nothing has', () => {
  const cli = perFile(() => sandboxedCli({ stdin: '' }));

  it.each(filters)('%s --%s says where to look', async (_, flag, example) => {
    const words = wordsOf(example).filter((word, at, all) => ![word, all[at - 1]].includes(`--${flag}`));
    const { exitCode, stderr } = await cli([...words, `--${flag}`, 'Nobody has this']);
    expect([exitCode, stderr]).toEqual([
      5,
      expect.stringMatching(/^docs: .*"Nobody has this" .*\nhint: docs /ms),
    ]);
  });
});
