// What visitors of sites did and asked, and support conversations with the issues found in them.
import type {
  ConversationMetadata,
  ConversationPart,
} from '../../../api/insights/conversations.generated.ts';
import type { SiteQuestion } from '../../../api/insights/question-shapes.generated.ts';
import type { SiteQuestionAnswerSource as AnswerSource } from '../../../api/insights/questions.generated.ts';
import { integerOrNull, json, key, partOf, type RowOf, table, text, textOrNull } from '../table.ts';

export const siteEvents = table(
  'siteEvents',
  {
    site: partOf('sites'),
    occurredAt: text(),
    /** `page_hidden` is the view of a page that exists, but not for this visitor. */
    type: text<
      | 'page_view'
      | 'page_hidden'
      | 'page_post_feedback'
      | 'search_type_query'
      | 'ask_question'
      | 'ask_rate_response'
    >(),
    visitor: text(),
    session: text(),
    url: text(),
    section: textOrNull(),
    siteSpace: textOrNull(),
    space: textOrNull(),
    page: textOrNull(),
    /** ID of the share link that opened the site. */
    shareLink: textOrNull(),
    query: textOrNull(),
    /** Of an answer, or of a page, which may be fair, too. */
    rating: integerOrNull<1 | 0 | -1>(),
    /** JSON: what the site knows of the visitor. */
    claims: text(),
    context: text<'site' | 'embed' | 'server'>(),
  },
  {
    indexes: [
      'CREATE INDEX siteEvents_by_time ON siteEvents (site, occurredAt)',
      'CREATE INDEX siteEvents_by_visitor ON siteEvents (site, visitor, occurredAt)',
    ],
  },
);
export type SiteEventRow = RowOf<typeof siteEvents>;

export const siteQuestions = table(
  'siteQuestions',
  {
    id: key(),
    site: partOf('sites'),
    /** What the question is about, whoever words it: its telling words in the order of the alphabet. */
    words: text(),
    question: text(),
    type: text<SiteQuestion['type']>(),
    createdAt: text(),
  },
  { rest: ['UNIQUE (site, words)'] },
);
export type SiteQuestionRow = RowOf<typeof siteQuestions>;

export const siteAnswers = table(
  'siteAnswers',
  {
    id: key(),
    site: partOf('sites'),
    question: partOf('siteQuestions'),
    text: text(),
    /** The first answer of the thread: itself where nothing went before. */
    thread: text(),
    previous: textOrNull(),
    visitor: text(),
    session: text(),
    rating: integerOrNull<1 | -1>(),
    /** The best first. */
    sources: json<Source[]>(),
    language: text(),
    answered: text<'no' | 'partially' | 'yes'>(),
    helpfulness: text<'low' | 'medium' | 'high'>(),
    relevance: text<'relevant' | 'spam' | 'off-topic' | 'unclear'>(),
    channel: text<'site' | 'embed' | 'api'>(),
    createdAt: text(),
  },
  {
    indexes: [
      'CREATE INDEX siteAnswers_by_time ON siteAnswers (site, createdAt)',
      'CREATE INDEX siteAnswers_by_question ON siteAnswers (question)',
      'CREATE INDEX siteAnswers_by_thread ON siteAnswers (thread)',
    ],
  },
);
export type SiteAnswerRow = RowOf<typeof siteAnswers>;

/** A page that an answer was made from, and what it says there. */
export type Source = Pick<
  AnswerSource & { type: 'page' },
  'space' | 'revision' | 'page' | 'title' | 'weight'
> & {
  excerpt: string;
};

export const conversations = table(
  'conversations',
  {
    organization: partOf('organizations'),
    id: text(),
    subject: textOrNull(),
    source: text(),
    parts: json<ConversationPart[]>(),
    metadata: json<ConversationMetadata>(),
    createdAt: text(),
    processedAt: textOrNull(),
  },
  { keys: ['organization', 'id'] },
);
export type ConversationRow = RowOf<typeof conversations>;

/** Issues that are alike. */
export const issuesClusters = table('issuesClusters', {
  id: key(),
  organization: partOf('organizations'),
  label: text(),
  createdAt: text(),
  updatedAt: text(),
});
export type ClusterRow = RowOf<typeof issuesClusters>;

export const conversationIssues = table(
  'conversationIssues',
  {
    id: key(),
    organization: text(),
    conversation: text(),
    cluster: text('REFERENCES issuesClusters(id)'),
    title: text(),
    summary: text(),
    /** JSON: how often it has each word. */
    words: text(),
    createdAt: text(),
    ingestedAt: text(),
  },
  {
    rest: [
      'FOREIGN KEY (organization, conversation) REFERENCES conversations (organization, id) ON DELETE CASCADE',
    ],
    indexes: [
      'CREATE INDEX conversationIssues_by_conversation ON conversationIssues (organization, conversation)',
      'CREATE INDEX conversationIssues_by_cluster ON conversationIssues (cluster)',
    ],
  },
);
export type IssueRow = RowOf<typeof conversationIssues>;
