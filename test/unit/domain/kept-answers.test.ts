// What is not read again is what reading it again would have told, whatever was changed meanwhile.
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deflateRawSync } from 'node:zlib';
import { afterEach, expect, it } from 'vitest';
import type { ContentRef } from '../../../src/api/content/content-ref.ts';
import { deleteSpace, listSpaces, restoreSpace, updateSpace } from '../../../src/api/content/spaces.ts';
import { changeTeamMembers, listMembers, listTeams, updateMember } from '../../../src/api/people/members.ts';
import { getOrganization } from '../../../src/api/people/organizations.ts';
import * as permissions from '../../../src/api/people/permissions.ts';
import * as changeRequests from '../../../src/api/review/change-requests.ts';
import { createRedirect, deleteRedirect, listRedirects } from '../../../src/api/sites/site-redirects.ts';
import * as siteStructure from '../../../src/api/sites/site-structure.ts';
import { listSites, updateSite } from '../../../src/api/sites/sites.ts';
import type { Client } from '../../../src/client/client.ts';
import { allItems } from '../../../src/client/pages.ts';
import { keepAnswers } from '../../../src/domain/kept-answers/keeping-client.ts';
import { MOST_BYTES, openKeptFile, unpacked } from '../../../src/domain/kept-answers/kept-file.ts';
import { runRules } from '../../../src/jobs/audit/audit-run.ts';
import { createLists } from '../../../src/jobs/audit/lists.ts';
import type { AuditRule } from '../../../src/jobs/audit/rule.ts';
import { auditRules } from '../../../src/jobs/audit/rules/rules.generated.ts';
import { checkSpaces } from '../../../src/jobs/links/space-links.ts';
import type { PageNode } from '../../../src/sandbox/content/model.ts';
import { revisionsStore } from '../../../src/sandbox/db/content/content.ts';
import { changeSpace, spaces } from '../../../src/sandbox/db/content/spaces.ts';
import { commitTree } from '../../../src/sandbox/resources/content/content-target.ts';
import { newId } from '../../../src/sandbox/urls.ts';
import { randomNumbers, randomOrganization } from '../../helpers/random-organization.ts';
import { randomSpace } from '../../helpers/random-space.ts';
import { reached, runs } from '../../helpers/runs.ts';
import { openTestSandbox, type TestSandbox } from '../../helpers/sandbox.ts';
import { workflowClient } from '../../helpers/workflow-client.ts';

