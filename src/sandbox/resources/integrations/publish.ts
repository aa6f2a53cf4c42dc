// Integrations: published in versions, deleted, developed.
import type { listOrganizationIntegrations } from '../../../api/integrations/installed-integrations.ts';
import { INTEGRATION_NAME } from '../../../api/integrations/integration-parts.ts';
import type {
  listIntegrations,
  publishIntegration as publishOperation,
} from '../../../api/integrations/integrations.ts';
import type { InputOf } from '../../../api/operation.ts';
import { nodeCrypto } from '../../../files/of-node.ts';
import { type Database, metaStore } from '../../db/database.ts';
import { type EventLogLine, integrationEvents } from '../../db/integrations/integration-events.ts';
import { type IntegrationRow, integrations } from '../../db/integrations/integrations.ts';
import { organizations } from '../../db/people/organizations.ts';
import { given } from '../../paging.ts';
import type { Call, Sandbox } from '../../sandbox.ts';
import type { Condition } from '../../who-sees.ts';
import { badRequest, forbidden, notFound } from '../../wire-error.ts';

/** Why events may not go to an address; undefined where they may. Only this machine is allowed without being named. */
export function tunnelProblem(sandbox: Pick<Sandbox, 'eventHosts'>, address: string): string | undefined {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (!url || !/^https?:$/.test(url.protocol)) return 'must be a URL with http: or https:';
  if (url.username || url.password) return 'must not contain a user or password';
  const host = url.hostname.replace(/^\[|\]$/g, '').toLowerCase();
  if (isHere(host) || sandbox.eventHosts?.some((allowed) => allowed.toLowerCase() === host)) return undefined;
  return `must be on this machine, not ${host}, unless the server allows it: docs sandbox serve --allow-webhook <host>`;
}

const isHere = (host: string) => host === 'localhost' || host === '::1' || /^127(\.\d{1,3}){3}$/.test(host);

/** The key that events of a sandbox are signed with. */
export function eventKey(db: Database): string {
  const secret = metaStore(db).get('downloadSecret') ?? '';
  return nodeCrypto().createHmac('sha256', secret).update('integration events').digest('base64url');
}

/** Hex, as the platform's own libraries for integrations check it: HMAC-SHA256 of the body. */
export const platformSignatureOf = (db: Database, body: string): string =>
  nodeCrypto().createHmac('sha256', eventKey(db)).update(body).digest('hex');

/** `t=<seconds>,v1=<hex>`: HMAC-SHA256 of `<seconds>.<body>`, so that neither can be changed or sent again later. */
export function signatureOf(db: Database, body: string, at: Date): string {
  const seconds = Math.floor(at.getTime() / 1000);
  const digest = nodeCrypto().createHmac('sha256', eventKey(db)).update(`${seconds}.${body}`).digest('hex');
  return `t=${seconds},v1=${digest}`;
}

const NAME = new RegExp(INTEGRATION_NAME);

/** Publishes an integration or its next version. 404 for an unknown organization, 403 for another one's integration. */
export function publishIntegration(call: Call, input: InputOf<typeof publishOperation>): IntegrationRow {
  const { integrationName: name, organization, script, icon, secrets, ...rest } = input;
  const { target, visibility, ...details } = rest;
  if (name.length > 100 || !NAME.test(name)) {
    throw badRequest('integrationName must be letters, digits, dots, dashes and underscores, at most 100');
  }
  return call.db.transaction(() => {
    const owner = ownerOf(call, organization);
    call.access.requireOrganization(owner, 'admin');
    const known = integrations(call.db).find({ name });
    if (known && known.organization !== owner) {
      throw forbidden(`integration "${name}" belongs to another organization`);
    }
    const now = call.now().toISOString();
    const fields = {
      organization: owner,
      version: (known?.version ?? 0) + 1,
      target: target ?? 'all',
      visibility: visibility ?? known?.visibility ?? 'private',
      details,
      script,
      secrets: JSON.stringify(secrets ?? {}),
      icon: icon ?? known?.icon ?? null,
      updatedAt: now,
    };
    const store = integrations(call.db);
    if (known) store.update({ name }, fields);
    else store.insert({ name, createdAt: now, tunnelUrl: null, tunnelAll: 0, ...fields });
    return readIntegration(call, name);
  });
}

