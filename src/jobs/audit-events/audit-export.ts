// docs audit-events export: puts events into the files of a folder, each of them once.

import { readFile, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { AuditEvent } from '../../api/people/organizations.generated.ts';
import { listAuditEvents } from '../../api/people/organizations.ts';
import type { Client } from '../../client/client.ts';
import { handmade } from '../../engine/model/command.ts';
import type { FlagsOf } from '../../engine/model/command-type.ts';
import { flag, type Option } from '../../engine/model/option.ts';
import { sameCommand } from '../../engine/run/partial-failure.ts';
import type { Run } from '../../engine/run/run.ts';
import { parsePastTime } from '../../engine/run/time-flags.ts';
import { printRows, viewOf } from '../../engine/run/view.ts';
import { LocalIoError, UsageError } from '../../errors.ts';
import { ioError } from '../../files/io-error.ts';
import { isJsonObject, parseJsonFile, refuseNewer } from '../../files/json-file.ts';
import { withLock } from '../../files/lock.ts';
import { openFolder, writeWhole } from '../../files/safe-write.ts';
import { plural } from '../../output/format.ts';
import { done } from '../../output/note.ts';
import { ORGANIZATION_FLAG, organizationIn } from '../access/access-scope.ts';

// Audit events as lines of a file: NDJSON for programs, CSV for spreadsheets, CEF for security tools.

const AUDIT_FORMATS = ['ndjson', 'csv', 'cef'] as const;
type AuditFormat = (typeof AUDIT_FORMATS)[number];

const FORMAT_COLUMNS: readonly (readonly [name: string, of: (event: AuditEvent) => string | undefined])[] = [
  ['id', ({ id }) => id],
  ['occurredAt', ({ occurredAt }) => occurredAt],
  ['action', ({ action }) => action],
  ['actor.type', ({ actor }) => actor.type],
  ['actor.id', ({ actor }) => actor.id],
  ['actor.label', ({ actor }) => actor.label],
  ['source', ({ source }) => source],
  ['target.type', ({ target }) => target.type],
  ['target.id', ({ target }) => target.id],
  ['target.label', ({ target }) => target.label],
];

/** The whole text of a file, with a header where the format has one. */
function auditText(format: AuditFormat, events: readonly AuditEvent[]): string {
  if (format === 'ndjson') return linesOf(events.map((event) => JSON.stringify(event)));
  if (format === 'cef') return linesOf(events.map(cefLine));
  return [
    FORMAT_COLUMNS.map(([name]) => name),
    ...events.map((event) => FORMAT_COLUMNS.map(([, of]) => of(event) ?? '')),
  ]
    .map((cells) => `${cells.map(csvCell).join(',')}\r\n`)
    .join('');
}

const linesOf = (lines: readonly string[]): string => lines.map((line) => `${line}\n`).join('');

/** A spreadsheet takes what begins so for a formula, and runs it. */
const FORMULA = /^[ \u00a0\u3000]*[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20]/;

const APOSTROPHE = '\x27';

function csvCell(text: string): string {
  const safe = FORMULA.test(text) ? APOSTROPHE + text : text;
  return /[\x22,\r\n]/.test(safe) ? `"${safe.replace(/\x22/g, '$&$&')}"` : safe;
}

/** ArcSight's format, version 0: severity 3 of 10, for nothing in an event says how grave it is. */
function cefLine({ id, occurredAt, action, actor, source, target }: AuditEvent): string {
  const head = ['CEF:0', 'GitBook', 'audit-events', '1', action, action, '3'].map((part) =>
    part.replace(/[\r\n]+/g, ' ').replace(/[\\|]/g, '\\$&'),
  );
  const fields: readonly (readonly [string, string | undefined])[] = [
    ['rt', String(Date.parse(occurredAt))],
    ['externalId', id],
    ['act', action],
    ['suid', actor.id],
    ['suser', actor.label],
    ['spriv', actor.type],
    ['requestContext', source],
    ['cs1Label', 'targetType'],
    ['cs1', target.type],
    ['cs2Label', 'targetId'],
    ['cs2', target.id],
    ['cs3Label', target.label === undefined ? undefined : 'targetLabel'],
    ['cs3', target.label],
  ];
  const told = fields.flatMap(([name, value]) => (value === undefined ? [] : [`${name}=${cefValue(value)}`]));
  return `${head.join('|')}|${told.join(' ')}`;
}

const cefValue = (text: string): string =>
  text.replace(/[\\=]/g, '\\$&').replaceAll('\r', '\\r').replaceAll('\n', '\\n');

// Writes audit events to a folder, one file an export, so that each event is in exactly one of them.

/** What the folder knows of the exports before. */
const AUDIT_STATE = '.docs-audit-events.json';
const VERSION = 1;
/** An event may be listed a little after one that happened later. */
const LATE_MS = 5 * 60_000;

/** How far an export got. */
interface Progress {
  /** Of the last file. */
  number: number;
  /** Time of the newest event. */
  newest: string;
  /** Time of each event that could be listed again, by ID. */
  seen: Readonly<Record<string, string>>;
}

interface State {
  version: number;
  /** Whose events these are: another's are never put beside them. */
  origin: string;
  organization: string;
  format: AuditFormat;
  done?: Progress | undefined;
  /** What holds as soon as its file is there: a file that is written has its state written before. */
  next?: Progress | undefined;
}

export interface AuditExport {
  organizationId: string;
  format: AuditFormat | undefined;
  /** Goes on where the last export of the folder ended. */
  sinceLast: boolean;
  /** Of the first export: only events from this time on. */
  from: string | undefined;
  /** As errors call the folder. */
  shown: string;
}

export interface Exported {
  /** Undefined where there was nothing new. */
  file: string | undefined;
  format: AuditFormat;
  events: number;
  /** Times of the oldest and the newest event. */
  first: string | undefined;
  last: string | undefined;
}

/**
 * Writes what is not in `folder` yet to a new file, the oldest first. Nobody else may write to the folder meanwhile.
 * Throws UsageError for a folder of another organization, host or format, LocalIoError, and what the reads throw.
 */
async function exportAuditEvents(client: Client, folder: string, wanted: AuditExport): Promise<Exported> {
  const state = await openState(client, folder, wanted);
  const { done, format } = state;
  const from = done ? new Date(Date.parse(done.newest) - LATE_MS).toISOString() : wanted.from;
  const events = await readNew(client, { organizationId: wanted.organizationId, from, done });
  const [first, last] = [events[0], events.at(-1)];
  if (!first || !last) {
    await writeState(folder, state);
    return { file: undefined, format, events: 0, first: undefined, last: undefined };
  }
  const next = progressOf(events, done);
  const file = fileOf(next, format);
  await writeState(folder, { ...state, next });
  await write(folder, file, auditText(format, events));
  await writeState(folder, { ...state, done: next });
  return { file, format, events: events.length, first: first.occurredAt, last: last.occurredAt };
}

const fileOf = ({ number }: Progress, format: AuditFormat): string =>
  `audit-events-${String(number).padStart(6, '0')}.${format}`;

async function openState(client: Client, folder: string, wanted: AuditExport): Promise<State> {
  const { organizationId: organization, format = 'ndjson', sinceLast, from, shown } = wanted;
  const found = await readState(folder);
  if (!found) return { version: VERSION, origin: client.origin, organization, format };
  const hint = 'use another folder';
  if (!sinceLast)
    throw new UsageError(`${shown} holds an export already`, {
      hint: 'add --since-last, or use another folder',
    });
  if (from !== undefined)
    throw new UsageError(`--from is for the first export: ${shown} continues where the last one ended`, {
      hint,
    });
  if (found.origin !== client.origin || found.organization !== organization)
    throw new UsageError(
      `${shown} holds the events of organization ${found.organization} on ${found.origin}`,
      { hint },
    );
  if (wanted.format !== undefined && wanted.format !== found.format)
    throw new UsageError(`${shown} holds events as ${found.format}, not ${wanted.format}`, { hint });
  const { next, ...rest } = found;
  if (!next) return rest;
  // An export was ended between the two: its file says whether it is done, for it appears whole.
  return (await isThere(join(folder, fileOf(next, found.format)))) ? { ...rest, done: next } : rest;
}

const isThere = async (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    (cause: NodeJS.ErrnoException) => {
      if (cause.code === 'ENOENT') return false;
      throw ioError('read', path, cause);
    },
  );

async function readState(folder: string): Promise<State | undefined> {
  const path = join(folder, AUDIT_STATE);
  const text = await readFile(path, 'utf8').catch((cause: NodeJS.ErrnoException) => {
    if (cause.code === 'ENOENT') return undefined;
    throw ioError('read', path, cause);
  });
  if (text === undefined) return undefined;
  const value = parseJsonFile(path, text);
  refuseNewer(path, value.version, VERSION);
  if (value.version !== VERSION || !isProgress(value.done) || !isProgress(value.next))
    throw new LocalIoError(`${path} is not the state of an export`, { hint: 'use another folder' });
  // Safe: written by writeState, and what is read of it was looked at.
  return value as unknown as State;
}

const isProgress = (value: unknown): boolean =>
  value === undefined ||
  (isJsonObject(value) &&
    Number.isSafeInteger(value.number) &&
    !Number.isNaN(Date.parse(String(value.newest))) &&
    isJsonObject(value.seen));

const writeState = (folder: string, state: State): Promise<void> =>
  write(folder, AUDIT_STATE, `${JSON.stringify(state)}\n`, true);

/** A file of an export that was ended early and does not count is replaced. */
const write = (folder: string, name: string, text: string, replace = false): Promise<void> =>
  writeWhole(join(folder, name), text, { replace, shown: name });

interface Reading {
  organizationId: string;
  from: string | undefined;
  done: Progress | undefined;
}

/** The list begins with the newest and may grow meanwhile, so that an event may come twice. */
async function readNew(client: Client, { organizationId, from, done }: Reading): Promise<AuditEvent[]> {
  const found = new Map<string, AuditEvent>();
  const input = { organizationId, ...(from !== undefined && { from }) };
  for await (const { items } of client.pages(listAuditEvents, input))
    for (const event of items) if (!done || !Object.hasOwn(done.seen, event.id)) found.set(event.id, event);
  // Events of one time stay in the order in which they were listed.
  return [...found.values()].reverse().sort((a, b) => Date.parse(a.occurredAt) - Date.parse(b.occurredAt));
}

function progressOf(events: readonly AuditEvent[], done: Progress | undefined): Progress {
  const times: [string, string][] = [
    ...Object.entries(done?.seen ?? {}),
    ...events.map(({ id, occurredAt }): [string, string] => [id, occurredAt]),
  ];
  let newest = done?.newest ?? '';
  for (const [, time] of times) if (newest === '' || Date.parse(time) > Date.parse(newest)) newest = time;
  const oldest = Date.parse(newest) - LATE_MS;
  const seen = Object.fromEntries(times.filter(([, time]) => Date.parse(time) >= oldest));
  return { number: (done?.number ?? 0) + 1, newest, seen };
}

const OPTIONS = [
  flag('--to <folder>', 'folder for the files', { required: true, group: 'Output:' }),
  flag('--format <format>', 'format of the files (default ndjson, or that of the folder)', {
    reach: 'platform',
    choices: AUDIT_FORMATS,
    group: 'Output:',
  }),
  flag('--since-last', 'only what earlier exports have not put into the folder', { reach: 'machine' }),
  flag('--from <time>', 'for the first export: only events since this time, or this long ago, such as 24h'),
  ...ORGANIZATION_FLAG,
] as const satisfies readonly Option[];

type ExportRun = Run<FlagsOf<typeof OPTIONS>>;

const COLUMNS = ['file', 'events', 'format', 'first', 'last'];

export const auditExport = handmade('export', {
  summary: 'Export audit events to files, each event once',
  uses: [listAuditEvents],
  options: OPTIONS,
  columns: COLUMNS,
  idField: 'file',
  run: runExport,
  examples: [
    ['Export what is new, in an hourly job', 'docs audit-events export --to ./audit --since-last'],
    [
      'Start with the last day, for a security tool',
      'docs audit-events export --to ./siem --format cef --from 24h --since-last',
    ],
  ],
  notes: `Each export writes one new file, the oldest event first, and ${AUDIT_STATE} beside it, from which the next
one continues. An export that was interrupted is run again: no event is lost or comes twice. Events that the platform
lists up to five minutes late are still found. Administrators only.`,
});

async function runExport(run: ExportRun): Promise<void> {
  const { context, flags } = run;
  const { to } = flags;
  if (to === undefined)
    throw new UsageError('--to is required', { hint: `${sameCommand(run)} --to ./audit` });
  const from = flags.from === undefined ? undefined : parsePastTime(flags.from, '--from', context.now());
  const client = await run.client();
  const organizationId = await organizationIn(run);
  const path = resolve(context.cwd, to);
  const place = await openFolder(path, { force: true });
  try {
    // Two at once would both write the same events.
    const { file, ...told } = await withLock(
      join(path, AUDIT_STATE),
      () =>
        exportAuditEvents(client, place.path, {
          organizationId,
          // Safe: the parser refuses any other word.
          format: flags.format as AuditFormat | undefined,
          sinceLast: flags.sinceLast === true,
          from,
          shown: to,
        }),
      { waitMs: 1000 },
    );
    await printRows(run, file === undefined ? [] : [{ file: join(to, file), ...told }], viewOf(run, COLUMNS));
    done(
      context.io,
      file === undefined
        ? 'no new audit events'
        : `exported ${plural(told.events, 'audit event')} to ${join(to, file)}`,
    );
  } finally {
    await place.close();
  }
}
