// An organization without a fault, and the plants of all topics.
import { createHash } from 'node:crypto';
import { readdirSync, writeFileSync } from 'node:fs';
import { listSpaces } from '../../../../src/api/content/spaces.ts';
import { createSamlProvider } from '../../../../src/api/people/invites.ts';
import { updateOrganization } from '../../../../src/api/people/organizations.ts';
import { addSiteSpace } from '../../../../src/api/sites/site-structure.ts';
import { createSite, getSite, publishSite } from '../../../../src/api/sites/sites.ts';
import { type RuleResult, runRules } from '../../../../src/jobs/audit/audit-run.ts';
import { createLists } from '../../../../src/jobs/audit/lists.ts';
import type { AuditRule } from '../../../../src/jobs/audit/rule.ts';
import { type Cli, freshCli, splitWords } from '../../../helpers/cli.ts';
import { openTestSandbox, type TestSandbox } from '../../../helpers/sandbox.ts';
import { refused, workflowClient } from '../../../helpers/workflow-client.ts';
import { certificate } from '../../jobs/audit/certificates.ts';
import type { Garden, Plant, Plants } from '../../jobs/audit/plant.ts';

export async function openGarden(): Promise<Garden> {
  const box = await openTestSandbox();
  const closers: (() => void)[] = [box.cleanup];
  const garden: Garden = {
    ...box,
    ...commandLine(box, (close) => closers.unshift(close)),
    context: { owners: '' },
    ids: new Map(),
    later: (close) => closers.unshift(close),
    cleanup: () => {
      for (const close of closers.splice(0)) close();
    },
  };
  const { organizationId, adminId, clock } = box;
  clock.now = new Date('2026-06-01T09:00:00.000Z');
  garden.ids.set('second', addPerson(garden, 'second', 'admin'));
  addPerson(garden, 'writer', 'edit');
  const { db } = box.sandbox;
  db.run("UPDATE users SET email = 'first@garden.example' WHERE id = ?", adminId);
  db.run('UPDATE members SET sso = 1, lastSeenAt = ?', clock.now.toISOString());
  const login = { label: 'Login', ssoURL: 'https://idp.example/sso', entityID: 'https://idp.example' };
  await box.call(createSamlProvider, { organizationId, ...login, certificate: certificate(clock.now) });
  const settings = { sso: true, inviteLinks: true, emailDomains: ['garden.example'] };
  await box.call(updateOrganization, { organizationId, defaultRole: 'read', ...settings });
  const spaces = await box.call(listSpaces, { organizationId });
  const space = spaces.items[0]?.id ?? (await box.newSpace({ title: 'Almanac', empty: true }));
  const site = await box.call(createSite, {
    ...{ organizationId, title: 'Garden', visibility: 'public', type: 'ultimate', spaces: [space] },
  });
  await box.call(publishSite, { organizationId, siteId: site.id });
  const { urls } = await box.call(getSite, { organizationId, siteId: site.id });
  // A space that plants of links may point at.
  garden.ids.set('Broken', space);
  garden.ids.set('space', space).set('site', site.id).set('published', String(urls.published));
  return garden;
}

/** Made when the first command is run. */
function commandLine({ file, adminToken, clock }: TestSandbox, later: Garden['later']) {
  let cli: Cli | undefined;
  const open = () => {
    const env = { DOCS_BASE_URL: `sandbox:${file}`, DOCS_TOKEN: adminToken };
    const made = freshCli({ env, now: () => clock.now });
    later(made.cleanup);
    return made;
  };
  const docs: Garden['docs'] = async (line) => {
    cli ??= open();
    const words = typeof line === 'string' ? splitWords(line) : line;
    const first = await cli(words);
    const flag = /hint: .*?(--confirm (?:"[^"]*"|'[^']*'|\S+)|--yes)/.exec(first.stderr)?.[1];
    if (first.exitCode !== 3 || flag === undefined) return first;
    const [name = '', ...value] = flag.split(' ');
    const text = value.join(' ').replace(/^["']|["']$/g, '');
    return cli([...words, name, ...(value.length > 0 ? [text] : [])]);
  };
  const done: Garden['done'] = async (words) => {
    const { exitCode, stdout, stderr } = await docs(words);
    if (exitCode !== 0) throw new Error(`docs ${words}: ${stderr}`);
    return stdout.trim();
  };
  return { docs, done };
}

/** Someone who has signed in today by single sign-on; returns the ID. */
export function addPerson(
  { sandbox, addMember, clock }: Garden,
  name: string,
  role: Parameters<Garden['addMember']>[0],
  domain = 'garden.example',
): string {
  const id = addMember(role, { name });
  sandbox.db.run('UPDATE users SET email = ? WHERE id = ?', `${name}@${domain}`, id);
  sandbox.db.run('UPDATE members SET sso = 1, lastSeenAt = ? WHERE user = ?', clock.now.toISOString(), id);
  return id;
}

/** Shows the space on the site of the garden. */
export const addToSite = ({ call, organizationId, ids }: Garden, spaceId: string): Promise<unknown> =>
  call(addSiteSpace, { organizationId, siteId: String(ids.get('site')), spaceId });

/** A change of the content of a space, merged. */
export async function editOnMain(garden: Garden, spaceId: string): Promise<void> {
  const cr = await changeRequest(garden, spaceId);
  const place = ['--space', spaceId, '--cr', cr, '--file', textFile(garden, 'New.\n')];
  await garden.done(['pages', 'create', 'News', ...place, '--description', 'What is new']);
  await garden.done(`cr merge ${cr} --space ${spaceId}`);
}

/** The number of a new change request of the space. */
export const changeRequest = ({ done }: Garden, spaceId: string): Promise<string> =>
  done(`cr create --space ${spaceId} --subject Mend --json --jq .number`);

/** The path of a file with the text. */
export function textFile({ file }: Garden, text: string): string {
  const path = `${file}.${createHash('sha256').update(text).digest('hex').slice(0, 8)}.md`;
  writeFileSync(path, text);
  return path;
}

export const daysAgo = ({ clock }: Garden, days: number): string =>
  new Date(clock.now.getTime() - days * 86_400_000).toISOString();

/** What rules find, and the requests that it took; some are refused. */
export async function audit(
  garden: TestSandbox & Pick<Garden, 'context'>,
  rules: readonly AuditRule[],
  isRefused: (path: string) => boolean = () => false,
): Promise<{ results: RuleResult[]; requests: string[] }> {
  const { client, intercept } = workflowClient(garden);
  const requests: string[] = [];
  intercept(({ method, path }) => {
    requests.push(`${method} ${path}`);
    return isRefused(path) ? refused(403) : undefined;
  });
  const { organizationId, clock, adminId: caller } = garden;
  const about = { organizationId, now: clock.now, concurrency: 4, owners: undefined, caller };
  const lists = createLists(client, 4);
  return { results: await runRules(rules, { ...about, lists, ...garden.context }), requests };
}

export async function allPlants(): Promise<Readonly<Record<string, Plant>>> {
  const folder = new URL('./plants/', import.meta.url);
  const found: Record<string, Plant> = {};
  for (const name of readdirSync(folder).sort()) {
    const { plants } = (await import(new URL(name, folder).href)) as { plants: Plants };
    for (const [id, one] of Object.entries(plants)) found[id] = 'plant' in one ? one : { plant: one };
  }
  return found;
}
