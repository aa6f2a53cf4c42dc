// The spaces of one installation.
import {
  addInstallationSpace,
  getInstallationSpace,
  listInstallationSpaces,
  removeInstallationSpace,
  updateInstallationSpace,
} from '../../../api/integrations/installation-spaces.ts';
import {
  addBinding,
  type Bound,
  readBinding,
  removeBinding,
  updateBinding,
} from '../../actions/integrations/bindings.ts';
import { readInstallation } from '../../actions/integrations/installations.ts';
import { liveSpace, type SpaceRow, spaces } from '../../db/content/spaces.ts';
import {
  BOUND,
  type BoundColumns,
  boundOf,
  boundTo,
  isOn,
} from '../../db/integrations/installation-bindings.ts';
import { created, deleted, type FidelityOf, handle } from '../../handler.ts';
import { paginate } from '../../paging.ts';
import type { Call } from '../../sandbox.ts';
import { spaceView } from '../../views/content/spaces.ts';
import { bindingView } from '../../views/integrations/integrations.ts';
import { visibleSpaces } from '../../visible-spaces.ts';

const placeOf = (id: string) => ({ kind: 'space', id }) as const;

function view(call: Call, { row, binding }: Bound, extended = false) {
  const shown = { ...binding, integration: row.integration, status: row.status };
  return {
    ...bindingView(call, shown, placeOf(binding.target)),
    space: extended ? spaceView(call, liveSpace(call.db, binding.target)) : binding.target,
  };
}

export default [
  handle(listInstallationSpaces, (call, { extended = false, page, limit, ...ref }) => {
    const { row } = readInstallation(call, ref);
    const visible = 'integration' in call.caller ? EVERY_SPACE : visibleSpaces(call, row.organization);
    return paginate(call.db, {
      list: `${listInstallationSpaces.id} ${row.id}`,
      columns: `s.*, ${BOUND}`,
      from: `installations i JOIN integrations n ON n.name = i.integration
        JOIN spaces s ON s.organization = i.organization ${boundTo('space', 's.id')}`,
      where: [
        ...visible.where,
        'i.id = ?',
        's.deletedAt IS NULL',
        "n.target IN ('all', 'space')",
        isOn('space', 'i', 's.id'),
      ],
      params: [...visible.params, row.id],
      order: ['s.rowid'],
      query: { page, limit },
      item: (space: SpaceRow & BoundColumns) => ({
        ...bindingView(call, boundOf(row.integration, space), placeOf(space.id)),
        space: extended ? spaceView(call, spaces.read(space)) : space.id,
      }),
    });
  }),

  handle(addInstallationSpace, (call, { space, extended, ...ref }) => {
    const shown = view(call, addBinding(call, ref, placeOf(space)), extended);
    return created(shown, shown.urls.location);
  }),

  handle(getInstallationSpace, (call, { spaceId, extended, ...ref }) =>
    view(call, readBinding(call, ref, placeOf(spaceId)), extended),
  ),

  handle(updateInstallationSpace, (call, { spaceId, extended, configuration, externalIds, ...ref }) => {
    return view(call, updateBinding(call, ref, placeOf(spaceId), { configuration, externalIds }), extended);
  }),

  handle(removeInstallationSpace, (call, { spaceId, ...ref }) =>
    deleted(removeBinding(call, ref, placeOf(spaceId))),
  ),
];

const EVERY_SPACE = { where: [], params: [] };

const NOTE = 'The integration gets no event for it: its program does not run.';

export const fidelity: FidelityOf = {
  add: { limited: NOTE },
  remove: { limited: NOTE },
  update: { limited: NOTE },
};
