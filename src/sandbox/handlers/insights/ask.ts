// Questions answered from the pages of a site or an organization, and questions that they can answer.
import {
  askOrganization,
  askSite,
  recommendInOrganization,
  recommendOnSite,
} from '../../../api/insights/ask.ts';
import { recordSearch } from '../../actions/insights/visits/ask.ts';
import { answerEvents } from '../../actions/insights/visits/quotes.ts';
import { recommended } from '../../actions/insights/visits/recommended.ts';
import { placesOf, type Scope } from '../../actions/sites/search-scope.ts';
import { readSite } from '../../actions/sites/settings.ts';
import { siteSpaceOf } from '../../actions/sites/site-spaces.ts';
import type { FidelityOf } from '../../fidelity.ts';
import { handle } from '../../handler.ts';
import type { Call } from '../../sandbox.ts';
import { visibleSpaces } from '../../visible-spaces.ts';

/** Those that the caller sees, in the order of the organization. */
function spacesOf(call: Call, organizationId: string): string[] {
  call.access.requireOrganization(organizationId, 'view');
  const { where, params } = visibleSpaces(call, organizationId);
  return call.db
    .all<{ id: string }>(
      `SELECT s.id FROM spaces s WHERE (${where.join(') AND (')}) ORDER BY s.position, s.id`,
      ...params,
    )
    .map(({ id }) => id);
}

export default [
  handle(askSite, async (call, { organizationId, siteId, question, scope, context, format }) => {
    const site = readSite(call, { organizationId, siteId });
    // The body was checked: what may be absent is absent.
    const places = placesOf(call, site, { scope } as Scope);
    await recordSearch(call, site, { text: question, places });
    const isRead = ({ id }: { id: string }) => id === context?.siteSpaceId;
    const inOrder = [...places.filter(isRead), ...places.filter((place) => !isRead(place))];
    return answerEvents(
      call,
      inOrder.map(({ space }) => space),
      { question, format },
    );
  }),

  handle(askOrganization, async (call, { organizationId, query, format }) =>
    answerEvents(call, spacesOf(call, organizationId), { question: query, format }),
  ),

  handle(recommendOnSite, (call, { organizationId, siteId, siteSpaceId, spaceId }) => {
    const site = readSite(call, { organizationId, siteId });
    if (siteSpaceId !== undefined) siteSpaceOf(call, site, siteSpaceId);
    const places = placesOf(call, site, { scope: { mode: 'all' } }).filter(
      ({ id, space }) =>
        (siteSpaceId === undefined || id === siteSpaceId) && (spaceId === undefined || space === spaceId),
    );
    const sites = siteSpaceId === undefined && spaceId === undefined ? [site.id] : [];
    const spaces = places.map(({ space }) => space);
    return recommended(call, sites, spaces).map((question) => ({ question }));
  }),

  handle(recommendInOrganization, (call, { organizationId }) => ({
    questions: recommended(call, [], spacesOf(call, organizationId)),
  })),
];

const QUOTES = 'It quotes the sections that share words with the question: no language model is asked.';
const PAGES = 'They are questions that were answered before, then the titles of the first pages.';

export const fidelity: FidelityOf = {
  site: { simulated: QUOTES },
  organization: { simulated: QUOTES },
  siteQuestions: { simulated: PAGES },
  questions: { simulated: PAGES },
};
