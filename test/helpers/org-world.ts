// A docs over a sandbox that tests reach into: a random organization, and an empty one with the same members.
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { createCollection, updateCollection } from '../../src/api/content/collections.ts';
import { createSpace, updateSpace } from '../../src/api/content/spaces.ts';
import { changeTeamMembers, createTeam, setTeamMember } from '../../src/api/people/members.ts';
import { createOrganization } from '../../src/api/people/organizations.ts';
import { ROLES } from '../../src/api/roles.ts';
import { ADD } from '../../src/domain/access/grants.ts';
import { type Cli, freshCli } from './cli.ts';
import { randomNumbers } from './random-organization.ts';
import { makeRandomSite, WORDS } from './random-site.ts';
import { openTestSandbox, type TestSandbox } from './sandbox.ts';
import { workflowClient } from './workflow-client.ts';

interface OrgWorld {
  box: TestSandbox;
  cli: Cli;
  /** Runs a command that must succeed. */
  ok(...argv: string[]): Promise<{ stdout: string; stderr: string }>;
  at(path: string): string;
  read(path: string): string;
  write(path: string, text: string): void;
  /** What is replaced must be there. */
  replace(path: string, from: string | RegExp, to: string): void;
  cleanup(): void;
}

export async function orgWorld({ demo = false } = {}): Promise<OrgWorld> {
  const box = await openTestSandbox({ demo });
  box.sandbox.db.run('PRAGMA synchronous = OFF');
  const cli = freshCli();
  const baseUrl = `sandbox:${box.file}`;
  const settings = {
    'config.json': {
      version: 1,
      profiles: { sandbox: { baseUrl, kind: 'sandbox' } },
      defaultProfile: 'sandbox',
    },
    'credentials.json': { version: 1, credentials: { sandbox: { origin: baseUrl, token: box.adminToken } } },
  };
  const folder = join(cli.home, '.config/docs');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  for (const [name, value] of Object.entries(settings))
    writeFileSync(join(folder, name), JSON.stringify(value), { mode: 0o600 });
  const at = (path: string) => join(cli.cwd, path);
  const read = (path: string) => readFileSync(at(path), 'utf8');
  const write = (path: string, text: string) => writeFileSync(at(path), text);
  return {
    ...{ box, cli, at, read, write },
    replace(path, from, to) {
      expect(read(path)).toMatch(from);
      write(path, read(path).replace(from, to));
    },
    async ok(...argv) {
      const { exitCode, stdout, stderr } = await cli(argv);
      if (exitCode !== 0) throw new Error(`docs ${argv.join(' ')}: exit ${exitCode}\n${stderr}\n${stdout}`);
      return { stdout, stderr };
    },
    cleanup() {
      cli.cleanup();
      box.cleanup();
    },
  };
}

const TITLES = [...WORDS, 'A/B', 'with * star'];

interface Making {
  box: TestSandbox;
  org: { organizationId: string };
  random: () => number;
  pick<T>(from: readonly T[]): T;
  /** 0 to `most` things. */
  count(most: number): number[];
  name(at: number): string;
  level(): (typeof ROLES)[number] | 'inherit' | null;
}

/** Collections, spaces, teams and grants of chance, the same for the same seed. */
export async function fillOrganization(
  box: TestSandbox,
  organizationId: string,
  seed: number,
): Promise<void> {
  const random = randomNumbers(seed);
  const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)] as T;
  const making: Making = {
    ...{ box, random, pick, org: { organizationId } },
    count: (most) => Array.from({ length: Math.floor(random() * (most + 1)) }, (_, at) => at),
    name: (at) => (random() < 0.15 ? pick(TITLES) : `${pick(TITLES)} ${at}`),
    level: () => (random() < 0.6 ? 'inherit' : pick([...ROLES, null])),
  };
  const users = makeUsers(making, seed);
  const collections = await makeCollections(making);
  const spaces = await makeSpaces(making, collections, users);
  const teams = await makeTeams(making, users);
  if (random() < 0.4) await makeRandomSite({ client: workflowClient(box).client, organizationId }, seed);
  for (const _ of making.count(10)) {
    const who = teams.length > 0 && random() < 0.5 ? { teams: [pick(teams)] } : { users: [pick(users)] };
    const isSpace = random() < 0.6;
    const from = isSpace ? spaces : collections;
    if (from.length === 0) continue;
    const [id, role] = [pick(from), pick(ROLES)];
    if (isSpace) await box.call(ADD.space, { spaceId: id, ...who, role });
    else await box.call(ADD.collection, { collectionId: id, ...who, role });
  }
}

