// What a URL of the app or of a published site refers to.
import { lookUpUrl, resolvePublished } from '../../../api/content/urls.ts';
import { readCollection } from '../../actions/content/collections/collections.ts';
import { headOf } from '../../actions/content/content-target.ts';
import { viewOf, visibleTarget } from '../../actions/content/content-view.ts';
import { liveParts } from '../../actions/sites/live-parts.ts';
import { publishedPlace, siteAtAddress } from '../../actions/sites/published-place.ts';
import { findPageByPath } from '../../content/tree.ts';
import { revisionsStore } from '../../db/content/content.ts';
import { siteStructureStore } from '../../db/sites/site-structure.ts';
import type { FidelityOf } from '../../fidelity.ts';
import { handle } from '../../handler.ts';
import type { Call } from '../../sandbox.ts';
import { collectionView } from '../../views/content/collections.ts';
import { pageView } from '../../views/content/pages.ts';
import { spaceView } from '../../views/content/spaces.ts';
import { changeRequestView } from '../../views/review/change-requests.ts';
import { badRequest, WireError } from '../../wire-error.ts';

interface Content {
  spaceId: string;
  changeRequestId?: string | undefined;
  /** Of a page; empty for none. */
  path: string;
}

/** A served sandbox puts the key of the preview before the path of the app. */
const APP = /^(?:\/~key\/[^/]+)?\/o\/[^/]+\/(s|c)\/([^/]+)(?:\/~\/changes\/([^/]+))?(?:\/(.*))?$/;

const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};

function show(call: Call, { spaceId, changeRequestId, path }: Content) {
  const target = visibleTarget(call, { spaceId, changeRequestId });
  const tree = revisionsStore(call.db).tree(headOf(target));
  const found = path === '' ? undefined : findPageByPath(tree, path);
  if (path !== '' && !found) throw nothing();
  return {
    space: spaceView(call, target.space),
    ...(target.changeRequest && { changeRequest: changeRequestView(call, target.changeRequest) }),
    ...(found && { page: pageView(viewOf(call, target, {}), found.page, found.path) }),
  };
}

const nothing = () => new WireError(404, 'nothing that you can see is at this URL');

/** What readers of a published site find at an address. */
function publishedAt(call: Call, address: string): Content | undefined {
  const at = siteAtAddress(call, address);
  if (!at) return undefined;
  const { site, words } = at;
  const { sections, siteSpaces } = liveParts(siteStructureStore(call.db).rows(site.id));
  const named = sections.find(({ path }) => path === words[0]);
  const below = named ? words.slice(1) : words;
  const section = named ?? sections.find(({ isDefault }) => isDefault === 1);
  const spaces = siteSpaces.filter((one) => one.section === (section?.id ?? null));
  const own = spaces.find(({ path, isDefault }) => path === below[0] && isDefault === 0);
  const place = own ?? spaces.find(({ isDefault }) => isDefault === 1) ?? spaces[0];
  return place && { spaceId: place.space, path: (own ? below.slice(1) : below).join('/') };
}

export default [
  handle(lookUpUrl, (call, { url }) => {
    const inApp = url.startsWith('sandbox:/') ? url.slice('sandbox:'.length) : undefined;
    if (inApp === undefined && !URL.canParse(url)) throw badRequest('url must be a URL');
    const path = inApp ?? new URL(url).pathname;
    const [, kind, id = '', changeRequestId, page = ''] = APP.exec(path) ?? [];
    if (kind === 'c') return { collection: collectionView(call, readCollection(call, decoded(id))) };
    if (kind === 's')
      return show(call, {
        spaceId: decoded(id),
        changeRequestId,
        path: page.split('/').map(decoded).join('/'),
      });
    const found = publishedAt(call, url);
    if (!found) throw nothing();
    return show(call, found);
  }),
  handle(resolvePublished, (call, input) => publishedPlace(call, input)),
];

export const fidelity: FidelityOf = {
  content: 'real',
  published: { limited: 'The API token in the answer opens nothing: the sandbox gives readers none.' },
};
