// Writes down every change that was made, in the organizations it was made in.
import type { Operation } from '../../../api/operation.ts';
import { nodeCrypto } from '../../../files/node-crypto.ts';
import { collections, spaces } from '../../db/content/spaces.ts';
import { auditEventStore } from '../../db/people/audit-events.ts';
import type { Call, Caller } from '../../sandbox.ts';

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
  auditEventStore(call.db).insert({
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
  });
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
