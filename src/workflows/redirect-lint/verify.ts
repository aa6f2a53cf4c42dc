// Whether readers of known addresses still arrive: asks the published site, as a stranger without a token.
import { listRedirects } from '../../api/sites/site-redirects.ts';
import type { Site } from '../../api/sites/sites.ts';
import type { Client } from '../../client/client.ts';
import { mapPool } from '../../client/pool.ts';
import { ConfigError, ConflictError, DocsError, EXIT, NetworkError } from '../../errors.ts';
import { maskUrl } from '../../files/mask-url.ts';
import { parsedUrl } from '../../files/plain-forms.ts';
import { shell } from '../../files/shell-word.ts';

export type Arrival = 'ok' | 'redirected' | 'leaves' | 'broken' | 'unsure';

export interface Verified {
  /** As it was given: a URL, or a path of the site. */
  url: string;
  outcome: Arrival;
  /** The last status; absent where nothing answered. */
  status?: number;
  /** Where readers end, if they are redirected. */
  target?: string;
  message: string;
}

/** Readers give up sooner than browsers do. */
const MOST_HOPS = 10;
/** One host is asked, and it is not to notice. */
const AT_ONCE = 4;

/** The address of the published site. Throws ConflictError where a stranger has nothing to ask. */
export function publishedRoot(client: Client, site: Site): string {
  const { published } = site.urls;
  const hint = shell`docs sites get ${site.id}`;
  if (!site.published || published === undefined)
    throw new ConflictError(`site "${site.title}" is not published`, { hint });
  if (site.visibility === 'visitor-auth' || site.visibility === 'share-link')
    throw new ConflictError(
      `only visitors who sign in or have a link see site "${site.title}": its addresses cannot be verified`,
      { hint },
    );
  if (client.origin === 'sandbox:')
    throw new ConfigError('this sandbox does not serve its sites', { hint: 'docs sandbox serve' });
  return published.endsWith('/') ? published : `${published}/`;
}

/** The address of a known path or URL; undefined for a URL of another host. */
export function addressOn(root: string, known: string): string | undefined {
  const own = new URL(root);
  if (known.startsWith('/') && !known.startsWith('//')) return parsedUrl(root + known.slice(1))?.href;
  const url = parsedUrl(known);
  if (!url || url.host !== own.host || !/^https?:$/.test(url.protocol)) return undefined;
  return own.origin + url.pathname + url.search;
}

/** Sources of the live redirects without a wildcard, and how many others there are. */
export async function knownSources(
  client: Client,
  ref: { organizationId: string; siteId: string },
): Promise<{ sources: string[]; drafts: number; wildcards: number }> {
  const known = { sources: [] as string[], drafts: 0, wildcards: 0 };
  for await (const { items } of client.pages(listRedirects, ref))
    for (const { source, draft } of items)
      if (draft) known.drafts += 1;
      else if (source.endsWith('*')) known.wildcards += 1;
      else known.sources.push(source);
  return known;
}

interface Verifying {
  /** Of the published site, with a slash at its end. */
  root: string;
  known: readonly string[];
  /** They are redirects: one that answers with a page of its own does not redirect. */
  areRedirects: boolean;
  onDone?: (count: number) => void;
}

/** In the order given. Throws what the network throws where the site cannot be reached at all. */
export async function verifyAddresses(
  client: Client,
  { root, known, areRedirects, onDone = () => {} }: Verifying,
): Promise<Verified[]> {
  if (known.length === 0) return [];
  await reach(client, root);
  let count = 0;
  const results = await mapPool(
    known,
    AT_ONCE,
    async (url) => {
      const found = await arrival(client, root, url);
      onDone(++count);
      return areRedirects && found.outcome === 'ok'
        ? {
            ...found,
            outcome: 'broken' as const,
            message: 'a page is at this path, so the redirect never applies',
          }
        : found;
    },
    { onRateLimit: client.onRateLimit },
  );
  return results.map((result) => {
    if (result.ok) return result.value;
    throw result.error;
  });
}

/** One look first: a site that nobody reaches has no answer for any of its addresses. */
async function reach(client: Client, root: string): Promise<void> {
  try {
    await client.visit(root);
  } catch (error) {
    if (!isOfOne(error)) throw error;
    throw new NetworkError(`the site cannot be reached: ${error.message}`, {
      hint: `check ${root} in a browser`,
      cause: error,
    });
  }
}

async function arrival(client: Client, root: string, url: string): Promise<Verified> {
  const start = addressOn(root, url);
  if (start === undefined) return { url, outcome: 'broken', message: 'is not a URL of the site' };
  const passed = new Set<string>();
  try {
    for (let at = start; ; ) {
      passed.add(at);
      const { status, location } = await client.visit(at);
      if (status < 300 || status >= 400 || location === undefined)
        return { url, status, ...(at !== start && { target: at }), ...judged(status, at !== start) };
      const next = nextOn(root, location, at, passed);
      if (typeof next !== 'string') return { url, status, ...next };
      at = next;
    }
  } catch (error) {
    if (!isOfOne(error)) throw error;
    return { url, outcome: 'unsure', message: error.message };
  }
}

/** The next address of a reader who is redirected, or where that ends. */
function nextOn(
  root: string,
  location: string,
  at: string,
  passed: ReadonlySet<string>,
): string | Pick<Verified, 'outcome' | 'target' | 'message'> {
  const next = parsedUrl(location, at);
  if (!next) return { outcome: 'broken', message: 'redirects to what is not a URL' };
  next.hash = '';
  const target = maskUrl(next.href);
  if (next.host !== new URL(root).host)
    return { target, outcome: 'leaves', message: `leads to ${next.host}, which was not asked` };
  const address = new URL(next.pathname + next.search, root).href;
  if (passed.has(address)) return { target, outcome: 'broken', message: 'redirects in a circle' };
  if (passed.size > MOST_HOPS)
    return { target, outcome: 'broken', message: `redirects more than ${MOST_HOPS} times` };
  return address;
}

/** An exchange that failed: the other addresses may fare better. A time limit or Ctrl-C ends all. */
const isOfOne = (error: unknown): error is DocsError =>
  error instanceof DocsError &&
  error.http !== undefined &&
  [EXIT.failed, EXIT.retryLater].some((exit) => exit === error.exit);

function judged(status: number, wasRedirected: boolean): Pick<Verified, 'outcome' | 'message'> {
  if (status < 300)
    return wasRedirected
      ? { outcome: 'redirected', message: 'readers are redirected to a page' }
      : { outcome: 'ok', message: 'a page answers' };
  const isSure = status < 500 && ![401, 403, 408, 425, 429].includes(status);
  return { outcome: isSure ? 'broken' : 'unsure', message: `answers ${status}` };
}
