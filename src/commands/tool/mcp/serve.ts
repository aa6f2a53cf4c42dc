// docs mcp: the server itself, on standard input and output, for both generations of the protocol.
import { inputRequired, Server, type ServerContext } from '@modelcontextprotocol/server';
import { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio';
import { DocsError, messageOf } from '../../../errors.ts';
import { agentName } from '../../../output/agent.ts';
import { type Answer, bounded, failed } from './answer.ts';
import { type AskFor, apply, plan, undo } from './plan-tools.ts';
import { check, checksIn, find, help, read, review } from './read-tools.ts';
import type { Call, Session } from './session.ts';
import { instructionsFor, type Tool, toolsFor } from './tools.ts';
import { openWire } from './wire.ts';

type Handler = (session: Session, given: Record<string, unknown>, call: Call) => Promise<Answer | AskFor>;

const READING: Readonly<Record<string, Handler>> = {
  docs_find: find,
  docs_help: help,
  docs_read: read,
  docs_review: review,
  docs_check: check,
  docs_plan: plan,
};
const WRITING: Readonly<Record<string, Handler>> = { docs_apply: apply, docs_undo: undo };

/** Serves until the client closes its end. */
export async function serve(session: Session): Promise<void> {
  const { io, signal, version } = session.run.context;
  const tools = toolsFor(session.allowWrite, await checksIn(session.run));
  const handlers = session.allowWrite ? { ...READING, ...WRITING } : READING;
  const { input, output } = openWire(io.stdin, (text) => io.out(text));
  const transport = new StdioServerTransport(input, output);
  const factory = () => {
    const server = new Server(
      { name: 'docs', version },
      { capabilities: { tools: {} }, instructions: instructionsFor(session.allowWrite) },
    );
    // Safe: JSON schemas are plain data.
    server.setRequestHandler('tools/list', async () => ({ tools: tools as never }));
    server.setRequestHandler('tools/call', async ({ params }, context) =>
      answer(session, { tools, handlers }, params, callOf(server, context)),
    );
    return server;
  };
  await new Promise<void>((resolve) => {
    const handle = serveStdio(factory, { transport, onerror: () => {} });
    const end = () => {
      void handle.close().then(resolve, resolve);
    };
    input.once('end', end);
    input.once('close', end);
    signal.addEventListener('abort', end, { once: true });
  });
}

/** Who asks, and whether a person can be asked. */
function callOf(server: Server, { mcpReq }: ServerContext): Call {
  const { envelope = {} } = mcpReq;
  const facts: Record<string, unknown> = { ...envelope };
  const client = Object(facts['io.modelcontextprotocol/clientInfo'] ?? server.getClientVersion());
  const abilities = Object(
    facts['io.modelcontextprotocol/clientCapabilities'] ?? server.getClientCapabilities(),
  );
  const { elicitation } = abilities;
  // An empty object means forms.
  const canElicit =
    elicitation !== undefined && (elicitation.form !== undefined || elicitation.url === undefined);
  const state: unknown = mcpReq.requestState();
  return {
    signal: mcpReq.signal,
    actor: agentName(`${String(client.name ?? 'mcp client')} ${String(client.version ?? '')}`),
    canElicit,
    onProgress: progressOf(mcpReq),
    ...(typeof state === 'string' && { state }),
    ...(mcpReq.inputResponses && { responses: mcpReq.inputResponses }),
  };
}

/** Undefined where the client does not ask for it. What is said on the way is text of the platform, too: only the steps are told. */
function progressOf({ _meta, notify }: ServerContext['mcpReq']): (() => void) | undefined {
  const progressToken = _meta?.progressToken;
  if (progressToken === undefined) return undefined;
  let progress = 0;
  return () => {
    progress += 1;
    notify({ method: 'notifications/progress', params: { progressToken, progress } }).catch(() => {});
  };
}

interface Known {
  tools: readonly Tool[];
  handlers: Readonly<Record<string, Handler>>;
}

async function answer(
  session: Session,
  { tools, handlers }: Known,
  { name, arguments: given = {} }: { name: string; arguments?: Record<string, unknown> | undefined },
  call: Call,
) {
  try {
    const handler = Object.hasOwn(handlers, name) ? handlers[name] : undefined;
    if (!handler)
      throw new DocsError(`there is no tool "${name.slice(0, 60)}" here`, { code: 'UNKNOWN_TOOL', exit: 2 });
    refuseUnknown(tools, name, given);
    call.onProgress?.();
    const result = await inTurn(name, () => handler(session, given, call));
    if ('content' in result) return { ...bounded(result) };
    const { message, schema, state } = result;
    return inputRequired({
      // Safe: a form of one field.
      inputRequests: { consent: inputRequired.elicit({ message, requestedSchema: schema as never }) },
      requestState: state,
    });
  } catch (error) {
    if (error instanceof DocsError) return { ...bounded(failed(error)) };
    const bug = new DocsError(`unexpected error: ${messageOf(error)}`, { code: 'INTERNAL', exit: 1 });
    return { ...bounded(failed(bug)) };
  }
}

const NOUNS: Readonly<Record<string, string>> = {
  string: 'a text',
  integer: 'a whole number',
  array: 'a list',
  object: 'an object',
};

/** Whether a value has the type that a tool says. What is in a list is looked at where it is used. */
function fits(schema: unknown, value: unknown): boolean {
  const { type } = Object(schema);
  if (type === 'integer') return Number.isInteger(value);
  if (type === 'array') return Array.isArray(value);
  return typeof value === type && !Array.isArray(value);
}

/** Throws DocsError for an argument that the tool does not have, that is missing or of another type. */
function refuseUnknown(tools: readonly Tool[], name: string, given: Record<string, unknown>): void {
  const { properties = {}, required = [] } = tools.find((tool) => tool.name === name)?.inputSchema ?? {};
  const odd = Object.keys(given).find((key) => !Object.hasOwn(properties, key));
  const missing = required.find((key) => given[key] === undefined);
  const wrong = Object.entries(given).find(([key, value]) => value !== null && !fits(properties[key], value));
  if (odd === undefined && missing === undefined && wrong === undefined) return;
  const message =
    odd !== undefined
      ? `unknown argument "${odd.slice(0, 60)}"`
      : missing !== undefined
        ? `"${missing}" is required`
        : `"${wrong?.[0]}" must be ${NOUNS[Object(properties[wrong?.[0] ?? '']).type]}`;
  throw new DocsError(
    `${name}: ${message}`,
    { code: 'USAGE', exit: 2 },
    { hint: `arguments: ${Object.keys(properties).join(', ')}` },
  );
}

let last: Promise<unknown> = Promise.resolve();

/** Changes are made one after the other; reads go side by side. */
function inTurn<T>(name: string, work: () => Promise<T>): Promise<T> {
  if (!Object.hasOwn(WRITING, name)) return work();
  const mine = last.then(work, work);
  last = mine.catch(() => {});
  return mine;
}
