// Exports of audit events that are killed at any moment, while more events arrive: in the end each is there once.
import { readdirSync, readFileSync, watch } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openSandbox } from '../../src/sandbox/app.ts';
import { insertRow } from '../../src/sandbox/db/database.ts';
import { type AuditEventRow, auditEventsIn } from '../../src/sandbox/db/people/audit-events.ts';
import type { Sandbox } from '../../src/sandbox/sandbox.ts';
import { demoDocs, finished } from '../helpers/built.ts';
import { perFile } from '../helpers/lasting.ts';
import { reached, runs } from '../helpers/runs.ts';

const EXPORTS = runs('L25', 'exports', 4);
const EVENTS = runs('L25', 'events', 400);
/** A part is there before the first export; the others come in two lots an export. */
const EARLY = Math.floor(EVENTS / 5);

let sandbox: Sandbox;
let organization: string;
let made = 0;

const docs = perFile(demoDocs);
beforeAll(async () => {
  const file = join(docs.home, '.local/share/docs/sandbox.db');
  sandbox = openSandbox({ file, env: { PATH: process.env.PATH }, now: () => new Date() });
  organization = sandbox.db.get<{ id: string }>('SELECT organization AS id FROM spaces')?.id ?? '';
  auditEventsIn(sandbox.db);
  arrive(EARLY, Date.parse('2026-03-01T00:00:00Z'));
}, 60_000);
afterAll(() => {
  sandbox.db.close();
});

/** Several have one time, and some are listed after one that happened later. */
function arrive(count: number, at: number): void {
  sandbox.db.transaction(() => {
    for (let one = 0; one < count; one += 1) {
      made += 1;
      const seconds = Math.floor(Math.random() * 120) * (Math.random() < 0.5 ? 0 : 1);
      const occurredAt = new Date(at - seconds * 1000).toISOString();
      const row: AuditEventRow = {
        ...{ id: `event-${made}`, organization, occurredAt, action: 'spaces.update', actorType: 'user' },
        ...{ actor: 'someone', targetType: 'space', target: 'space', payload: '{}' },
        targetLabel: 'Guides, "new"\nand old',
      };
      insertRow(sandbox.db, 'auditEvents', { ...row });
    }
  });
}

const args = (to: string) => ['audit-events', 'export', '--to', to, '--since-last'];

/** Kills an export after some time, or a moment after something appears in its folder; true when it was at work. */
async function killed(to: string, { afterMs, onChange }: { afterMs: number; onChange: boolean }) {
  const child = docs.start(args(to));
  const watcher = onChange
    ? watch(to, () => setTimeout(() => child.kill('SIGKILL'), Math.random() * 6))
    : undefined;
  const timer = onChange ? undefined : setTimeout(() => child.kill('SIGKILL'), afterMs);
  const { signal } = await finished(child);
  watcher?.close();
  clearTimeout(timer);
  return signal === 'SIGKILL';
}

function idsIn(folder: string): string[] {
  return readdirSync(folder)
    .filter((name) => /^audit-events-\d+\.ndjson$/.test(name))
    .flatMap((name) => readFileSync(join(folder, name), 'utf8').trimEnd().split('\n'))
    .map((line) => String(JSON.parse(line).id));
}

it('has each event exactly once', { timeout: 3_600_000 }, async () => {
  const to = join(docs.home, 'audit');
  const from = performance.now();
  const first = await docs(args(to));
  const usual = performance.now() - from;
  expect(first.code, first.stderr).toBe(0);
  const lot = Math.ceil((EVENTS - EARLY) / (2 * EXPORTS));
  let cut = 0;
  for (let round = 1; round <= EXPORTS; round += 1) {
    const at = Date.parse('2026-03-01T00:00:00Z') + round * 60_000;
    arrive(Math.min(lot, EVENTS - made), at);
    const meanwhile = setTimeout(() => arrive(Math.min(lot, EVENTS - made), at), Math.random() * usual);
    const isCut = await killed(to, { afterMs: Math.random() * usual * 1.2, onChange: round % 2 === 0 });
    if (isCut) cut += 1;
    clearTimeout(meanwhile);
    expect(new Set(idsIn(to)).size).toBe(idsIn(to).length);
  }
  arrive(EVENTS - made, Date.parse('2026-03-01T00:00:00Z') + EXPORTS * 60_000);
  const last = await docs(args(to));
  expect(last.code, last.stderr).toBe(0);
  const again = await docs(args(to));
  expect(again.stderr).toContain('no new audit events');
  const wanted = sandbox.db
    .all<{ id: string }>('SELECT id FROM auditEvents WHERE organization = ?', organization)
    .map(({ id }) => id);
  expect(idsIn(to).sort()).toEqual(wanted.sort());
  expect(wanted.length).toBeGreaterThanOrEqual(EVENTS);
  expect(cut).toBeGreaterThan(0);
  reached('L25', 'exports', EXPORTS);
  reached('L25', 'events', EVENTS);
});
