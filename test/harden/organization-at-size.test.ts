// The plan of a folder of 10,000 spaces, 5,000 members and 50 sites, by the built program: requests, memory, and how both grow.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { fillLarge } from '../../src/sandbox/demo/large.ts';
import { serveSandbox } from '../../src/sandbox/serve.ts';
import { builtDocs, collected } from '../helpers/built.ts';
import { LINEAR } from '../helpers/growth.ts';
import { makeRandomSite } from '../helpers/random-site.ts';
import { reached } from '../helpers/runs.ts';
import { openTestSandbox, type TestSandbox } from '../helpers/sandbox.ts';
import { workflowClient } from '../helpers/workflow-client.ts';

const SMALL = { spaces: 1_250, members: 625, sites: 6 };
const LARGE = { spaces: 10_000, members: 5_000, sites: 50 };
type Size = typeof SMALL;

const PAGE = 100;
/** A site of a few sections; the design allows 12 of a large one. */
const A_SITE = 12;
/** Organization, who is calling, and the lists of which there is one page. */
const ONCE = 12;
const MOST_MIB = 250;

async function fill(box: TestSandbox, { spaces, members, sites }: Size): Promise<void> {
  const { sandbox, organizationId } = box;
  const { client } = workflowClient(box);
  for (let seed = 1; seed <= sites; seed += 1) await makeRandomSite({ client, organizationId }, seed);
  await fillLarge(sandbox, { members, spaces });
}

/** Access on 20 spaces, which costs two lists each; the grants are new. */
const GRANTS = `grants:\n  - person: member1@large.example\n    level: comment\n    on:\n${Array.from(
  { length: 20 },
  (_, at) => `      - space:Space ${at + 11}\n`,
).join('')}`;

interface Cost {
  requests: number;
  /** Processor time. */
  seconds: number;
  mib: number;
}

async function costOf(size: Size): Promise<{ same: Cost; edited: Cost; access: Cost; pages: number }> {
  const box = await openTestSandbox();
  await fill(box, size);
  let requests: string[] = [];
  const log = ({ method, path }: { method: string; path: string }) => void requests.push(`${method} ${path}`);
  const served = await serveSandbox({ file: box.file, env: {}, log });
  const docs = builtDocs();
  const env = { DOCS_TOKEN: box.adminToken, DOCS_BASE_URL: served.url };
  const ran = async (...argv: string[]): Promise<Cost> => {
    requests = [];
    const child = docs.start(argv, { env });
    const peak = { mib: 0, seconds: 0 };
    const watch = setInterval(() => Object.assign(peak, costNow(child.pid) ?? {}), 20);
    const { code, stderr } = await collected(child);
    clearInterval(watch);
    expect(code, stderr.slice(-2000)).toBe(0);
    return { requests: requests.length, ...peak };
  };
  try {
    const all = 'collections,spaces,teams,openapi,integrations,sites,organization,sso';
    await ran('orgs', 'pull', '--to', 'big', '--only', all);
    const { organizationId } = box;
    const things = (sql: string) => box.sandbox.db.all(sql, organizationId).length;
    const spaces = things('SELECT 1 FROM spaces WHERE organization = ?');
    const members = things('SELECT 1 FROM members WHERE organization = ?');
    const same = await ran('orgs', 'plan', 'big', '--prune');
    const file = join(docs.home, 'work/big/spaces.yaml');
    writeFileSync(file, readFileSync(file, 'utf8').replaceAll(/title: Space (\d)7 /g, 'title: Place $17 '));
    const edited = await ran('orgs', 'plan', 'big', '--prune');
    writeFileSync(join(docs.home, 'work/big/access.yaml'), GRANTS);
    const access = await ran('orgs', 'plan', 'big');
    return { same, edited, access, pages: Math.ceil(spaces / PAGE) + 2 * Math.ceil(members / PAGE) };
  } finally {
    docs.cleanup();
    await served.close();
    box.cleanup();
  }
}

/** Undefined once the process has ended. */
function costNow(pid = 0): Omit<Cost, 'requests'> | undefined {
  try {
    const kb = /VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
    return kb === undefined
      ? undefined
      : { mib: Number(kb) / 1024, seconds: (Number(fields[11]) + Number(fields[12])) / 100 };
  } catch {
    return undefined;
  }
}

it('costs what its lists cost and what changed, and as much more as there is', async () => {
  const small = await costOf(SMALL);
  const large = await costOf(LARGE);
  process.stderr.write(`${JSON.stringify({ small, large })}\n`);
  const most = large.pages + A_SITE * LARGE.sites + ONCE;
  expect(large.same.requests).toBeLessThanOrEqual(most);
  // Nine spaces have another title, and what the host can is asked once where something is to be sent.
  expect(large.edited.requests).toBeLessThanOrEqual(large.same.requests + 9 + 1);
  expect(large.access.requests).toBeLessThanOrEqual(large.edited.requests + 2 * 20);
  for (const { mib } of [large.same, large.edited, large.access]) expect(mib).toBeLessThan(MOST_MIB);
  expect(large.same.seconds / small.same.seconds).toBeLessThan(LINEAR);
  reached('L39', 'spaces', LARGE.spaces);
});
