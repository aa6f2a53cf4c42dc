// The one door through which commands and the client reach the sandbox in the same process. All behind it loads lazily.
import type { Operation } from '../api/operation.ts';
import type { Organization } from '../api/people/organizations.generated.ts';
import type { CustomHostname } from '../api/sites/site-publishing.generated.ts';
import type { SandboxAnswer } from './app.ts';
import type { Size } from './demo/large.ts';
import type { EditedPage } from './editing.ts';
import type { FidelityRow } from './fidelity.ts';
import type { Match } from './match.ts';
import type { SandboxRequest } from './read-request.ts';
import type { Triggered, TriggerWish } from './resources/integrations/trigger.ts';
import type { Call, Sandbox } from './sandbox.ts';
import type { ServeOptions } from './serve.ts';
import type { SandboxStatus } from './status.ts';

export type { Age } from './ages/age.ts';
export type { FaultPlan } from './control/faults.ts';
export type { TokenOwner } from './new-token.ts';
export type { PreviewItem } from './preview/preview-places.ts';
export type { PreviewFinding, PreviewPlan, SitePreview } from './preview/preview-site.ts';
export type { ServeOptions } from './serve.ts';
export type { FidelityRow };

type Env = Record<string, string | undefined>;

export interface Door {
  /** Answers one request. Opens the file at the first one: ConfigError when it is missing, damaged or newer. */
  dispatch(operation: Operation, request: SandboxRequest): Promise<SandboxAnswer>;
  /** Which operation a method and a path (no query) mean; downloads too. Throws ValidationError for broken encoding. */
  match(method: string, path: string): Promise<Match | undefined>;
  /** Waits for work that goes on after an answer (git import). Nothing to wait for when nothing was opened. */
  settle(): Promise<void>;
  /** Asks that work to end now. */
  stop(): void;
  close(): void;
}

/** A door to the sandbox in a file; nothing is opened or loaded before the first request. `env` is for git. */
export function sandboxTransport(file: string, { env, now }: { env: Env; now?: () => Date }): Door {
  let opened: Sandbox | undefined;
  return {
    async dispatch(operation, request) {
      const app = await import('./app.ts');
      opened ??= app.openSandbox({ file, env, ...(now && { now }) });
      return app.dispatch(opened, operation, request);
    },
    async match(method, path) {
      const { match } = await import('./match.ts');
      const { asDocsError } = await import('./serving.ts');
      try {
        return match(method, path);
      } catch (error) {
        throw asDocsError(error);
      }
    },
    settle: async () => opened?.background.settle(),
    stop: () => opened?.background.stop(),
    close: () => opened?.db.close(),
  };
}

/** Makes a sandbox; returns a token of its administrator. Throws UsageError when there is one, LocalIoError. */
export async function initSandbox(options: {
  file: string;
  demo: boolean;
  size?: Partial<Size>;
  now: () => Date;
  env: Env;
  replace?: boolean;
}): Promise<{ token: string; organization: string; organizationId: string; user: string }> {
  const { initSandbox } = await import('./init.ts');
  const { adminToken, organization, organizationId, admin } = await initSandbox(options);
  return { token: adminToken, organization, organizationId, user: admin };
}

/** What a removal would take, and removing it. */
export const removals = () => import('./remove.ts');

/** Members of a sandbox, and tokens: to act as one of them, as an integration or as an installation. */
export const newTokens = () => import('./new-token.ts');

/** What a sandbox holds; `check` reads all of it. Throws ConfigError. */
export async function sandboxStatus(file: string, options: { check: boolean }): Promise<SandboxStatus> {
  const { sandboxStatus } = await import('./status.ts');
  return sandboxStatus(file, options);
}

/** Sandbox files filled with what is read of an organization. */
export const clones = () => import('./clone/clone-file.ts');

/** Sites of folders, for as long as somebody looks at them. */
export const previews = () => import('./preview/preview-site.ts');

/** Fonts of the pages that a browser shows. */
export const pageFonts = () => import('./web/web.ts');

/** What tests do with a sandbox beside its API. */
export const controls = () => import('./control/door.ts');

/** The OpenAPI document of all operations, as a sandbox serves it. */
export async function specification(): Promise<Readonly<Record<string, unknown>>> {
  const { openApiDocument } = await import('./openapi-document.ts');
  return openApiDocument();
}

/** How true each operation is to the platform, in the order of the contract. */
export async function fidelityRows(): Promise<{
  rows: FidelityRow[];
  contract: { version: string; unknown: number };
}> {
  const { comparedContract, fidelityRows } = await import('./fidelity.ts');
  return { rows: await fidelityRows(), contract: comparedContract() };
}

