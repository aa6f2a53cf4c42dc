// Places in content and links between them as the platform writes them.

import type { Page } from '../../../api/content/content.ts';
import type { ContentRef } from '../../../api/content/content-ref.ts';
import type { Link, Location, VersionContext } from '../../../api/content/locations.ts';
import type { Space } from '../../../api/content/spaces.ts';
import type { Organization } from '../../../api/people/organizations.ts';
import type { ContentTarget } from '../../actions/content/content-target.ts';
import { viewOf } from '../../actions/content/content-view.ts';
import type { PageLink } from '../../actions/content/resolved-links.ts';
import type { FileNode, Tree } from '../../content/model.ts';
import { type Placed, placedById } from '../../content/tree.ts';
import { revisionsStore } from '../../db/content/content.ts';
import { type SpaceRow, spaceStore } from '../../db/content/spaces.ts';
import { organizationStore } from '../../db/people/organizations.ts';
import type { Call } from '../../sandbox.ts';
import { organizationView } from '../people/organizations.ts';
import { userView } from '../people/users.ts';
import { changeRequestView } from '../review/change-requests.ts';
import { fileView, pageView } from './pages.ts';
import { smallRevisionView } from './revisions.ts';
import { spaceView } from './spaces.ts';

export interface Locations {
  link(link: PageLink): Link;
  page(placed: Placed, anchor: string): Location;
}

/** Pages and files that a list may repeat the whole revision for. */
const MOST_REPEATED = 20_000;

/** Views of one revision; what many places share is made once. `copies`: how often the revision itself would be told. */
export function locationsIn(
  call: Call,
  target: ContentTarget,
  revision: string,
  { copies }: { copies?: number } = {},
): Locations {
  const tree = revisionsStore(call.db).tree(revision);
  const view = viewOf(call, target, {});
  const inSpace = { ...placeOf(call, target.space), ...contextOf(call, target, revision, tree, copies) };
  const placedPages = placedById(tree);
  let files: ReadonlyMap<string, FileNode> | undefined;
  const filesById = () => {
    files ??= new Map(tree.files.map((file) => [file.id, file]));
    return files;
  };
  const pages = new Map<string, Page>();
  const shownPage = ({ page, path }: Placed) => {
    // A reference names the page itself: with its children, links to the first page would tell the whole tree.
    const shown = pages.get(page.id) ?? pageView(view, { ...page, pages: [] }, path);
    pages.set(page.id, shown);
    return shown;
  };
  const pageAt = (placed: Placed, anchor: string): Location => ({
    kind: 'page',
    ...inSpace,
    page: shownPage(placed),
    ...(anchor !== '' && { internalLocation: { type: 'anchor' as const, anchor } }),
  });
  const here = (ref: ContentRef): Location | undefined => {
    if (ref.kind === 'page' || ref.kind === 'anchor') {
      const placed = placedPages.get(ref.page ?? '');
      return placed && pageAt(placed, ref.kind === 'anchor' ? ref.anchor : '');
    }
    if (ref.kind === 'file') {
      const file = filesById().get(ref.file);
      return file && { kind: 'file', ...inSpace, file: fileView(view, file) };
    }
    if (ref.kind !== 'reusable-content') return undefined;
    const content = tree.reusableContents.find(({ id }) => id === ref.reusableContent);
    return (
      content && {
        kind: 'reusable-content',
        ...inSpace,
        reusableContent: { id: content.id, title: content.title },
      }
    );
  };
  return {
    page: pageAt,
    link({ status, relation, target: ref, href, placed, places }) {
      const found = ref && (isElsewhere(ref) ? undefined : here(ref));
      // What leads nowhere is told as it is written: somebody has to find it.
      const targetReference =
        found ?? (ref ? outside(call, target.space, ref) : { kind: 'url' as const, url: href });
      return {
        status,
        relation,
        ...(targetReference && { targetReference }),
        locationReferences: places.map((anchor) => pageAt(placed, anchor)),
      };
    },
  };
}

const isElsewhere = (ref: ContentRef) => 'space' in ref && ref.space !== undefined;

function placeOf(call: Call, row: SpaceRow): { organization: Organization; space: Space } {
  return { organization: organizationOf(call, row.organization), space: spaceView(call, row) };
}

function organizationOf(call: Call, id: string): Organization {
  const row = organizationStore(call.db).row(id);
  // A space cannot be without its organization: the table says so.
  if (!row) throw new Error(`no organization ${id}`);
  return organizationView(call, row);
}

function contextOf(
  call: Call,
  { space, changeRequest }: ContentTarget,
  revision: string,
  tree: Tree,
  copies: number | undefined,
): { versionContext?: VersionContext } {
  if (changeRequest) {
    return {
      versionContext: { type: 'changeRequest', changeRequest: changeRequestView(call, changeRequest) },
    };
  }
  const size = placedById(tree).size + tree.files.length;
  const row =
    copies === undefined || copies * size > MOST_REPEATED ? undefined : revisionsStore(call.db).get(revision);
  return row
    ? { versionContext: { type: 'revision', revision: smallRevisionView(viewOf(call, { space }, {}), row) } }
    : {};
}

/** Things that no revision of this space holds. Absent where the caller may not see them. */
function outside(call: Call, own: SpaceRow, ref: ContentRef): Location | undefined {
  const organization = () => organizationOf(call, own.organization);
  switch (ref.kind) {
    case 'url':
      return { kind: 'url', url: ref.url };
    case 'user':
      return { kind: 'user', user: userView(call, ref.user) };
    case 'collection':
      return { kind: 'collection', organization: organization(), collection: { id: ref.collection } };
    case 'openapi':
      return { kind: 'openapi', organization: organization(), openAPISpec: { id: ref.spec } };
    case 'space':
    case 'page':
    case 'anchor':
      return ref.space === undefined ? undefined : inOtherSpace(call, ref.space, ref);
    default:
      return undefined;
  }
}

function inOtherSpace(call: Call, id: string, ref: ContentRef): Location | undefined {
  const row = spaceStore(call.db).row(id);
  if (!row || row.deletedAt !== null || call.access.spaceRole(row) === undefined) return undefined;
  if (ref.kind !== 'page' && ref.kind !== 'anchor') return { kind: 'space', ...placeOf(call, row) };
  const placed = placedById(revisionsStore(call.db).tree(row.revision)).get(ref.page ?? '');
  const page =
    placed && pageView(viewOf(call, { space: row }, {}), { ...placed.page, pages: [] }, placed.path);
  return page && { kind: 'page', ...placeOf(call, row), page };
}
