// What visitors of sites did, event by event.
import { integerOrNull, partOf, type RowOf, table, text, textOrNull } from '../table.ts';

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