/** An organization by id or hostname. */
function ownerOf(call: Call, text: string): string {
  const found = organizations(call.db).find({ id: text }) ?? organizations(call.db).find({ hostname: text });
  if (!found) throw notFound('organization', text);
  return found.id;
}

/** An integration the caller may see: public and unlisted ones, and those of their organizations. 404 otherwise. */
export function readIntegration(call: Call, name: string): IntegrationRow {
  const row = integrations(call.db).find({ name });
  if (!row || !isVisible(call, row)) throw notFound('integration', name);
  return row;
}

const isVisible = (call: Call, { visibility, organization }: IntegrationRow): boolean =>
  visibility !== 'private' || call.access.memberRole(organization) !== undefined;

export const isOwner = (call: Call, row: IntegrationRow): boolean =>
  isItself(call, row) || call.access.memberRole(row.organization) === 'admin';

const isItself = ({ caller }: Call, { name }: IntegrationRow): boolean =>
  caller.kind === 'integration' && caller.integration === name;

/** An integration the caller administrates, or that calls by its own token. 404, 403. */
export function ownIntegration(call: Call, name: string): IntegrationRow {
  const row = readIntegration(call, name);
  if (isItself(call, row)) return row;
  call.access.requireOrganization(row.organization, 'admin');
  return row;
}

/** Returns whether there was one; its installations and events go with it. */
export function deleteIntegration(call: Call, name: string): boolean {
  const row = integrations(call.db).find({ name });
  if (!row || !isVisible(call, row)) return false;
  ownIntegration(call, name);
  return integrations(call.db).remove({ name });
}

/** Sends events there from now on. 400 for an address that is not a URL, or not of this machine and not allowed. */
export function enableDevelopment(call: Call, name: string, tunnelUrl: string, all: boolean): void {
  const problem = tunnelProblem(call, tunnelUrl);
  if (problem !== undefined) throw badRequest(`tunnelUrl ${problem}`);
  call.db.transaction(() => {
    ownIntegration(call, name);
    integrations(call.db).update({ name }, { tunnelUrl, tunnelAll: all ? 1 : 0 });
  });
}

export function disableDevelopment(call: Call, name: string): void {
  ownIntegration(call, name);
  integrations(call.db).update({ name }, { tunnelUrl: null, tunnelAll: 0 });
  const message = 'development mode was turned off before it was sent';
  const line: EventLogLine = { timestamp: call.now().toISOString(), level: 'error', message };
  // Gives up what nobody has begun to send.
  integrationEvents(call.db).update(
    { integration: name, status: 'pending', message: '' },
    { status: 'failed', message: JSON.stringify([line]) },
  );
}

/** Their values differ in what a host of another age knows. */
type Filters = Partial<
  Omit<InputOf<typeof listIntegrations> | InputOf<typeof listOrganizationIntegrations>, 'page' | 'limit'>
>;

const inList = (field: string) =>
  `EXISTS (SELECT 1 FROM json_each(n.details, '$.${field}') e WHERE e.value = ?)`;
const anyOf = (field: string, wanted = false) =>
  `ifnull(json_array_length(n.details, '$.${field}'), 0) ${wanted ? '>' : '='} 0`;

/** As far as the filters let them through: conditions on `integrations n`. */
export const fitting = ({ blocks, contentSources, ...filters }: Filters): Condition =>
  given([
    ['instr(lower(n.name), lower(?)) > 0', filters.search],
    [inList('categories'), filters.category],
    [inList('scopes'), filters.scope],
    ['n.organization = ?', filters.owner],
    ["n.target IN (?, 'all')", filters.target],
    [anyOf('blocks', blocks), blocks === undefined ? undefined : []],
    [anyOf('contentSources', contentSources), contentSources === undefined ? undefined : []],
    [
      `EXISTS (SELECT 1 FROM json_each(n.details, '$.blocks') b, json_each(b.value, '$.urlUnfurl') u
       WHERE instr(lower(u.value), lower(?)) > 0)`,
      filters.blockDomain,
    ],
  ]);
