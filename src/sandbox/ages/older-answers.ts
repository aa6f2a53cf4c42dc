// Answers and requests as a host of the oldest version gives and takes them: in forms that newer ones have changed, and without what came later.
import { isRecord } from '../../files/is-record.ts';

/** Takes an answer of the newest version. What is in neither form otherwise stays: a newer field harms nobody. */
export function olderAnswer(value: unknown): unknown {
  if (Array.isArray(value)) return value.filter((one) => !isNewer(one)).map(olderAnswer);
  if (!isRecord(value) || value instanceof Uint8Array) return value;
  const own = Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, olderAnswer(inner)]));
  return { ...own, ...countIn(value), ...pageMenuIn(value) };
}

/** Links in a navigation, redirects of all that is below a path, and whoever has access by a grant on a site. */
const isNewer = (one: unknown): boolean =>
  isRecord(one) &&
  (one.object === 'site-external-link' ||
    (one.object === 'site-redirect' && String(one.source).includes('*')) ||
    (isRecord(one.origin) && one.origin.type === 'site'));

/** Of a list, without what is not in it. */
function countIn({ items, count }: Readonly<Record<string, unknown>>): { count?: number } {
  if (!Array.isArray(items) || typeof count !== 'number') return {};
  return { count: count - items.filter(isNewer).length };
}

/** What the menu of a page holds was a setting each. */
function pageMenuIn({ pageActions, pdf }: Readonly<Record<string, unknown>>): Record<string, unknown> {
  if (!isRecord(pageActions) || !Array.isArray(pageActions.items) || pdf !== undefined) return {};
  const { items } = pageActions;
  return {
    pdf: { enabled: items.includes('pdf') },
    git: { showEditLink: items.includes('git') },
    pageActions: {
      externalAI: items.includes('external-ai'),
      markdown: items.includes('markdown'),
      mcp: items.includes('mcp'),
    },
  };
}

/** A body of the older form in the newest one; any other as it is. */
export function fromOlder(body: unknown): unknown {
  if (!isRecord(body)) return body;
  const { pageActions, pdf, git, ...rest } = body;
  if (!isRecord(pageActions) || Array.isArray(pageActions.items)) return body;
  const wanted = {
    'external-ai': pageActions.externalAI,
    markdown: pageActions.markdown,
    mcp: pageActions.mcp,
    git: isRecord(git) && git.showEditLink,
    pdf: isRecord(pdf) && pdf.enabled,
  };
  const items = Object.entries(wanted).flatMap(([name, isShown]) => (isShown === true ? [name] : []));
  return { ...rest, pageActions: { items } };
}

/** Fields of a request that only older versions declare, and what newer ones have in their place says as well. */
export const isOlderField = (place: string): boolean =>
  /^body\.(?:pdf|git|pageActions\.(?:externalAI|markdown|mcp))\b/.test(place);
