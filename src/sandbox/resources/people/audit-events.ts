// Audit events: administrators read who changed what.
import { operations } from '../../../api/index.ts';
import { mutates, type Operation } from '../../../api/operation.ts';
import type { AuditEvent } from '../../../api/people/organizations.generated.ts';
import { getAuditEvent, listAuditEventActions, listAuditEvents } from '../../../api/people/organizations.ts';
import { nodeCrypto } from '../../../files/of-node.ts';
import { collections, spaces } from '../../db/content/spaces.ts';
import { type AuditEventRow, auditEvents, auditEventsIn } from '../../db/people/audit-events.ts';
import { users } from '../../db/people/organizations.ts';
import { type FidelityOf, handle, may } from '../../handler.ts';
import { given, pageOfRows, timesBetween } from '../../paging.ts';
import type { Call, Caller } from '../../sandbox.ts';
import { locationUrl } from '../../urls.ts';

export default [
  handle(
    listAuditEvents,
    may('admin'),
    (call, { organizationId, from, to, action, actor, target, ...query }) => {
      const times = timesBetween({ from, to });
      auditEventsIn(call.db);
      return pageOfRows(call.db, auditEvents, {
        where: { organization: organizationId, action, actor, target },
        also: given([
          ['occurredAt >= ?', times.from],
          ['occurredAt < ?', times.to],
        ]),
        order: ['occurredAt', 'rowid'],
        direction: 'desc',
        query,
        item: (row) => auditEventView(call, row),
      });
    },
  ),

  handle(getAuditEvent, may('admin'), (call, { organizationId, auditEventId }) => {
    const row = auditEventsIn(call.db).get({ id: auditEventId, organization: organizationId }, 'audit event');
    const payload: Record<string, unknown> = JSON.parse(row.payload);
    return { ...auditEventView(call, row), schemaVersion: 1, payload };
  }),

  handle(listAuditEventActions, may('admin'), () => {
    const object = 'audit-event-action' as const;
    return { items: operations.filter(mutates).map(({ id, summary }) => ({ object, id, label: summary })) };
  }),
];

const OWN = 'Actions have the names of the operations, and the source of each event is the API.';

export const fidelity: FidelityOf = {
  'auditEvents.actions': OWN,
  'auditEvents.get': 'The payload names the fields that were sent, not their values.',
  'auditEvents.list': OWN,
};

// Audit events as the platform shows them.

function auditEventView(call: Call, row: AuditEventRow): AuditEvent {
  const { id, organization, occurredAt, action, actorType, actor, targetType, target, targetLabel } = row;
  const label = actorType === 'user' ? users(call.db).find({ id: actor })?.displayName : actor;
  return {
    object: 'audit-event',
    id,
    occurredAt,
    action,
    actor: { type: actorType, id: actor, ...(label !== undefined && { label }) },
    source: 'api',
    target: { type: targetType, id: target, ...(targetLabel !== null && { label: targetLabel }) },
    urls: { location: locationUrl(call, `/v1/orgs/${organization}/audit-events/${id}`) },
  };
}

// Writes down every change that was made, in the organizations it was made in.

type Item = Readonly<Record<string, unknown>>;

// Safe: answers are objects; their fields are read as unknown.
const asItem = (value: unknown): Item => (typeof value === 'object' && value !== null ? { ...value } : {});
const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

/** Called once a change is done; `result` is its answer. What belongs to no organization leaves no event. */
export function audit(call: Call, operation: Operation, input: Item, result: unknown): void {
  const answer = asItem(result);
  const organization = organizationOf(call, input, answer);
  if (organization === undefined) return;
  const target = targetOf(operation, input, answer);
  const sent = Object.keys(input).filter((name) => !(name in operation.params.properties));
  const row = {
    id: nodeCrypto().randomUUID(),
    organization,
    occurredAt: call.now().toISOString(),
    action: operation.id,
    ...actorOf(call.caller),
    targetType: target.type,
    target: target.id,
    targetLabel: target.label ?? null,
    // Never the values: they may be secret.
    payload: JSON.stringify({ fields: sent.sort() }),
  };
  call.db.quickTransaction(() => auditEventsIn(call.db).insert(row));
}

function actorOf(caller: Caller): { actorType: 'user' | 'integration' | 'installation'; actor: string } {
  if (!('integration' in caller)) return { actorType: 'user', actor: caller.userId };
  const { kind, integration, installation } = caller;
  return { actorType: kind, actor: installation ?? integration };
}

function organizationOf({ db }: Call, input: Item, answer: Item): string | undefined {
  const { organizationId, spaceId, collectionId } = input;
  if (typeof organizationId === 'string') return organizationId;
  if (typeof spaceId === 'string') return spaces(db).find({ id: spaceId })?.organization;
  if (typeof collectionId === 'string') return collections(db).find({ id: collectionId })?.organization;
  return answer.object === 'organization' ? textOf(answer.id) : textOf(answer.organization);
}

/** What was made or changed, as the answer says; else the last thing that the path names. */
function targetOf({ path, id }: Operation, input: Item, answer: Item) {
  const label = textOf(answer.title) ?? textOf(answer.subject) ?? textOf(answer.label);
  const name = [...path.matchAll(/\{(\w+)\}/g)].at(-1)?.[1] ?? '';
  const made = textOf(answer.id);
  const kind = name.replace(/(Id|Name|Slug)$/, '').replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  const type = textOf(answer.object) ?? (kind || (id.split('.')[0] ?? ''));
  return { type, id: made ?? String(input[name] ?? ''), ...(label !== undefined && { label }) };
}