export interface Served {
  url: string;
  token: string;
  /** Resolves with the reason when the file was removed or replaced under the server. */
  lost: Promise<Error>;
  /** Returns false when something was cut off. */
  close(): Promise<boolean>;
}

/** Serves a sandbox, with a fresh token of its administrator. Throws ConfigError, LocalIoError; nothing listens then. */
export async function serve(options: ServeOptions): Promise<Served> {
  const { serveSandbox } = await import('./serve.ts');
  const { adminToken } = await import('./new-token.ts');
  const running = await serveSandbox(options);
  try {
    const token = adminToken(running.sandbox.db, options.now?.() ?? new Date());
    return { url: running.url, token, lost: running.lost, close: () => running.close() };
  } catch (error) {
    await running.close();
    throw error;
  }
}

/** Whether only programs of this machine reach an address to listen on. */
export async function isLoopback(host: string): Promise<boolean> {
  const { isLoopback } = await import('./http/listen.ts');
  return isLoopback(host);
}

export interface WritePage {
  token: string;
  spaceId: string;
  /** Id or number; absent: the main content. */
  changeRequestId?: string;
  path: string;
  markdown: string;
  now: () => Date;
  env: Env;
}

/** Writes a page as the owner of the token. Throws errors of errors.ts: what the platform would refuse is refused here. */
export async function writePage(file: string, { token, env, now, ...edit }: WritePage): Promise<EditedPage> {
  const { editPage } = await import('./editing.ts');
  return actOn(file, { token, env, now }, async (call) => {
    const written = await editPage(call, { ...edit, caller: { userId: call.caller.userId } });
    (await import('./app.ts')).sendEvents(call);
    return written;
  });
}

/** Sends an event to the receiver of an integration. Throws as `trigger` does, and ConfigError. */
export async function triggerEvent(
  file: string,
  wish: TriggerWish,
  options: Omit<Acting, 'token'>,
): Promise<Triggered> {
  const { openSandbox } = await import('./app.ts');
  const { trigger } = await import('./resources/integrations/trigger.ts');
  const sandbox = openSandbox({ file, ...options });
  try {
    return await trigger(sandbox, file, wish);
  } finally {
    sandbox.db.close();
  }
}

/** Scans a site and its topics, as the owner of the token; returns how many findings are open. Throws as `writePage` does. */
export async function runSiteScan(
  file: string,
  { organizationId, siteId, ...options }: Acting & { organizationId: string; siteId: string },
): Promise<{ found: number }> {
  const { scanNow, openFindings } = await import('./resources/insights/context/scan.ts');
  return actOn(file, options, async (call) => {
    scanNow(call, { organizationId, siteId });
    await call.background.settle();
    return { found: openFindings(call, siteId) };
  });
}

/** Sets the plan of an organization, as the owner of the token. Throws as `writePage` does. */
export async function setPlan(
  file: string,
  { organizationId, plan, ...options }: Acting & { organizationId: string; plan: Organization['plan'] },
): Promise<void> {
  const states = await import('./resources/people/organizations-rules.ts');
  return actOn(file, options, async (call) => states.setPlan(call, organizationId, plan));
}

/** Sets the state of a domain, as the owner of the token. Throws as `writePage` does. */
export async function setHostnameState(
  file: string,
  {
    hostname,
    status,
    ...options
  }: Acting & { hostname: string; status: NonNullable<CustomHostname['status']> },
): Promise<void> {
  const states = await import('./resources/people/organizations-rules.ts');
  return actOn(file, options, async (call) => states.setHostnameState(call, hostname, status));
}

interface Acting {
  token: string;
  now: () => Date;
  env: Env;
}

/** Does some work as the owner of the token, and all that goes on after it. Throws errors of errors.ts. */
async function actOn<T>(
  file: string,
  { token, env, now }: Acting,
  work: (call: Call) => Promise<T>,
): Promise<T> {
  const { openSandbox } = await import('./app.ts');
  const { accessFor, callerOf, requireKind } = await import('./caller.ts');
  const { asDocsError } = await import('./serving.ts');
  const sandbox = openSandbox({ file, env, now });
  try {
    const caller = callerOf(sandbox, `Bearer ${token}`);
    requireKind({}, caller);
    const done = await work({ ...sandbox, caller, access: accessFor(sandbox.db, caller) });
    await sandbox.background.settle();
    return done;
  } catch (error) {
    throw asDocsError(error);
  } finally {
    sandbox.db.close();
  }
}
