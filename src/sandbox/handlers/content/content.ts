// Revisions of spaces and change requests.
import { getChangeRequestContent, getContent } from '../../../api/content/content.ts';
import { headOf, type TargetRef } from '../../actions/content/content-target.ts';
import { viewOf, visibleTarget } from '../../actions/content/content-view.ts';
import { revisionsStore } from '../../db/content/content.ts';
import { type FidelityOf, handle } from '../../handler.ts';
import type { Call } from '../../sandbox.ts';
import { revisionView } from '../../views/content/revisions.ts';
import { notFound } from '../../wire-error.ts';

interface ContentInput extends TargetRef {
  metadata?: boolean;
  computed?: boolean;
}

function showRevision(call: Call, input: ContentInput) {
  const target = visibleTarget(call, input);
  const row = revisionsStore(call.db).get(headOf(target));
  if (!row) throw notFound('revision', headOf(target));
  return revisionView(viewOf(call, target, input), row);
}

export default [handle(getContent, showRevision), handle(getChangeRequestContent, showRevision)];

const NOTE =
  'Content is Markdown: drawings, embeds and integration blocks are kept as text. Only pages of an OpenAPI specification are computed.';

export const fidelity: FidelityOf = {
  'content.getInChangeRequest': { limited: NOTE },
  'content.get': { limited: NOTE },
};