const ROUNDS = 3;
const contentRules = auditRules.filter(({ id }) => /^(links|pages|openapi|git|spaces)\//.test(id));

const usualRules = auditRules.filter(({ onRequest }) => onRequest !== true);

const cleanups: (() => void)[] = [];
afterEach(() => {
  for (const cleanup of cleanups.splice(0)) cleanup();
});

const pass = ({ clock }: TestSandbox, ms: number) => {
  clock.now = new Date(clock.now.getTime() + ms);
};

/** Spaces whose pages lead to each other, to their pages, to users and to the web. */
async function made(seed: number): Promise<{ box: TestSandbox; file: string }> {
  const box = await openTestSandbox({ demo: seed % 3 === 0 });
  const folder = mkdtempSync(join(tmpdir(), 'docs-kept-'));
  cleanups.push(box.cleanup, () => rmSync(folder, { recursive: true, force: true }));
  for (let n = 0; n < 3; n += 1) await randomSpace(box, seed * 10 + n, 4);
  return { box, file: join(folder, 'answers.jsonl') };
}

/** A page that leads to another space or a page of it, to a user or the web; or one page fewer; or a space in the trash. */
function edit({ sandbox, organizationId, adminId }: TestSandbox, random: () => number): void {
  const { db } = sandbox;
  const pick = <T>(from: readonly T[]) => from[Math.floor(random() * from.length)];
  const all = db
    .all<{ id: string }>('SELECT id FROM spaces WHERE organization = ? ORDER BY rowid', organizationId)
    .flatMap(({ id }) => spaces(db).find({ id }) ?? []);
  const [own, other] = [pick(all), pick(all)];
  if (!own || !other) return;
  const at = sandbox.now().toISOString();
  const kind = random();
  if (kind < 0.15) {
    changeSpace(db, other.id, { deletedAt: other.deletedAt === null ? at : null }, at);
    return;
  }
  if (own.deletedAt !== null) return;
  const tree = revisionsStore(db).tree(own.revision);
  const page = pick(revisionsStore(db).tree(other.revision).pages);
  const refs: ContentRef[] = [
    { kind: 'space', space: other.id },
    { kind: 'user', user: random() < 0.5 ? adminId : newId() },
    { kind: 'url', url: 'https://example.com' },
    ...(page ? [{ kind: 'page' as const, page: page.id, space: other.id }] : []),
  ];
  const target = pick(refs);
  const link: PageNode = {
    ...{ id: newId(), type: 'link', title: 'Elsewhere', slug: newId(), pages: [] },
    ...(target && { target }),
  };
  const pages = kind < 0.4 ? tree.pages.slice(1) : [...tree.pages, link];
  commitTree(sandbox, { spaceId: own.id, tree: { ...tree, pages }, userId: adminId });
}

/** Somebody gets access to a space by name, another level of it, or none; or a team does, or somebody comes to one. */
async function giveAccess(box: TestSandbox, random: () => number): Promise<void> {
  const { client } = workflowClient(box);
  const { organizationId } = box;
  const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)] as T;
  const space = pick(await allItems(client.pages(listSpaces, { organizationId })));
  const members = await allItems(client.pages(listMembers, { organizationId }));
  const guests = members.filter(({ role }) => role === null);
  const { id: userId } = pick(guests.length > 0 && random() < 0.8 ? guests : members).user;
  const team = pick(await allItems(client.pages(listTeams, { organizationId })));
  const ref = { spaceId: space.id };
  const level = pick(['read', 'edit', 'admin'] as const);
  const kind = random();
  const works = [
    () => client.call(permissions.addSpacePermission, { ...ref, users: [userId], role: level }),
    () => client.call(permissions.updateSpaceUser, { ...ref, userId, role: level }),
    () => client.call(permissions.removeSpaceUser, { ...ref, userId }),
    () => client.call(permissions.addSpacePermission, { ...ref, teams: [team.id], role: level }),
    () => client.call(permissions.removeSpaceTeam, { ...ref, teamId: team.id }),
    () => client.call(changeTeamMembers, { organizationId, teamId: team.id, add: [userId] }),
    () => client.call(updateMember, { organizationId, userId, role: pick([null, 'read'] as const) }),
  ];
  // What is given already, and the one admin, are refused.
  await works[Math.floor(kind * works.length)]?.().catch(() => {});
}

/** What a site shows, its redirects, or what its spaces are called and where they are. */
async function changeSite(box: TestSandbox, random: () => number): Promise<void> {
  const { client } = workflowClient(box);
  const { organizationId, sandbox } = box;
  const pick = <T>(from: readonly T[]): T | undefined => from[Math.floor(random() * from.length)];
  const siteId = pick(await allItems(client.pages(listSites, { organizationId })))?.id ?? '';
  const ref = { organizationId, siteId };
  const shown = pick(await allItems(client.pages(siteStructure.listSiteSpaces, ref)))?.id ?? '';
  const redirect = pick(await allItems(client.pages(listRedirects, ref)))?.id ?? '';
  const spaceId = pick(sandbox.db.all<{ id: string }>('SELECT id FROM spaces ORDER BY rowid'))?.id ?? '';
  const word = `w${Math.floor(random() * 1000)}`;
  const destination =
    random() < 0.5
      ? { kind: 'site-space' as const, siteSpaceId: shown }
      : { kind: 'external' as const, url: 'https://example.com' };
  const works = [
    () => client.call(siteStructure.addSiteSpace, { ...ref, spaceId }),
    () => client.call(siteStructure.removeSiteSpace, { ...ref, siteSpaceId: shown }),
    () => client.call(siteStructure.updateSiteSpace, { ...ref, siteSpaceId: shown, path: word }),
    () => client.call(createRedirect, { ...ref, source: `/${word}`, destination }),
    () => client.call(deleteRedirect, { ...ref, siteRedirectId: redirect }),
    () => client.call(updateSite, { ...ref, title: word }),
    () => client.call(updateSpace, { spaceId, title: word }),
    () => client.call(deleteSpace, { spaceId }),
    () => client.call(restoreSpace, { spaceId }),
  ];
  // The last space of a site, and what is in the trash, are refused.
  await pick(works)?.().catch(() => {});
}

