// Spaces of an organization.
import {
  createSpace,
  deleteSpace,
  duplicateSpace,
  getSpace,
  getSpacePdf,
  listSpaces,
  moveSpace,
  restoreSpace,
  transferSpace,
  updateSpace,
} from '../../../api/content/spaces.ts';
import * as life from '../../actions/content/space-lifecycle.ts';
import { created, deleted, type FidelityOf, handle } from '../../handler.ts';
import { paginate } from '../../paging.ts';
import { LISTED_SPACES, listedSpace, spaceView } from '../../views/content/spaces.ts';
import { visibleSpaces } from '../../who-sees.ts';

// What makes and moves spaces is not needed to read one.
const make = () => import('../../actions/content/spaces.ts');
const place = () => import('../../actions/content/spaces.ts');

export default [
  handle(getSpacePdf, async (call, { page, only, spaceId }) => {
    // Loaded with nothing else of a space.
    const { visibleTarget } = await import('../../actions/content/content-target.ts');
    const { pdfUrl } = await import('../../actions/content/pdf-url.ts');
    return { url: pdfUrl(call, visibleTarget(call, { spaceId }), { page, only }) };
  }),

  handle(listSpaces, (call, { organizationId, ...query }) => {
    call.access.requireOrganization(organizationId, 'view');
    return paginate(call.db, {
      list: `${listSpaces.id} ${organizationId}`,
      columns: LISTED_SPACES,
      from: 'spaces s',
      ...visibleSpaces(call, organizationId),
      order: ['s.position', 's.id'],
      query,
      item: (row: object) => listedSpace(call, row),
    });
  }),

  handle(createSpace, async (call, input) => {
    const space = spaceView(call, await (await make()).createSpace(call, input));
    return created(space, space.urls.location);
  }),

  handle(getSpace, (call, { spaceId, shareKey }) =>
    spaceView(call, life.readSpace(call, spaceId), shareKey === undefined ? {} : { shareKey }),
  ),

  handle(updateSpace, async (call, input) => {
    // With the parser of merge rules, which reading a space does not need.
    const settings = await import('../../actions/content/spaces.ts');
    return spaceView(call, settings.updateSpace(call, input));
  }),

  handle(deleteSpace, async (call, { spaceId }) => deleted(await life.deleteSpace(call, spaceId))),

  handle(duplicateSpace, async (call, { spaceId }) => {
    const space = spaceView(call, await (await make()).duplicateSpace(call, spaceId));
    return created(space, space.urls.location);
  }),

  handle(restoreSpace, (call, { spaceId }) => spaceView(call, life.restoreSpace(call, spaceId))),

  handle(moveSpace, async (call, input) => spaceView(call, (await place()).moveSpace(call, input))),

  handle(transferSpace, async (call, { spaceId, organization }) =>
    spaceView(call, (await place()).transferSpace(call, spaceId, organization)),
  ),
];

export const fidelity: FidelityOf = {
  'spaces.pdf': {
    limited:
      "The layout is the sandbox's, without images of other hosts. Chinese, Japanese and Korean text is not legible: there is no font for it, and a Warning header says so.",
  },
  'spaces.create': {
    limited:
      'Computed content is refused: a space begins empty, with one page or with a template of the sandbox.',
  },
  'spaces.transfer': { limited: 'A new sandbox has one organization, so there is no destination.' },
  'spaces.update': { limited: 'The language is stored; it does not start a translation.' },
};
