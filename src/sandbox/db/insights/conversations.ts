// Support conversations, the issues found in them, and clusters of issues that are alike.
import type {
  ConversationMetadata,
  ConversationPart,
} from '../../../api/insights/conversations.generated.ts';
import { perDatabase } from '../database.ts';
import { insertRow, updateRow } from '../rows.ts';

export const conversationTables = `
CREATE TABLE conversations (
  organization TEXT NOT NULL REFERENCES organizations(id) ON DELETE CASCADE,
  id TEXT NOT NULL,
  subject TEXT,
  source TEXT NOT NULL,
  parts TEXT NOT NULL,
  metadata TEXT NOT NULL,
  createdAt TEXT NOT NULL,
  processedAt TEXT,
  PRIMARY KEY (organization, id)
) STRICT;
CREATE TABLE issuesClusters (
  id TEXT PRIMARY KEY,
  organization TEXT NOT NULL REFERENCES organizations(id) ON DELETE CASCADE,
  label TEXT NOT NULL,
  createdAt TEXT NOT NULL,
  updatedAt TEXT NOT NULL
) STRICT;
CREATE TABLE conversationIssues (
  id TEXT PRIMARY KEY,
  organization TEXT NOT NULL,
  conversation TEXT NOT NULL,
  cluster TEXT NOT NULL REFERENCES issuesClusters(id),
  title TEXT NOT NULL,
  summary TEXT NOT NULL,
  words TEXT NOT NULL,
  createdAt TEXT NOT NULL,
  ingestedAt TEXT NOT NULL,
  FOREIGN KEY (organization, conversation) REFERENCES conversations (organization, id) ON DELETE CASCADE
) STRICT;
CREATE INDEX conversationIssues_by_conversation ON conversationIssues (organization, conversation);
CREATE INDEX conversationIssues_by_cluster ON conversationIssues (cluster)`;

export interface ConversationRow {
  organization: string;
  id: string;
  subject: string | null;
  source: string;
  parts: ConversationPart[];
  metadata: ConversationMetadata;
  createdAt: string;
  processedAt: string | null;
}

type Json = 'parts' | 'metadata';
export type StoredConversation = Omit<ConversationRow, Json> & Record<Json, string>;

export const toConversationRow = (row: StoredConversation): ConversationRow => ({
  ...row,
  // Both are written by this store only.
  parts: JSON.parse(row.parts) as ConversationPart[],
  metadata: JSON.parse(row.metadata) as ConversationMetadata,
});

export interface IssueRow {
  id: string;
  organization: string;
  conversation: string;
  cluster: string;
  title: string;
  summary: string;
  /** JSON: how often each word stands in it. */
  words: string;
  createdAt: string;
  ingestedAt: string;
}

export interface ClusterRow {
  id: string;
  organization: string;
  label: string;
  createdAt: string;
  updatedAt: string;
}

export const conversationStore = perDatabase((db) => ({
  row(organization: string, id: string): ConversationRow | undefined {
    const stored = db.get<StoredConversation>(
      'SELECT * FROM conversations WHERE organization = ? AND id = ?',
      organization,
      id,
    );
    return stored && toConversationRow(stored);
  },
  /** Puts a conversation in, in place of the one that had its id; the issues of that one are gone. */
  replace({ parts, metadata, ...row }: ConversationRow) {
    db.run('DELETE FROM conversations WHERE organization = ? AND id = ?', row.organization, row.id);
    insertRow(db, 'conversations', {
      ...row,
      parts: JSON.stringify(parts),
      metadata: JSON.stringify(metadata),
    });
  },
  issues: (organization: string) =>
    db.all<IssueRow>('SELECT * FROM conversationIssues WHERE organization = ? ORDER BY rowid', organization),
  issue: (organization: string, id: string) =>
    db.get<IssueRow>('SELECT * FROM conversationIssues WHERE organization = ? AND id = ?', organization, id),
  insertIssue: (row: IssueRow) => insertRow(db, 'conversationIssues', row),
  insertCluster: (row: ClusterRow) => insertRow(db, 'issuesClusters', row),
  touchCluster: (id: string, updatedAt: string) => updateRow(db, 'issuesClusters', id, { updatedAt }),
  removeEmptyClusters: (organization: string) =>
    db.run(
      `DELETE FROM issuesClusters WHERE organization = ?
       AND NOT EXISTS (SELECT 1 FROM conversationIssues i WHERE i.cluster = issuesClusters.id)`,
      organization,
    ),
}));
