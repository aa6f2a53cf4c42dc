// Taking back what was done to how readers get into a site, and to what it looks like.
import { splitInput } from '../../api/operation.ts';
import {
  getCustomization,
  getSiteSpaceCustomization,
  OVERRIDE_GROUPS,
  setCustomization,
  updateSiteSpaceCustomization,
} from '../../api/sites/customization.ts';
import {
  getMcpServer,
  getSiteAgentSettings,
  setSiteAgentSettings,
  updateMcpServer,
} from '../../api/sites/site-agent-settings.ts';
import {
  getPublishingAuth,
  listShareLinks,
  updatePublishingAuth,
  updateShareLink,
} from '../../api/sites/site-publishing.ts';
import type { Client } from '../../client/client.ts';
import { NotFoundError } from '../../errors.ts';
import {
  asItem,
  beforeOf,
  byGet,
  type Change,
  type Input,
  type Item,
  inList,
  isSameValue,
  made,
  type Reversals,
  restoring,
  type Undo,
} from './reversal.ts';

const unmasked = { unmasked: true };
const ofSite = byGet(getCustomization, unmasked);
const ofSpace = byGet(getSiteSpaceCustomization, unmasked);

const looks = ({ updatedAt: _, ...rest }: Item = {}): Item => rest;

function siteBack(change: Change): Undo {
  const before = looks(beforeOf(change));
  return {
    operation: setCustomization,
    input: { ...splitInput(setCustomization, change.input).params, ...before },
    project: looks,
    original: before,
    expected: change.after === undefined ? {} : looks(asItem(change.after)),
  };
}

/** What the site space looks like, and what it would look like without anything of its own. */
const bothLooks = async (client: Client, input: Input): Promise<Item> => ({
  own: looks(asItem(await ofSpace(client, input))),
  site: looks(asItem(await ofSite(client, input))),
});

/** Of the fields that were set: the value before, `null` where that was the site's. */
const overridesBefore = (set: Item, own: Item, site: Item, path = ''): Item =>
  Object.fromEntries(
    Object.keys(set).map((key) => {
      const place = path === '' ? key : `${path}.${key}`;
      const [value, of] = [own[key], site[key]];
      if (OVERRIDE_GROUPS.has(place))
        return [key, overridesBefore(asItem(set[key]), asItem(value), asItem(of), place)];
      return [key, isSameValue(value, of) ? null : value];
    }),
  );

/**
 * Of the looks only what is set, field by field: what a group leaves out stays as it is. `null` where the value is that of
 * the site and becomes the own one of the space: from then on it does not follow the site.
 */
const onlySet = (set: Item, own: Item, site: Item, path = ''): Item =>
  Object.fromEntries(
    Object.entries(set).map(([key, value]) => {
      const place = path === '' ? key : `${path}.${key}`;
      const [is, of] = [own[key], site[key]];
      if (OVERRIDE_GROUPS.has(place) && isGiven(value) && isGiven(is))
        return [key, onlySet(asItem(value), asItem(is), asItem(of), place)];
      return [key, isSameValue(is, of) && isSameValue(is, value) ? null : is];
    }),
  );

const isGiven = (value: unknown): boolean => typeof value === 'object' && value !== null;

function spaceBack(change: Change, set: Item): Undo {
  const before = beforeOf(change);
  const [own, site] = [asItem(before.own), asItem(before.site)];
  return {
    operation: updateSiteSpaceCustomization,
    input: {
      ...splitInput(updateSiteSpaceCustomization, change.input).params,
      ...overridesBefore(set, own, site),
    },
    project: (item: Item = {}) => onlySet(set, asItem(item.own), asItem(item.site)),
    original: onlySet(set, own, site),
    expected: {},
  };
}

const bodyOf = ({ input }: Change): Item =>
  Object.fromEntries(
    Object.entries(input).filter(([name]) => !(name in updateSiteSpaceCustomization.params.properties)),
  );

/** Everything that a site space had of its own, as it would be set again. */
const differing = (own: Item, site: Item, path = ''): Item =>
  Object.fromEntries(
    Object.entries(own).flatMap(([key, value]): [string, unknown][] => {
      if (isSameValue(value, site[key])) return [];
      const place = path === '' ? key : `${path}.${key}`;
      return [[key, OVERRIDE_GROUPS.has(place) ? differing(asItem(value), asItem(site[key]), place) : value]];
    }),
  );

/** Throws NotFoundError for a site space that has nothing of its own: then nothing was reset. */
async function ownLooks(client: Client, input: Input): Promise<Item> {
  const { own, site } = await bothLooks(client, input);
  const found = differing(asItem(own), asItem(site));
  if (Object.keys(found).length === 0) throw new NotFoundError('it has no overrides');
  return found;
}

function ownBack(change: Change): Undo {
  const before = beforeOf(change);
  return {
    operation: updateSiteSpaceCustomization,
    input: { ...splitInput(updateSiteSpaceCustomization, change.input).params, ...before },
    project: (item: Item = {}) => item,
    mayBeGone: true,
    original: before,
    expected: {},
  };
}

export default {
  'customization.set': { read: ofSite, undo: siteBack },
  'customization.updateOfSiteSpace': {
    read: bothLooks,
    undo: (change) => spaceBack(change, bodyOf(change)),
  },
  'customization.reset': { read: ownLooks, undo: ownBack },
  'siteShareLinks.create': made('docs share-links delete {id}'),
  'siteShareLinks.update': restoring(updateShareLink, { read: inList(listShareLinks, 'shareLinkId') }),
  'siteShareLinks.delete': {
    read: inList(listShareLinks, 'shareLinkId'),
    why: 'a new share link has another address',
    hint: 'docs share-links create --help',
  },
  'sitePublishing.updateAuth': restoring(updatePublishingAuth, { read: byGet(getPublishingAuth) }),
  'sitePublishing.regenerateAuth': { why: 'the earlier key is gone' },
  'siteMcpServers.create': made('docs mcp-servers delete {id}'),
  'siteMcpServers.update': restoring(updateMcpServer, { read: byGet(getMcpServer) }),
  'siteMcpServers.delete': {
    read: byGet(getMcpServer),
    why: 'its headers are secret and not kept',
    hint: 'docs mcp-servers create --help',
  },
  'siteAgentSettings.set': restoring(setSiteAgentSettings, { read: byGet(getSiteAgentSettings) }),
} satisfies Reversals;
