// A clone without names: no byte of its file says who the people of the source are, or where it is published.
import { expect, it } from 'vitest';
import { listSpaces } from '../../../../src/api/content/spaces.ts';
import { getCaller, listMembers, listTeams, updateTeam } from '../../../../src/api/people/members.ts';
import { getOrganization, updateOrganization } from '../../../../src/api/people/organizations.ts';
import { createComment, listComments } from '../../../../src/api/review/comments.ts';
import { getHostname } from '../../../../src/api/sites/site-publishing.ts';
import { listSites } from '../../../../src/api/sites/sites.ts';
import { readingClient } from '../../../../src/client/reading-client.ts';
import { Anonymiser } from '../../../../src/jobs/clone/anonymise/anonymiser.ts';
import { anonymousClient, cloneAnonymously } from '../../../../src/jobs/clone/anonymise/anonymous-clone.ts';
import { clones } from '../../../../src/sandbox/door.ts';
import { cloneBox } from '../../../helpers/cloned.ts';
import { randomOrganization } from '../../../helpers/random-organization.ts';
import { reached, runs } from '../../../helpers/runs.ts';
import type { TestSandbox } from '../../../helpers/sandbox.ts';

async function box() {
  const made = await cloneBox();
  const { client, file, organizationId, now } = made;
  const clone = async () => {
    const reading = readingClient(client);
    const anonymiser = new Anonymiser();
    const nameless = anonymousClient(reading, anonymiser);
    const from = {
      origin: 'https://source.example',
      organization: await nameless.call(getOrganization, { organizationId }),
      caller: await nameless.call(getCaller, {}),
    };
    const { openClone } = await clones();
    const open = () => openClone(file, from, { env: {}, now, anonymous: true });
    let sink = await open();
    let remade = 0;
    const remake = async () => {
      sink.close();
      made.clear();
      remade += 1;
      sink = await open();
      return sink;
    };
    const job = { client: reading, organizationId, withContent: true, concurrency: 8, now, scope: {} };
    const report = await cloneAnonymously({ ...job, anonymiser, sink, remake });
    const token = sink.token();
    sink.close();
    return { report, token, remade };
  };
  return { ...made, clone };
}

/** Everything that says who somebody is, or where: from the tables of the source. */
const secretsOf = ({ sandbox: { db } }: TestSandbox): string[] =>
  [
    'displayName AS text FROM users',
    'email AS text FROM users',
    "substr(email, instr(email, '@') + 1) AS text FROM users",
    'photoURL AS text FROM users',
    'hostname AS text FROM sites',
    'hostname AS text FROM customHostnames',
    "value AS text FROM organizations, json_each(settings, '$.emailDomains') WHERE value LIKE '%.%'",
    'ssoURL AS text FROM samlProviders',
  ].flatMap((sql) =>
    db
      .all<{ text: string | null }>(`SELECT ${sql}`)
      .flatMap(({ text }) => (text && text.length > 3 ? [text] : [])),
  );

/** Whole words: "Ann" is not in "Annex". */
const isIn = (bytes: string, secret: string): boolean => {
  const ends = /[\p{L}\p{N}]/u;
  for (let at = bytes.indexOf(secret); at !== -1; at = bytes.indexOf(secret, at + 1))
    if (!ends.test(`${bytes[at - 1]}`) && !ends.test(`${bytes[at + secret.length]}`)) return true;
  return false;
};

/** A name of one word counts as it is written: somebody may be called "Guides". */
function leaksIn(source: TestSandbox, bytes: Buffer): string[] {
  const text = bytes.toString('utf8');
  const small = text.toLowerCase();
  const leaks = secretsOf(source).filter((secret) =>
    /[^\p{L}\p{N}]/u.test(secret) ? isIn(small, secret.toLowerCase()) : isIn(text, secret),
  );
  return [...new Set(leaks)];
}

