// Where the PDF of a space or a change request can be fetched.
import { findPage } from '../../content/tree.ts';
import { revisionsStore } from '../../db/content/content.ts';
import { downloadUrl } from '../../downloads.ts';
import type { Call } from '../../sandbox.ts';
import { notFound } from '../../wire-error.ts';
import { type ContentTarget, headOf } from './content-target.ts';

export interface PdfPart {
  /** Id of the first page. */
  page?: string | undefined;
  /** That page alone. */
  only?: boolean | undefined;
}

/** The address needs no token. Throws 404 for a page that is not there. */
export function pdfUrl(call: Call, target: ContentTarget, { page, only }: PdfPart): string {
  const revision = headOf(target);
  if (page !== undefined && !findPage(revisionsStore(call.db).tree(revision), page))
    throw notFound('page', page);
  return downloadUrl(call, {
    kind: 'pdf',
    space: target.space.id,
    revision,
    ...(target.changeRequest && { changeRequest: target.changeRequest.id }),
    ...(page !== undefined && { page }),
    ...(only !== undefined && { only }),
  });
}
