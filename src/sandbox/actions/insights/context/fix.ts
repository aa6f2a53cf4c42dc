// Change requests for findings: with the edit where it is known what repairs them, empty for somebody to write otherwise.

import { block, documentOf, leaf, textNode } from '../../../../markdown/nodes.ts';
import { findPage, replacePage } from '../../../content/tree.ts';
import { contentStore, revisionsStore } from '../../../db/content/content.ts';
import { liveSpace } from '../../../db/content/spaces.ts';
import type { Database } from '../../../db/database.ts';
import { type Fix, findingChangeRequests, type SiteFindingRow } from '../../../db/insights/context.ts';
import { shownSiteSpaces } from '../../../db/sites/sites.ts';
import type { Sandbox } from '../../../sandbox.ts';
import { commitOn, contentTarget } from '../../content/content-target.ts';
import { openChangeRequest } from '../../review/change-requests.ts';
import { relinked } from './broken-links.ts';

const SUBJECT_LENGTH = 100;

/** The text of a finding as a rich document. */
export const findingText = (text: string) => documentOf([block('paragraph', [textNode(leaf(text))])]);

/** Where a finding is to be fixed: the space of its pages, or the first one that the site shows. */
export const spaceToFix = ({ db }: Sandbox, { space, site }: SiteFindingRow): string | undefined =>
  space ?? shownSiteSpaces(db, site)[0]?.space;

/** Makes one, unless somebody works on another already. Call it in a transaction. */
export function proposeFix(sandbox: Sandbox, finding: SiteFindingRow, userId: string): void {
  const { db } = sandbox;
  const spaceId = spaceToFix(sandbox, finding);
  if (spaceId === undefined || isInWork(db, finding.id)) return;
  const made = openChangeRequest(sandbox, {
    spaceId,
    userId,
    // What holds no edit yet waits for somebody who writes it.
    status: finding.fix === null ? 'draft' : 'open',
    subject: [...`Fix: ${finding.title}`].slice(0, SUBJECT_LENGTH).join(''),
    description: findingText(finding.description),
  });
  findingChangeRequests(db).insert({ finding: finding.id, changeRequest: made.id });
  if (finding.fix !== null) applyFix(sandbox, spaceId, made.id, finding.fix, userId);
}

/** Whether somebody works on it: a change request that is neither merged nor archived. */
const isInWork = (db: Database, finding: string): boolean =>
  db.get(
    `SELECT 1 FROM findingChangeRequests f JOIN change_requests c ON c.id = f.changeRequest
     WHERE f.finding = ? AND c.status IN ('draft', 'open')`,
    finding,
  ) !== undefined;

function applyFix(
  sandbox: Sandbox,
  spaceId: string,
  changeRequestId: string,
  { href, to }: Fix,
  userId: string,
): void {
  const { db } = sandbox;
  const before = revisionsStore(db).tree(liveSpace(db, spaceId).revision);
  const tree = Object.entries(to).reduce((grown, [id, better]) => {
    const page = findPage(grown, id)?.page;
    if (page?.markdown === undefined) return grown;
    const text = contentStore(db).text(page.markdown);
    const markdown = contentStore(db).put(relinked(text, href, better));
    const updatedAt = sandbox.now().toISOString();
    return replacePage(grown, id, (one) => ({ ...one, markdown, updatedAt }));
  }, before);
  if (tree !== before)
    commitOn(sandbox, contentTarget(sandbox, { spaceId, changeRequestId }), { tree, userId });
}
