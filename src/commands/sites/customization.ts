// docs customization: the looks of a site, and of the spaces on it.
import { isDeepStrictEqual } from 'node:util';
import type { TSchema } from '@sinclair/typebox';
import { isObjectSchema, type Operation } from '../../api/operation.ts';
import * as api from '../../api/sites/customization.ts';
import { listSiteSpaces } from '../../api/sites/site-structure.ts';
import { getSite } from '../../api/sites/sites.ts';
import dangers from '../../domain/dangers/sites.ts';
import { command, group } from '../../engine/model/command.ts';
import type { Flags, FlagsOf } from '../../engine/model/command-type.ts';
import { flag, type Option } from '../../engine/model/option.ts';
import { printRequest } from '../../engine/plan/dry-run.ts';
import { idIn, readNamed } from '../../engine/references/named.ts';
import { settle } from '../../engine/references/resolve-names.ts';
import { parseJson, readFileOrStdin } from '../../engine/run/input.ts';
import { called } from '../../engine/run/outcome.ts';
import { refuseNeither } from '../../engine/run/refusals.ts';
import type { Run } from '../../engine/run/run.ts';
import { fillContext } from '../../engine/run/scope.ts';
import { printRows, viewOf } from '../../engine/run/view.ts';
import { FindingsError, UsageError, ValidationError } from '../../errors.ts';
import { isRecord, jsonIn } from '../../files/texts.ts';
import { exitCodeFlag } from '../../jobs/report/finding-flags.ts';
import { asTold } from '../../jobs/site-file/looks.ts';
import { plural } from '../../output/format.ts';
import { note } from '../../output/note.ts';

// What `docs customization set` sends: a document, with values set by path.

const SITE_SPACE_FLAG = flag('--site-space <space>', 'a space on the site: ID, title or path', {
  group: 'Context:',
});

const SET_FLAGS = [
  SITE_SPACE_FLAG,
  flag('--set <path=value...>', 'values by path: styling.theme=bold', { reach: 'platform' }),
  flag('--unset <path...>', 'paths to clear: announcement', { reach: 'platform' }),
] as const satisfies readonly Option[];

type SetRun = Run<FlagsOf<typeof SET_FLAGS>>;

/** A site takes a whole document, a site space what it has of its own. */
async function completeLooks(run: SetRun): Promise<void> {
  const { siteSpace } = run.flags;
  const { organizationId, siteId, ...given } = run.input;
  const place = {
    ...(organizationId !== undefined && { organizationId }),
    ...(siteId !== undefined && { siteId }),
  };
  const changes = assignmentsOf(run);
  if (typeof siteSpace === 'string') {
    run.operation = api.updateSiteSpaceCustomization;
    const inPlace = { ...place, siteSpaceId: siteSpace };
    const now = changes.length > 0 ? await readLooks({ ...run, input: inPlace }) : {};
    const cleared = changes.map((one) => (one.value === undefined ? { ...one, value: null } : one));
    const { updatedAt: _, ...wanted } = applied(given, cleared, now);
    run.input = asTold(run.operation, { ...inPlace, ...wanted }, now);
    return;
  }
  const { updatedAt: _, ...now } = await readLooks({ ...run, input: place });
  const { updatedAt: __, ...wanted } = applied(merged(now, given), changes, now);
  run.input = asTold(run.operation, { ...place, ...wanted }, now);
}

const textsOf = (value: unknown): string[] => [value ?? []].flat().map(String);

const assignmentsOf = ({ flags }: SetRun): Assignment[] => [
  ...textsOf(flags.set).map(readAssignment),
  ...textsOf(flags.unset).map((name) => ({ path: knownPath(name), value: undefined })),
];

/** What is cleared is not in the request that would be checked. Throws ValidationError. */
function knownPath(name: string): string[] {
  const path = pathOf(name);
  let schema: TSchema | undefined = api.setCustomization.body;
  for (const key of path) {
    if (!schema || !isObjectSchema(schema)) break;
    schema = schema.properties[key];
    if (!schema)
      throw new ValidationError(`"${name}" is not a field of this command`, {
        hint: 'docs customization get --json',
      });
  }
  return path;
}

const applied = (document: Fields, changes: readonly Assignment[], known: Fields): Fields =>
  changes.reduce((made, change) => assign(made, change, known), document);

/** What --data leaves out stays. A part with other fields (an icon for an emoji) is the whole of it. */
function merged(now: Fields, given: Fields): Fields {
  const made: Record<string, unknown> = { ...now };
  for (const [key, value] of Object.entries(given)) {
    const known = now[key];
    made[key] = key !== 'favicon' && isRecord(known) && isRecord(value) ? { ...known, ...value } : value;
  }
  return made;
}

