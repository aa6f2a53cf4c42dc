// A fresh sandbox in a temporary file. Every answer is checked against its operation: status and shape.

import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { check } from '../../src/api/check.ts';
import { createSpace } from '../../src/api/content/spaces.ts';
import * as api from '../../src/api/operation.ts';
import type { Role } from '../../src/api/roles.ts';
import { dispatch, openSandbox, type SandboxAnswer } from '../../src/sandbox/app.ts';
import { members, users } from '../../src/sandbox/db/people/organizations.ts';
import { createToken } from '../../src/sandbox/db/people/tokens.ts';
import { type InitOptions, type InitResult, initSandbox } from '../../src/sandbox/init.ts';
import type { Sandbox } from '../../src/sandbox/sandbox.ts';
import { newId } from '../../src/sandbox/urls.ts';

export interface TestSandbox extends InitResult {
  sandbox: Sandbox;
  /** Set `now` to travel in time. */
  clock: { now: Date };
  /** The result of a call that must succeed. */
  call<O extends api.Operation>(operation: O, input: api.InputOf<O>, options?: As): Promise<api.ResultOf<O>>;
  /** Any answer, also a refusal. */
  answer<O extends api.Operation>(operation: O, input: api.InputOf<O>, options?: As): Promise<SandboxAnswer>;
  /** Any answer to an input that may break the operation's schema. */
  attempt(operation: api.Operation, input: object, options?: As): Promise<SandboxAnswer>;
  /** A new space of the organization, which the administrator makes; returns its id. */
  newSpace(input: Omit<api.InputOf<typeof createSpace>, 'organizationId'>): Promise<string>;
  /** A new member of the organization (null: a guest); returns the user id. */
  addMember(role: Role | null, options?: { organization?: string; name?: string }): string;
  /** Closes the file and removes it. */
  cleanup(): void;
}

/** The caller: the id of a user (the administrator without it), the name of an integration, the id of an installation. */
interface As {
  as?: string;
  kind?: api.TokenKind;
}

const templates = new Map<boolean, InitResult>();

/** Made once a process, and copied: all of them begin at the same moment with the same ids. */
async function templateOf(
  demo: boolean,
  { env, now }: Omit<InitOptions, 'demo' | 'file'>,
): Promise<InitResult> {
  const known = templates.get(demo);
  if (known) return known;
  const folder = mkdtempSync(join(tmpdir(), 'docs-template-'));
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  const made = await initSandbox({ file: join(folder, 'sandbox.db'), env, demo, ...(now && { now }) });
  templates.set(demo, made);
  return made;
}

export async function openTestSandbox({ demo = false } = {}): Promise<TestSandbox> {
  const folder = mkdtempSync(join(tmpdir(), 'docs-sandbox-'));
  const clock = { now: new Date('2026-03-02T09:00:00.000Z') };
  const options = { file: join(folder, 'sandbox.db'), env: { PATH: process.env.PATH }, now: () => clock.now };
  const template = await templateOf(demo, options);
  copyFileSync(template.file, options.file);
  const made = { ...template, file: options.file };
  const sandbox = openSandbox(options);
  const tokens = new Map([[made.adminId, made.adminToken]]);
  const tokenOf = (user: string, kind: api.TokenKind) => {
    const known = tokens.get(`${kind} ${user}`) ?? (kind === 'user' ? tokens.get(user) : undefined);
    const at = clock.now.toISOString();
    const token =
      known ??
      (kind === 'user'
        ? createToken(sandbox.db, { kind: 'user', subject: user, now: at })
        : createToken(sandbox.db, { kind, subject: user, now: at }));
    tokens.set(`${kind} ${user}`, token);
    return token;
  };
  const attempt: TestSandbox['attempt'] = async (
    operation,
    input,
    { as = made.adminId, kind = 'user' } = {},
  ) => {
    const request = api.splitInput(operation, { ...input });
    const headers = { authorization: `Bearer ${tokenOf(as, kind)}` };
    const found = await dispatch(sandbox, operation, { ...request, headers });
    requireShape(operation, found);
    return found;
  };
  const call: TestSandbox['call'] = async (operation, input, as) => {
    const found = await attempt(operation, { ...Object(input) }, as);
    if (found.status >= 300)
      throw new Error(`${operation.id}: ${found.status} ${JSON.stringify(found.body)}`);
    // requireShape has compared it with the schema.
    return found.body as api.ResultOf<typeof operation>;
  };
  const { organizationId } = made;
  return {
    ...made,
    sandbox,
    clock,
    answer: (operation, input, as) => attempt(operation, { ...Object(input) }, as),
    attempt,
    call,
    newSpace: async (input) => (await call(createSpace, { organizationId, ...input })).id,
    addMember: (role, options) => addMember(sandbox, made.organizationId, role, options),
    cleanup() {
      sandbox.db.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function addMember(
  sandbox: Sandbox,
  home: string,
  role: Role | null,
  { organization = home, name = `Member ${role ?? 'guest'}` }: { organization?: string; name?: string } = {},
): string {
  const at = sandbox.now().toISOString();
  const id = newId();
  users(sandbox.db).insert({ id, displayName: name, email: null, photoURL: null, createdAt: at });
  members(sandbox.db).insert({
    organization,
    user: id,
    role,
    disabled: 0,
    sso: 0,
    joinedAt: at,
    lastSeenAt: null,
  });
  return id;
}

/** Statuses anybody may answer, declared or not: not signed in, not in the plan, no right, unknown id, bad input, conflict. */
const REFUSALS = [400, 401, 402, 403, 404, 409, 412, 501];

/** Fails when an answer is not what its operation declares. */
export function requireShape(operation: api.Operation, { status, headers, body }: SandboxAnswer): void {
  const where = `${operation.id} answered ${status} ${JSON.stringify(body)?.slice(0, 400)}`;
  if (headers['x-docs-sandbox'] !== '1') throw new Error(`${where} without x-docs-sandbox`);
  if (status >= 400) {
    if (!REFUSALS.includes(status)) throw new Error(`${where}: not a refusal of the platform`);
    const { error } = body as { error?: { code?: unknown; message?: unknown } };
    if (error?.code !== status || typeof error.message !== 'string')
      throw new Error(`${where}: bad error body`);
    return;
  }
  if (!operation.success.includes(status)) throw new Error(`${where}: not one of ${operation.success}`);
  if (!operation.result || status === 204 || status === 205) {
    if (body !== undefined) throw new Error(`${where}: a body where there is none`);
    return;
  }
  const wire = JSON.parse(JSON.stringify(body));
  const problems = check(operation.result, wire);
  if (problems.length > 0) throw new Error(`${where}: ${JSON.stringify(problems)}`);
}