/** Some have no address that one can see. */
function makeUsers({ box, org, random, pick }: Making, seed: number): string[] {
  return [0, 1, 2, 3, 4].map((at) => {
    const options = { name: `Member ${at}`, organization: org.organizationId };
    const id = box.addMember(pick([...ROLES, null]), options);
    const email = `m${at}-${seed}@acme.example`;
    if (random() < 0.8) box.sandbox.db.run('UPDATE users SET email = ? WHERE id = ?', email, id);
    return id;
  });
}

const parentIn = ({ random, pick }: Making, collections: readonly string[]) =>
  collections.length > 0 && random() < 0.6 ? { parent: pick(collections) } : {};

async function makeCollections(making: Making): Promise<string[]> {
  const { box, org, random, count, name, level } = making;
  const made: string[] = [];
  for (const at of count(5)) {
    const { id } = await box.call(createCollection, {
      ...{ ...org, title: name(at) },
      ...parentIn(making, made),
    });
    made.push(id);
    const description = random() < 0.4 ? { description: 'What is in it' } : {};
    await box.call(updateCollection, { collectionId: id, defaultLevel: level(), ...description });
  }
  return made;
}

async function makeSpaces(
  making: Making,
  collections: readonly string[],
  users: readonly string[],
): Promise<string[]> {
  const { box, org, random, pick, count, name, level } = making;
  const made: string[] = [];
  for (const at of count(7)) {
    const { id } = await box.call(createSpace, {
      ...{ ...org, title: name(at), editMode: pick(['live', 'locked'] as const) },
      ...parentIn(making, collections),
      ...(random() < 0.5 && { emoji: '1f680' }),
      ...(random() < 0.3 && { language: 'fr' as const }),
    });
    made.push(id);
    const rule = { rule: 'require_specific_reviewers' as const, users: [pick(users)] };
    const mergeRules = { type: 'rules' as const, rules: [rule] };
    await box.call(updateSpace, {
      ...{ spaceId: id, defaultLevel: level() },
      ...(random() < 0.3 && { mergeRules }),
    });
  }
  return made;
}

async function makeTeams(
  { box, org, random, count, name }: Making,
  users: readonly string[],
): Promise<string[]> {
  const made: string[] = [];
  for (const at of count(4)) {
    const { id } = await box.call(createTeam, { ...org, title: name(at) });
    made.push(id);
    const add = users.filter(() => random() < 0.5);
    if (add.length > 0) await box.call(changeTeamMembers, { ...org, teamId: id, add });
    const [userId] = add;
    if (userId !== undefined && random() < 0.5)
      await box.call(setTeamMember, { ...org, teamId: id, userId, role: 'owner' });
  }
  return made;
}

/** A new organization with the members of another one. */
export async function emptyOrganization(box: TestSandbox, from: string, title: string): Promise<string> {
  const { id } = await box.call(createOrganization, { title });
  box.sandbox.db.run(
    "UPDATE organizations SET settings = json_set(settings, '$.plan', 'enterprise_2024') WHERE id = ?",
    id,
  );
  box.sandbox.db.run(
    `INSERT OR IGNORE INTO members (organization, user, role, disabled, sso, joinedAt, lastSeenAt)
     SELECT ?, user, role, disabled, sso, joinedAt, lastSeenAt FROM members WHERE organization = ?`,
    id,
    from,
  );
  return id;
}

/** The files of a folder by their paths. */
export function filesIn(folder: string, below = ''): Map<string, string> {
  const found = new Map<string, string>();
  for (const name of readdirSync(join(folder, below)).sort()) {
    const path = join(below, name);
    if (statSync(join(folder, path)).isDirectory())
      for (const [inner, text] of filesIn(folder, path)) found.set(inner, text);
    else found.set(path, readFileSync(join(folder, path), 'utf8'));
  }
  return found;
}

/** A text without the IDs beside titles. */
export const withoutIds = (text: string): string => text.replaceAll(/ # id: \w+/g, '');