/** Names in every kind of place. */
async function nameEverywhere({ source, organizationId }: Awaited<ReturnType<typeof box>>): Promise<void> {
  const { db } = source.sandbox;
  db.run(
    "UPDATE users SET photoURL = 'https://pictures.tarnpost.example/ines.png' WHERE displayName = 'Ines Okafor'",
  );
  const [space] = (await source.call(listSpaces, { organizationId })).items;
  const spaceId = space?.id ?? '';
  const markdown =
    'Ask Ines Okafor (INES@tarnpost.example), `jonas-weber` or [Mei](https://docs.tarnpost.example/~u/mei%20tanaka); not sales@tarnpost.example.';
  await source.call(createComment, { spaceId, body: { markdown } });
  const [team] = (await source.call(listTeams, { organizationId })).items;
  await source.call(updateTeam, { organizationId, teamId: team?.id ?? '', title: 'Team of Priya Nair' });
  await source.call(updateOrganization, { organizationId, title: 'Tarnpost by Lucas Ferreira' });
}

it('leaves no name, email, photo or host in any byte', async () => {
  const made = await box();
  const { source, client, requests, clone, bytes, open, organizationId } = made;
  await nameEverywhere(made);
  expect(leaksIn(source, bytes())).toEqual([]);
  const { token, report, remade } = await clone();
  expect({ failures: report.failures, remade }).toEqual({ failures: [], remade: 0 });
  expect(requests.filter((line) => !line.startsWith('GET '))).toEqual([]);
  expect(bytes().length).toBeGreaterThan(100_000);
  expect(leaksIn(source, bytes())).toEqual([]);
  const copy = open(token);
  const members = (await copy.call(listMembers, { organizationId })).items;
  const real = (await client.call(listMembers, { organizationId })).items;
  expect(members.map(({ id, role }) => [id, role])).toEqual(real.map(({ id, role }) => [id, role]));
  for (const { user } of members) expect(user.email).toMatch(/^[a-z.]+\.[0-9a-f]{8}@people\.example$/);
  const sites = (await copy.call(listSites, { organizationId })).items;
  const [hostname = ''] = sites.flatMap((site) => site.hostname ?? []);
  expect(hostname).toMatch(/^host-[0-9a-f]{8}\.example$/);
  expect(await copy.call(getHostname, { hostname })).toMatchObject({ isActive: true });
  const [space] = (await copy.call(listSpaces, { organizationId })).items;
  const comments = (await copy.call(listComments, { spaceId: space?.id ?? '', format: 'markdown' })).items;
  const nameOf = (id: string) => members.find(({ user }) => user.id === id)?.user.displayName;
  for (const { postedBy } of comments)
    expect(postedBy.displayName).toBe(nameOf(postedBy.id) ?? postedBy.displayName);
});

it('gives everybody the same name again, and finds who came since', async () => {
  const { source, requests, clone, open, bytes, organizationId } = await box();
  const first = await clone();
  const names = async (token: string) => {
    const { items } = await open(token).call(listMembers, { organizationId });
    return new Map(items.map(({ id, user }) => [id, user.displayName]));
  };
  const before = await names(first.token);
  requests.length = 0;
  const second = await clone();
  expect(second).toMatchObject({ remade: 0, report: { fetched: 0 } });
  expect(await names(second.token)).toEqual(before);
  // The texts that are here already have "Tarnpost-Request-Id".
  source.addMember('read', { name: 'Tarnpost Request' });
  const third = await clone();
  expect(third.remade).toBe(1);
  expect(leaksIn(source, bytes())).toEqual([]);
  const after = await names(third.token);
  for (const [id, name] of before) expect(after.get(id)).toBe(name);
});

const NAMES = ['Zoë Müller-Lüdenscheid', "Máire O'Dubhthaigh", '田中太郎', 'Ana de la Cruz'];

it('says nothing of organizations of chance', async () => {
  const count = runs('L36', 'anonymised clones', 2);
  for (let seed = 0; seed < count; seed += 1) {
    const { source, clone, bytes } = await box();
    await randomOrganization(source, seed, 120);
    for (const [at, name] of NAMES.entries()) source.addMember(at % 2 === 0 ? 'edit' : null, { name });
    await clone();
    expect(leaksIn(source, bytes()), `seed ${seed}`).toEqual([]);
  }
  reached('L36', 'anonymised clones', count);
});
