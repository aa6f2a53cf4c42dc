// What organizations tell their agents.
import type { RichDocument } from '../../../api/content/rich-document.ts';
import { perDatabase } from '../database.ts';
import { insertRow } from '../rows.ts';

export const agentInstructionTables = `
CREATE TABLE agentInstructions (
  organization TEXT PRIMARY KEY REFERENCES organizations(id) ON DELETE CASCADE,
  instructions TEXT NOT NULL,
  updatedAt TEXT NOT NULL,
  updatedBy TEXT NOT NULL
) STRICT`;

interface InstructionsRow {
  instructions: RichDocument;
  updatedAt: string;
  /** User id. */
  updatedBy: string;
}

export const agentInstructionStore = perDatabase((db) => ({
  row(organization: string): InstructionsRow | undefined {
    const stored = db.get<Omit<InstructionsRow, 'instructions'> & { instructions: string }>(
      'SELECT instructions, updatedAt, updatedBy FROM agentInstructions WHERE organization = ?',
      organization,
    );
    // Written below only, after it was checked.
    return stored && { ...stored, instructions: JSON.parse(stored.instructions) as RichDocument };
  },
  set(organization: string, { instructions, updatedAt, updatedBy }: InstructionsRow) {
    db.run('DELETE FROM agentInstructions WHERE organization = ?', organization);
    const text = JSON.stringify(instructions);
    insertRow(db, 'agentInstructions', { organization, instructions: text, updatedAt, updatedBy });
  },
}));
