// Taking back what was done to what readers of a site meet: redirects, keys, looks, links.

import { splitInput } from '../../api/operation.ts';
import { getFont, updateFont } from '../../api/sites/fonts.ts';
import { getHostname } from '../../api/sites/site-publishing.ts';
import * as siteRedirects from '../../api/sites/site-redirects.ts';
import type { Client } from '../../client/client.ts';
import {
  asItem,
  beforeOf,
  byGet,
  type Change,
  cannotUndo,
  type Input,
  type Item,
  inList,
  isSameValue,
  itemsOf,
  made,
  type Reversals,
  restoring,
  type Undo,
} from './reversal.ts';

const redirect = inList(siteRedirects.listRedirects, 'siteRedirectId');
/** The redirects that a push is about, by what it does to each: `live /old`, `draft /old`. */
const keysOf = ({ source, intent }: Item): string[] =>
  (intent === 'publish' ? ['live', 'draft'] : [intent === 'draft' ? 'draft' : 'live']).map(
    (state) => `${state} ${source}`,
  );

async function redirectsOf(client: Client, input: Input): Promise<Item> {
  const state: Record<string, unknown> = Object.fromEntries(
    itemsOf(input.redirects)
      .flatMap(keysOf)
      .map((key) => [key, null]),
  );
  for await (const { items } of client.pages(
    siteRedirects.listRedirects,
    splitInput(siteRedirects.listRedirects, input).params as never,
  )) {
    for (const { source, draft, permanent, captureWildcard, destination } of items.map(asItem)) {
      const key = `${draft === true ? 'draft' : 'live'} ${source}`;
      if (key in state) state[key] = { permanent, captureWildcard, destination };
    }
  }
  return state;
}

/** `https://example.com`, `section EVtn...`: where a redirect leads, and what else is not as usual. */
function leadsTo(redirect: unknown): string | null {
  if (redirect === null || redirect === undefined) return null;
  const { destination, permanent, captureWildcard } = asItem(redirect);
  const { kind, url, ...ids } = asItem(destination);
  const where = url ?? [String(kind).replaceAll('-', ' '), Object.values(ids).at(-1)].join(' ');
  const flags = [
    ...(permanent === true ? ['permanent'] : []),
    ...(captureWildcard === true ? ['with all below'] : []),
  ];
  return [where, ...flags].join(', ');
}

function pushBack(change: Change): Undo {
  const before = beforeOf(change);
  const rows = Object.entries(before).map(([key, was]) => {
    const [, intent, source] = /^(\w+) (.*)$/s.exec(key) ?? [];
    return { source, intent, destination: null, ...asItem(was) };
  });
  if (rows.length > siteRedirects.MOST_REDIRECTS)
    throw cannotUndo(`it published more than ${siteRedirects.MOST_REDIRECTS / 2} redirects`);
  return {
    operation: siteRedirects.pushRedirects,
    input: { ...splitInput(siteRedirects.pushRedirects, change.input).params, redirects: rows },
    project: (item: Item = {}) => item,
    original: before,
    expected: {},
    shown: (item: Item = {}) =>
      Object.keys(before)
        .filter((key) => !isSameValue(item[key], before[key]))
        .map((key) => ({ name: key, from: leadsTo(item[key]), to: leadsTo(before[key]) })),
    note: 'a redirect that was deleted gets a new ID',
  };
}

/** A redirect that was deleted, as it was. Where its path is taken by now, the platform refuses a second one. */
function createAgain(change: Change): Undo {
  const { source, destination, permanent, captureWildcard, draft } = beforeOf(change);
  const settings = { source, destination, permanent, captureWildcard, draft };
  return {
    operation: siteRedirects.createRedirect,
    input: { ...splitInput(siteRedirects.createRedirect, change.input).params, ...settings },
    mayBeGone: true,
    project: (item) => (item ? { source: item.source, destination: item.destination } : {}),
    original: { source, destination },
    expected: {},
    note: 'a redirect that was deleted gets a new ID',
  };
}

export default {
  'fonts.create': made('docs fonts delete {id}'),
  'fonts.update': restoring(updateFont, { read: byGet(getFont), without: ['fontFaces'] }),
  'fonts.delete': { read: byGet(getFont), why: 'its files are lost', hint: 'docs fonts create --help' },
  'storage.upload': { why: 'an upload URL expires by itself' },
  'customHostnames.check': { why: 'nothing was changed' },
  'customHostnames.delete': { read: byGet(getHostname), why: 'a domain is added in the app' },
  'siteChannels.create': made('docs channels delete {id}'),
  'siteChannels.update': { why: 'set it up again as it was', hint: 'docs channels update --help' },
  'siteChannels.delete': { why: 'it must be set up again', hint: 'docs channels create --help' },
  'siteStyleguide.template': {
    why: 'the content before is in the earlier revisions',
    hint: 'docs revisions --help',
  },
  'siteStyleguide.create': made('docs spaces delete {id}'),
  'siteStyleguide.run': { why: 'its change requests can be archived instead', hint: 'docs cr update --help' },
  'siteRedirects.create': made('docs redirects delete {id}'),
  'siteRedirects.update': restoring(siteRedirects.updateRedirect, { read: redirect }),
  'siteRedirects.push': { read: redirectsOf, undo: pushBack },
  'siteRedirects.delete': { read: redirect, undo: createAgain },
} satisfies Reversals;