async function changeSomething(box: TestSandbox, random: () => number): Promise<void> {
  const kind = random();
  if (kind < 0.3) edit(box, random);
  else if (kind < 0.55) await giveAccess(box, random);
  else if (kind < 0.85) await changeSite(box, random);
  else await randomOrganization(box, Math.floor(random() * 1e6), 2);
}

async function findingsWith(
  client: Client,
  { organizationId, clock }: TestSandbox,
  rules: readonly AuditRule[] = contentRules,
): Promise<string> {
  const spaces = await allItems(client.pages(listSpaces, { organizationId }));
  const links: unknown[] = [];
  for await (const result of checkSpaces(client, spaces, { concurrency: 2 }))
    links.push(result.ok ? result.value : String(result.error));
  const audited = await runRules(rules, {
    ...{ organizationId, now: clock.now, lists: createLists(client, 2), concurrency: 2 },
    ...{ owners: '/**: nobody@acme.example\n', caller: undefined },
  });
  return JSON.stringify([
    links,
    audited.map(({ rule, findings, skipped, failed }) => [rule.id, findings, skipped, failed?.message]),
  ]);
}

/** Reads with what earlier rounds have kept. */
async function withKept(box: TestSandbox, path: string, rules: readonly AuditRule[] = contentRules) {
  const { client, requests } = workflowClient(box);
  const file = openKeptFile(path, 'sandbox:', () => box.clock.now);
  const keeping = keepAnswers(client, file);
  const found = await findingsWith(keeping.client, box, rules);
  await file.save();
  return { found, requests, spared: keeping.spared };
}

/** Rounds of reading and editing; gives how many requests were spared in all but the first. */
async function compared(seed: number): Promise<number> {
  const { box, file } = await made(seed);
  const random = randomNumbers(seed + 77);
  await randomOrganization(box, seed, 20);
  let spared = 0;
  for (let round = 0; round < ROUNDS; round += 1) {
    const plain = await findingsWith(workflowClient(box).client, box);
    const kept = await withKept(box, file);
    expect(kept.found, `seed ${seed}, round ${round}`).toBe(plain);
    if (round > 0) spared += kept.spared;
    for (let n = random() * 3; n > 0; n -= 1) edit(box, random);
    if (random() < 0.5) await randomOrganization(box, seed * 100 + round, 3);
    pass(box, 3_600_000);
  }
  for (const cleanup of cleanups.splice(0)) cleanup();
  return spared;
}

it('finds the same as without, after edits of every kind', async () => {
  const seeds = runs('K1', 'organizations', 2);
  let spared = 0;
  for (let seed = 0; seed < seeds; seed += 1) spared += await compared(seed);
  expect(spared).toBeGreaterThan(0);
  reached('K1', 'organizations', seeds);
}, 600_000);

it('finds the same in every history of changes, and asks only where something changed', async () => {
  const seeds = runs('K1', 'histories', 2);
  const requests = { kept: 0, fresh: 0 };
  for (let seed = 0; seed < seeds; seed += 1) {
    const { box, file } = await made(3 * seed);
    if (seed % 2 === 1) await randomOrganization(box, seed, 20);
    const random = randomNumbers(seed + 991);
    for (let round = 0; round < 4; round += 1) {
      const fresh = workflowClient(box);
      const plain = await findingsWith(fresh.client, box, auditRules);
      const kept = await withKept(box, file, auditRules);
      expect(kept.found, `seed ${seed}, round ${round}`).toBe(plain);
      requests.kept += kept.requests.length;
      requests.fresh += fresh.requests.length;
      pass(box, 3_600_000);
      for (let n = random() * 3; n > 0; n -= 1) await changeSomething(box, random);
      pass(box, 3_600_000);
    }
    for (const cleanup of cleanups.splice(0)) cleanup();
  }
  expect(requests.kept).toBeLessThan(requests.fresh);
  reached('K1', 'histories', seeds);
}, 3_600_000);

