// What organizations tell their agents.
import type { RichDocument } from '../../../api/content/rich-document.ts';
import { json, oneOf, table, text } from '../table.ts';

export const agentInstructions = table('agentInstructions', {
  organization: oneOf('organizations'),
  instructions: json<RichDocument>(),
  updatedAt: text(),
  /** User id. */
  updatedBy: text(),
});
