// The one place where changes meet the journal: between every command and the client. Loads it at the first change.
import type { OperationId } from '../../api/index.ts';
import { mutates, type Operation } from '../../api/operation.ts';
import type { Client } from '../../client/client.ts';
import type { Answer, CallOptions } from '../../client/client-options.ts';
import type { Run } from '../model/command-type.ts';
import type { Neighbors } from './neighbors.ts';

type Input = Record<string, unknown>;

/** An answer older than this says little about the state before a change, and so does one from before a long question. */
const FRESH_MS = 60_000;
/** As many targets as one command may have read before its first change. */
const MOST_KEPT = 20_000;

/** What commands read of their target before they ask. */
const TARGETS: ReadonlySet<string> = new Set<OperationId>([
  'spaces.get',
  'sites.get',
  'collections.get',
  'members.get',
  'teams.get',
  'changeRequests.get',
  'openapi.get',
  'saml.get',
  'pages.listInChangeRequest',
]);

export interface JournalClient extends Client {
  /** What a list has just shown of a thing, as its own read would. */
  noteRead(operation: Operation, input: Input, result: unknown): void;
  /**
   * To be called where many targets were read and agreed to: the changes that follow were worked out from these answers,
   * which are the states before them however long it takes to send them all.
   */
  keepReads(): void;
}

/** The client of a run, whose changes are remembered. DOCS_HISTORY=off turns that off. */
export function withJournal(run: Run, client: Client): JournalClient {
  // A read-only profile refuses a change before anything is read for it.
  if (run.context.env.DOCS_HISTORY === 'off' || run.config().readOnly.value)
    return { ...client, noteRead: () => {}, keepReads: () => {} };
  const seen = new Map<string, { at: number; result: unknown }>();
  let lastRead = 0;
  let keptAt: number | undefined;
  // Whatever order its fields were put together in, an input is the same.
  const keyOf = ({ id }: Operation, input: Input) =>
    `${id} ${JSON.stringify(Object.entries(input).sort(([a], [b]) => (a < b ? -1 : 1)))}`;
  const known = (operation: Operation, input: Input): unknown => {
    const key = keyOf(operation, input);
    const found = seen.get(key);
    // Once: after the change it is no longer so.
    seen.delete(key);
    const isKept = found && keptAt !== undefined && found.at <= keptAt;
    return found && (isKept || Date.now() - found.at < FRESH_MS) ? found.result : undefined;
  };
  const neighborsOf = neighborsOfMoves();
  const keep = (operation: Operation, input: Input, result: unknown) => {
    if (!TARGETS.has(operation.id)) return;
    if (seen.size >= MOST_KEPT) seen.delete(seen.keys().next().value ?? '');
    lastRead = Date.now();
    seen.set(keyOf(operation, input), { at: lastRead, result });
  };

  async function change<T>(
    what: { operation?: Operation; method: string; path: string; input: Input },
    send: () => Promise<Answer<T>>,
  ): Promise<Answer<T>> {
    const { remembered } = await import('./record-change.ts');
    return remembered(run, { client, known, keep, neighbors: await neighborsOf(what.operation) }, what, send);
  }

  const callWithStatus = <O extends Operation>(operation: O, given: unknown, options?: CallOptions) => {
    // Safe: an input is an object, whatever its fields.
    const input = (given ?? {}) as Input;
    const send = () => client.callWithStatus<Operation>(operation, input, options);
    return mutates(operation)
      ? change({ operation, method: operation.method, path: operation.path, input }, send)
      : send();
  };

  return {
    ...client,
    noteRead: keep,
    keepReads() {
      const now = Date.now();
      if (now - lastRead < FRESH_MS) keptAt = now;
    },
    async call(operation, given, options) {
      if (!mutates(operation)) {
        const result = await client.call(operation, given, options);
        keep(operation, { ...Object(given) }, result);
        return result;
      }
      // Safe: the response of this very operation, here and below.
      return (await callWithStatus(operation, given, options)).result as never;
    },
    callWithStatus: async (operation, given, options) =>
      (await callWithStatus(operation, given, options)) as never,
    async raw(request, options) {
      const method = request.method.toUpperCase();
      const send = () => client.raw(request, options);
      if (method === 'GET' || method === 'HEAD') return send();
      const path = request.path.replace(/\?.*$/s, '');
      let text = '';
      const answer = await change({ method, path, input: {} }, async () => {
        const { text: body, ...rest } = await send();
        text = body;
        return { ...rest, result: undefined };
      });
      return { status: answer.status, headers: answer.headers, text };
    },
  };
}

/** Remembers for the moves of a run where things are beside each other; no other change needs that. */
function neighborsOfMoves() {
  let neighbors: Neighbors | undefined;
  return async (operation: Operation | undefined): Promise<Neighbors | undefined> => {
    if (!operation?.id.endsWith('.move')) return undefined;
    const { rememberNeighbors } = await import('./neighbors.ts');
    neighbors ??= rememberNeighbors();
    return neighbors;
  };
}