/** The looks as they are, what the plan does not include as well. */
async function readLooks(run: Run): Promise<Fields> {
  const operation: Operation =
    run.input.siteSpaceId === undefined ? api.getCustomization : api.getSiteSpaceCustomization;
  const client = await run.client();
  const found = await readNamed({ ...run }, operation, (input) =>
    client.call(operation, {
      ...Object.fromEntries(
        Object.keys(operation.params.properties).map((name) => [name, idIn(input, name)]),
      ),
      unmasked: true,
    }),
  );
  return isRecord(found) ? found : {};
}

// docs customization diff: what a document would change, or what a space on a site has of its own.

type DiffRun = Run<Flags<'--site-space <space>' | '--with <file>' | '--exit-code'>>;

const customizationDiff = command('diff', api.getCustomization, {
  summary: 'Show how the customization of a site differs from a file or the site',
  args: ['siteId?'],
  columns: [],
  fields: ['path', 'from', 'to'],
  hidden: ['unmasked'],
  options: [
    SITE_SPACE_FLAG,
    flag('--with <file>', 'compare with this JSON file, or - for stdin'),
    exitCodeFlag('anything differs'),
  ],
  oneOf: ['--site-space', '--with'],
  exits: [6],
  uses: [api.getSiteSpaceCustomization],
  run: diff,
  examples: [
    ['Compare a space with its site', 'docs customization diff "Tarnpost Docs" --site-space api'],
    ['Compare the site with a file', 'docs customization diff "Tarnpost Docs" --with looks.json'],
  ],
  notes: 'With --with, each row is a change that docs customization set --data would make.',
});

async function diff(run: DiffRun): Promise<void> {
  const { siteSpace, with: file, exitCode } = run.flags;
  refuseNeither(run);
  if (run.flags.dryRun) return showRequest(run);
  const inSpace = { ...run.input, ...(typeof siteSpace === 'string' && { siteSpaceId: siteSpace }) };
  const now = await readLooks({ ...run, input: file === undefined ? run.input : inSpace });
  const wanted =
    typeof file === 'string' ? await readDocument(run, file) : await readLooks({ ...run, input: inSpace });
  const found = differences(now, wanted).filter(({ path }) => path !== 'updatedAt');
  const { io } = run.context;
  await printRows(run, found, viewOf(run, ['path', 'from', 'to']));
  if (found.length === 0) return note(io, 'no differences');
  const summary = plural(found.length, 'difference');
  if (exitCode === true) throw new FindingsError(summary, { hint: 'docs customization set --help' });
  note(io, summary);
}

/** The request that reads what is compared. */
async function showRequest(run: DiffRun): Promise<void> {
  const { siteSpace } = run.flags;
  if (typeof siteSpace === 'string') {
    run.operation = api.getSiteSpaceCustomization;
    run.input = { ...run.input, siteSpaceId: siteSpace };
  }
  await fillContext(run);
  await settle(run);
  return printRequest(run);
}

async function readDocument(run: DiffRun, file: string): Promise<Readonly<Record<string, unknown>>> {
  const text = await readFileOrStdin(run.context, file, '--with');
  const shown = file === '-' ? 'standard input' : file;
  const document = parseJson(text, shown);
  if (isRecord(document)) return document;
  throw new UsageError(`${shown} must be a JSON object`);
}

const COLUMNS = [
  'title',
  'styling.theme',
  'styling.font',
  'themes.default',
  'header.preset',
  'ai.mode',
  'updatedAt',
] as const;
const shown = {
  labels: {
    'styling.theme': 'theme',
    'styling.font': 'font',
    'themes.default': 'mode',
    'header.preset': 'header',
    'ai.mode': 'ai',
  },
} as const;

