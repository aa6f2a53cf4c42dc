// Templates: pages to begin with.
import { applyTemplate } from '../../../api/content/templates.ts';
import { commitOn, headOf, requireEditable } from '../../actions/content/content-target.ts';
import { visibleTarget } from '../../actions/content/content-view.ts';
import { templatePages } from '../../actions/content/templates/pages.ts';
import { insertPage } from '../../content/tree.ts';
import { contentStore, revisionsStore } from '../../db/content/content.ts';
import { type FidelityOf, handle, reply } from '../../handler.ts';
import { newId } from '../../ids.ts';

export default [
  // The pages come after those that are there: nothing is replaced.
  handle(applyTemplate, (call, { spaceId, id, params }) =>
    call.db.transaction(() => {
      const target = visibleTarget(call, { spaceId });
      call.access.requireSpace(target.space, 'edit');
      requireEditable(target);
      const making = { content: contentStore(call.db), newId, now: call.now().toISOString() };
      const pages = templatePages({ id, contentRefs: params?.contentRefs }, making);
      const before = revisionsStore(call.db).tree(headOf(target));
      const tree = pages.reduce((grown, page) => insertPage(grown, page), before);
      commitOn(call, target, { tree, userId: call.caller.userId });
      return reply<undefined>(201);
    }),
  ),
];

export const fidelity: FidelityOf = {
  'templates.apply': { limited: 'The templates are those of the sandbox.' },
};
