// Editing the content of change requests.
import { updateChangeRequestContent } from '../../../api/review/change-request-content.ts';
import { changeRequestOf } from '../../actions/content/content-target.ts';
import { viewOf, visibleTarget } from '../../actions/content/content-view.ts';
import { type Effect, editContent } from '../../actions/review/change-request-content.ts';
import { insertedFiles } from '../../actions/review/inserted-files.ts';
import type { FidelityOf } from '../../fidelity.ts';
import { handle } from '../../handler.ts';
import { locationUrl } from '../../urls.ts';
import { fileView } from '../../views/content/pages.ts';
import { changeRequestView } from '../../views/review/change-requests.ts';

export default [
  handle(updateChangeRequestContent, async (call, { changes, compat = false, ...ref }) => {
    // Who may not edit gets nothing fetched.
    call.access.requireSpace(visibleTarget(call, ref).space, 'edit');
    const files = await insertedFiles(call, changes);
    const { target, effects } = editContent(call, ref, changes, files);
    const row = changeRequestOf(call, ref.spaceId, ref.changeRequestId);
    const changeRequest = changeRequestView(call, row);
    if (compat) return changeRequest;
    const base = `/v1/spaces/${ref.spaceId}/change-requests/${row.id}/content/page`;
    const shown = (effect: Effect) => {
      if (effect.object === 'deleted_page') return effect;
      const { object, page: id, ref: name } = effect;
      const page = { object: 'page', id, urls: { location: locationUrl(call, `${base}/${id}`) } } as const;
      return object === 'created_page'
        ? { object, page, ...(name !== undefined && { ref: name }) }
        : { object, page };
    };
    const view = viewOf(call, target, {});
    return {
      changeRequest,
      changes: effects.map(shown),
      ...(files.length > 0 && { insertedFiles: files.map((file) => fileView(view, file)) }),
    };
  }),
];

export const fidelity: FidelityOf = {
  update: {
    limited:
      'Single blocks cannot be reverted: content is Markdown. Files are named by their address, or file-1.',
  },
};