export default group(
  'customization',
  'Manage the customization of a site',
  [
    command('get', api.getCustomization, {
      args: ['siteId?'],
      columns: COLUMNS,
      ...shown,
      options: [SITE_SPACE_FLAG],
      variant: onSiteSpace(api.getSiteSpaceCustomization),
      prepare: takeSiteSpace,
      uses: [api.getSiteSpaceCustomization],
      examples: [
        ['The customization of the whole site', 'docs customization get "Tarnpost Docs" --json'],
        ['That of one space on it', 'docs customization get "Tarnpost Docs" --site-space api'],
      ],
      notes:
        '--json prints the full document: edit it, then apply it with docs customization set --data @file.',
    }),
    command('set', api.setCustomization, {
      args: ['siteId?'],
      columns: COLUMNS,
      ...shown,
      hidden: [
        ...([
          'title',
          'localizedTitle',
          'styling',
          'internationalization',
          'favicon',
          'header',
          'footer',
        ] as const),
        ...(['announcement', 'themes', 'feedback', 'ai', 'advancedCustomization', 'pageActions'] as const),
        ...(['externalLinks', 'pagination', 'trademark', 'privacyPolicy', 'socialPreview'] as const),
        ...(['socialAccounts', 'insights'] as const),
      ],
      options: SET_FLAGS,
      oneOf: ['--set', '--unset'],
      variant: onSiteSpace(api.updateSiteSpaceCustomization),
      prepare: completeLooks,
      ...dangers['customization.set'],
      stakes: async (run: Run) => ({ what: await whoseLooks(run) }),
      uses: [api.getCustomization, api.updateSiteSpaceCustomization, api.getSiteSpaceCustomization],
      done: 'set the customization of',
      success: async (run) => `set ${await whoseLooks(run)}`,
      examples: [
        ['Change one setting', 'docs customization set "Tarnpost Docs" --set styling.theme=bold'],
        [
          'Change several',
          'docs customization set "Tarnpost Docs" --set styling.primaryColor=#0a7d55 ai.mode=none',
        ],
        [
          'Change one space of the site',
          'docs customization set "Tarnpost Docs" --site-space api --set themes.default=dark',
        ],
        ['Change what a file holds', 'docs customization set "Tarnpost Docs" --data @looks.json'],
      ],
      notes:
        'Settings not in --data or --set are unchanged. A single color applies to light and dark mode. With --site-space, --unset returns a setting to the value of the site.',
    }),
    customizationDiff,
    command('reset', api.resetSiteSpaceCustomization, {
      args: ['siteSpaceId'],
      ...dangers['customization.reset'],
      target: listSiteSpaces,
      without: 'has no overrides',
      done: 'reset the customization of',
      examples: ['docs customization reset api --site "Tarnpost Docs" --yes'],
    }),
  ],
  [
    ['Show the customization of a site', 'docs customization get "Tarnpost Docs"'],
    ['Change two settings', 'docs customization set "Tarnpost Docs" --set styling.theme=bold ai.mode=none'],
    ['Show what a space overrides', 'diff'],
  ],
);

/** --site-space chooses the operation on a space. */
function onSiteSpace(operation: Operation) {
  return ({ siteSpace }: { siteSpace?: string | undefined }) =>
    siteSpace === undefined ? undefined : { operation };
}

async function takeSiteSpace(run: Run<Flags<'--site-space <space>'>>): Promise<void> {
  const { siteSpace } = run.flags;
  if (typeof siteSpace === 'string') run.input = { ...run.input, siteSpaceId: siteSpace };
}

async function whoseLooks(run: Run): Promise<string> {
  const isOfSite = run.input.siteSpaceId === undefined;
  const whose = await (isOfSite ? called(run, 'siteId', getSite) : called(run, 'siteSpaceId'));
  return `the customization of ${whose}`;
}

// The looks of a site by path: `styling.theme=bold` set in a document, and what differs between two of them.

type Fields = Readonly<Record<string, unknown>>;

interface Assignment {
  path: readonly string[];
  /** Undefined: it is to be taken away. */
  value: unknown;
}

/** `styling.theme=bold`; a value that is JSON is read as such. Throws UsageError. */
function readAssignment(text: string): Assignment {
  const [, name = '', value = ''] = /^([^=]+)=(.*)$/s.exec(text) ?? [];
  if (name === '')
    throw new UsageError(`--set "${text}" is not path=value`, { hint: '--set styling.theme=bold' });
  return { path: pathOf(name), value: parsedValue(value) };
}

function pathOf(name: string): string[] {
  const path = name.trim().split('.');
  if (path.some((key) => key === '' || key === '__proto__'))
    throw new UsageError(`"${name}" is not a path`, { hint: '--set styling.theme=bold' });
  return path;
}

function parsedValue(text: string): unknown {
  const value = jsonIn(text);
  return value === undefined ? text : value;
}

/** A document with one value set or taken away; what is on the way is copied. One color stands for light and dark. */
function assign(document: Fields, { path, value }: Assignment, known: unknown): Fields {
  const [key = '', ...rest] = path;
  const { [key]: inner, ...others } = document;
  const knownInner = isRecord(known) ? known[key] : undefined;
  if (rest.length > 0) {
    const below = isRecord(inner) ? inner : {};
    return { ...document, [key]: assign(below, { path: rest, value }, knownInner) };
  }
  if (value === undefined) return others;
  const isBoth = typeof value === 'string' && isThemed(knownInner ?? inner, value);
  return { ...document, [key]: isBoth ? { light: value, dark: value } : value };
}

/** What is one value for light and one for dark mode, or a color that is not set yet. */
const isThemed = (known: unknown, value: string): boolean =>
  isRecord(known)
    ? 'light' in known && 'dark' in known
    : known === undefined && /^#[0-9a-f]{3,6}$/i.test(value);

interface Difference {
  path: string;
  from: unknown;
  to: unknown;
}

/** Every value that differs, by path. What `wanted` leaves out is as it is. */
const differences = (now: Fields, wanted: Fields, prefix = ''): Difference[] =>
  Object.entries(wanted).flatMap(([key, to]): Difference[] => {
    const path = `${prefix}${key}`;
    const from = now[key];
    if (isRecord(from) && isRecord(to) && Object.keys(from).length > 0 && Object.keys(to).length > 0)
      return differences(from, to, `${path}.`);
    return isDeepStrictEqual(from, to) ? [] : [{ path, from: from ?? null, to: to ?? null }];
  });
