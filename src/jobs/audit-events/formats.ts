// Audit events as lines of a file: NDJSON for programs, CSV for spreadsheets, CEF for security tools.

import type { AuditEvent } from '../../api/people/audit-events.ts';

export const AUDIT_FORMATS = ['ndjson', 'csv', 'cef'] as const;
export type AuditFormat = (typeof AUDIT_FORMATS)[number];

const COLUMNS: readonly (readonly [name: string, of: (event: AuditEvent) => string | undefined])[] = [
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
export function auditText(format: AuditFormat, events: readonly AuditEvent[]): string {
  if (format === 'ndjson') return linesOf(events.map((event) => JSON.stringify(event)));
  if (format === 'cef') return linesOf(events.map(cefLine));
  return [COLUMNS.map(([name]) => name), ...events.map((event) => COLUMNS.map(([, of]) => of(event) ?? ''))]
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
