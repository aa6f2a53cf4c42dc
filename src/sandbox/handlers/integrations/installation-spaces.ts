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
  FIDELITY,
  readBinding,
  removeBinding,
  updateBinding,
} from '../../actions/integrations/bindings.ts';
import { readInstallation } from '../../actions/integrations/installations.ts';
import { created, deleted, handle } from '../../handler.ts';
import { boundPage, boundView, SPACE } from '../../views/integrations/bindings.ts';
import { visibleSpaces } from '../../visible-spaces.ts';

const EVERY_SPACE = { where: [], params: [] };

export default [
  handle(listInstallationSpaces, (call, { extended, page, limit, ...ref }) => {
    const { row } = readInstallation(call, ref);
    const visible = 'integration' in call.caller ? EVERY_SPACE : visibleSpaces(call, row.organization);
    return boundPage(call, SPACE, {
      list: `${listInstallationSpaces.id} ${row.id}`,
      where: [...visible.where, 'i.id = ?'],
      params: [...visible.params, row.id],
      order: ['s.rowid'],
      query: { page, limit },
      extended,
    });
  }),

  handle(addInstallationSpace, (call, { space, extended, ...ref }) => {
    const shown = boundView(call, SPACE, addBinding(call, ref, { kind: 'space', id: space }), extended);
    return created(shown, shown.urls.location);
  }),

  handle(getInstallationSpace, (call, { spaceId, extended, ...ref }) =>
    boundView(call, SPACE, readBinding(call, ref, { kind: 'space', id: spaceId }), extended),
  ),

  handle(updateInstallationSpace, (call, { spaceId, extended, configuration, externalIds, ...ref }) => {
    const bound = updateBinding(call, ref, { kind: 'space', id: spaceId }, { configuration, externalIds });
    return boundView(call, SPACE, bound, extended);
  }),

  handle(removeInstallationSpace, (call, { spaceId, ...ref }) =>
    deleted(removeBinding(call, ref, { kind: 'space', id: spaceId })),
  ),
];

export const fidelity = FIDELITY;
