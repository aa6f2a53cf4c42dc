// An event on demand, for a receiver that is being written: signed, sent and logged as those that changes make.
import { ConflictError, NotFoundError, UsageError } from '../../../errors.ts';
import { ownerId } from '../../../files/lock.ts';
import { shell } from '../../../files/shell-word.ts';
import { type SpaceRow, spaces } from '../../db/content/spaces.ts';
import {
  type EventLogLine,
  finishEvent,
  integrationEvents,
} from '../../db/integrations/integration-events.ts';
import { integrations } from '../../db/integrations/integrations.ts';
import { findTokenOwner } from '../../new-token.ts';
import type { Sandbox } from '../../sandbox.ts';
import { newId } from '../../urls.ts';
import { send } from './deliver.ts';
import { tunnelProblem } from './publish.ts';

/** What each event of the sandbox says beside its ID and type. */
const PAYLOADS: Readonly<Record<string, (space: SpaceRow | undefined) => object>> = {
  installation_setup: () => ({ status: 'active', previous: { status: 'pending', configuration: {} } }),
  space_content_updated: revisionOf,
  space_visibility_updated: (space) => ({
    spaceId: space?.id,
    previousVisibility: 'private',
    visibility: 'public',
  }),
  space_gitsync_started: (space) => ({ ...revisionOf(space), commitId: '' }),
  space_gitsync_completed: (space) => ({ ...revisionOf(space), commitId: '', state: 'success' }),
};

export interface TriggerWish {
  event: string;
  /** Name of the integration or ID of its installation; absent: the only one. */
  integration?: string | undefined;
  /** ID or title. */
  space?: string | undefined;
  /** Instead of the address of the integration. */
  to?: string | undefined;
  /** Fields of the payload that win; they also make an event that the sandbox does not know. */
  data?: Readonly<Record<string, unknown>> | undefined;
}

export interface Triggered {
  id: string;
  type: string;
  integration: string;
  /** Origin of the receiver. */
  to: string;
  delivered: boolean;
  logs: EventLogLine[];
}

/** Sends one event, once. Throws UsageError, NotFoundError, AmbiguousError, ConflictError where nothing can be sent. */
export async function trigger(sandbox: Sandbox, file: string, wish: TriggerWish): Promise<Triggered> {
  const { event: type, data } = wish;
  const payloadOf = Object.hasOwn(PAYLOADS, type) ? PAYLOADS[type] : undefined;
  if (!payloadOf && !data)
    throw new UsageError(`event ${JSON.stringify(type)} is not known: ${Object.keys(PAYLOADS).join(', ')}`, {
      hint: 'send another event of the platform with its fields: --data',
    });
  const {
    id: installation,
    displayName: integration,
    organization,
  } = findTokenOwner(file, {
    kind: 'installation',
    of: wish.integration,
  });
  const space = spaceOf(sandbox, type, wish.space, organization);
  const to = wish.to ?? integrations(sandbox.db).find({ name: integration })?.tunnelUrl;
  if (to == null)
    throw new ConflictError(`integration "${integration}" has no address for its events`, {
      hint: `add --to <url>, or run: ${shell`docs integrations dev enable ${integration} --tunnel-url http://127.0.0.1:8787`}`,
    });
  const problem = tunnelProblem(sandbox, to);
  if (problem !== undefined) throw new UsageError(`the address of the receiver ${problem}`);
  const row = {
    ...{ id: newId(), integration, installation, createdAt: sandbox.now().toISOString() },
    // Claimed by this process: a server of the same file leaves it alone.
    ...{ status: 'pending' as const, message: ownerId(), type },
    payload: { ...payloadOf?.(space), ...data },
  };
  integrationEvents(sandbox.db).insert(row);
  const { arrived, log } = await send(sandbox, row, to, []);
  finishEvent(sandbox.db, row.id, arrived ? 'success' : 'failed', log);
  return { id: row.id, type, integration, to: new URL(to).origin, delivered: arrived, logs: log };
}

function revisionOf(space: SpaceRow | undefined): object {
  return { spaceId: space?.id, revisionId: space?.revision };
}

function spaceOf(sandbox: Sandbox, type: string, named: string | undefined, organization = '') {
  if (named === undefined && type.startsWith('space_'))
    throw new UsageError(`--space is required for ${type}`, { hint: '--space <space>' });
  if (named === undefined) return undefined;
  const found = sandbox.db.get<object>(
    'SELECT * FROM spaces WHERE organization = ?1 AND deletedAt IS NULL AND (id = ?2 OR title = ?2) ORDER BY rowid LIMIT 1',
    ...[organization, named],
  );
  if (found) return spaces.read(found);
  throw new NotFoundError(`the organization of the integration has no space ${JSON.stringify(named)}`, {
    hint: 'docs spaces list',
  });
}