it('asks nothing about spaces that did not change, and keeps a private file', async () => {
  const { box, file } = await made(1);
  const first = await withKept(box, file);
  expect(first.spared).toBe(0);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  const second = await withKept(box, file);
  expect(second.requests.length).toBeLessThan(first.requests.length);
  expect(second.found).toBe(first.found);
  pass(box, 8 * 86_400_000);
  expect((await withKept(box, file)).spared, 'after a week').toBe(0);
});

it('asks nothing of grants, teams and sites after an edit, and of pages only where it was made', async () => {
  const { box, file } = await made(0);
  const again = async () => {
    pass(box, 3_600_000);
    return (await withKept(box, file, usualRules)).requests;
  };
  await again();
  const unchanged = await again();
  const told = /permissions|structure|redirects$|teams\/\w+\/members|members\/\w+\/spaces/;
  expect(unchanged.filter((line) => told.test(line))).toEqual([]);
  const spaceId = await randomSpace(box, 3, 0);
  await again();
  await again();
  const { id } = await box.call(changeRequests.createChangeRequest, { spaceId, subject: 'Write' });
  const ref = { spaceId, changeRequestId: id };
  const page = { operation: 'insert_page' as const, title: 'One', document: { markdown: 'One.' } };
  await box.call(changeRequests.updateChangeRequestContent, { ...ref, changes: [page] });
  await box.call(changeRequests.mergeChangeRequest, ref);
  const after = await again();
  expect(after.filter((line) => !unchanged.includes(line)).sort()).toEqual([
    `GET /v1/spaces/${spaceId}/content/pages`,
    `GET /v1/spaces/${spaceId}/links`,
  ]);
  const [member] = (await box.call(listMembers, { organizationId: box.organizationId })).items;
  await box.call(permissions.addSpacePermission, { spaceId, users: [String(member?.id)], role: 'edit' });
  expect((await again()).filter((line) => told.test(line)).length, 'once what was given').toBeGreaterThan(0);
  const last = (await again()).filter((line) => told.test(line));
  expect(last, 'and then no more').toEqual([]);
}, 60_000);

it('has room for what is told of the links and pages of 10,000 spaces', async () => {
  const { box, file } = await made(1);
  const organization = await box.call(getOrganization, { organizationId: box.organizationId });
  const keep = openKeptFile(file, 'sandbox:', () => box.clock.now);
  for (let n = 0; n < 500; n += 1) {
    const space = newId();
    const link = () => ({ organization, space, page: newId(), document: newId() });
    const links = Array.from({ length: 4 }, link);
    keep.set(['links', space], { stamps: [[space, newId()]], requests: 1 }, [{ items: links }]);
  }
  await keep.save();
  expect(statSync(file).size / 500).toBeLessThan(MOST_BYTES / 10_000 / 2);
});

const packedOf = (answer: unknown) => deflateRawSync(JSON.stringify(answer)).toString('base64');
const withAnswers = (whole: string, answer: unknown) =>
  whole.replace(/"[\w+/=]{30,}"\]$/gm, `"${packedOf(answer)}"]`);

it('unpacks no answer that is larger than any', () => {
  const packed = deflateRawSync(Buffer.alloc(100 * 1024 * 1024, 32)).toString('base64');
  expect(unpacked({ at: 0, stamps: [], requests: 1, packed, sample: '' })).toBeUndefined();
});

it('takes a damaged file, or one of another host, for none', async () => {
  const { box, file } = await made(2);
  const { found } = await withKept(box, file);
  const whole = readFileSync(file, 'utf8');
  for (const text of [
    '',
    '{}',
    whole.replaceAll('"', ''),
    whole.replace('sandbox:', 'https://x.example'),
    whole.replace(/"[\w+/=]{30,}"\]$/gm, '"AAAA"]'),
    ...[5, null, {}, [null], [{}], [{ items: [{}] }]].map((answer) => withAnswers(whole, answer)),
    whole
      .replace(/\[\[".*\]\],\d+,/gm, '[],1,')
      .replaceAll(/"[\w+/=]{30,}"\]$/gm, `"${packedOf([{ items: [] }])}"]`),
  ]) {
    writeFileSync(file, text);
    expect((await withKept(box, file)).found).toBe(found);
  }
});
