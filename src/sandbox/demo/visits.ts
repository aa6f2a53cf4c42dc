// What visitors of the demo's public site read, searched and asked.
import { recordSearch } from '../actions/insights/visits/ask.ts';
import { type Did, recordEvent } from '../actions/insights/visits/visit.ts';
import { walk } from '../content/tree.ts';
import { revisionsStore } from '../db/content/content.ts';
import { spaceStore } from '../db/content/spaces.ts';
import { siteAnswerStore } from '../db/insights/questions.ts';
import { siteStructureStore } from '../db/sites/site-structure.ts';
import { type SiteRow, siteStore } from '../db/sites/sites.ts';
import { withIds } from '../ids.ts';
import type { Call } from '../sandbox.ts';
import { pathIn, siteAddress } from '../urls.ts';
import { demoId } from './demo-id.ts';
import { ADMIN, ORGANIZATION, userId } from './people.ts';
import type { Story } from './story.ts';

interface Visitor {
  name: string;
  claims: Record<string, string | boolean>;
  /** Days before the demo was made, and what was asked then. */
  asked: readonly (readonly [days: number, text: string, rating?: 1 | -1])[];
}

const VISITORS: readonly Visitor[] = [
  {
    name: 'a shop',
    claims: { plan: 'starter' },
    asked: [
      [61, 'How do I verify the webhook signature?', 1],
      [60.99, 'Which header holds the webhook signature?'],
      [20, 'tracking page'],
    ],
  },
  {
    name: 'a warehouse',
    claims: { plan: 'business', beta: true },
    asked: [
      [33, 'Can I print labels as ZPL?', -1],
      [12, 'how to verify webhook signatures?'],
      [4, 'webhook retries'],
    ],
  },
  {
    name: 'a developer',
    claims: {},
    asked: [
      [15, 'Why do I get an error 429?'],
      [6, 'How do I cancel a parcel insurance?'],
      [5.99, 'Is there a Shopify plugin?'],
      [2, 'rate limits'],
    ],
  },
];

/** Every visitor reads a page on each of these days, another one each time. */
const READ_DAYS = [75, 61.01, 47, 33.01, 20.01, 12.01, 6.01, 4.01, 2.01];

type Read = Pick<Did, 'url' | 'section' | 'siteSpace' | 'space' | 'page'>;

/** The words of the site are indexed for it: whoever searches next does not wait for that. */
export function addVisits(story: Story): Promise<void> {
  let made = 0;
  return withIds(
    () => {
      made += 1;
      return demoId('visit', String(made));
    },
    () => visit(story),
  );
}

async function visit(story: Story): Promise<void> {
  const site = siteStore(story.sandbox.db).row(ORGANIZATION, demoId('site', 'Tarnpost Docs'));
  if (!site) return;
  const places = siteStructureStore(story.sandbox.db).rows(site.id).siteSpaces;
  const pages = pagesOf(story, site);
  const events = [
    ...VISITORS.flatMap((visitor) => visitor.asked.map(([days, ...asked]) => ({ days, visitor, asked }))),
    ...READ_DAYS.flatMap((days) => VISITORS.map((visitor) => ({ days, visitor, asked: undefined }))),
  ];
  let read = 0;
  for (const { days, visitor, asked } of events.sort((a, b) => b.days - a.days)) {
    story.setDaysAgo(days);
    const call = asVisitor(story, visitor);
    const claims = JSON.stringify(visitor.claims);
    if (asked) {
      const [text, rating] = asked;
      await recordSearch(call, site, { text, places, channel: 'site', claims });
      if (rating !== undefined) rate(call, site, { rating, claims });
    } else {
      recordEvent(call, site, { type: 'page_view', ...pages[read % pages.length], claims, context: 'site' });
      read += 1;
    }
  }
}

const asVisitor = (story: Story, { name }: Visitor): Call => ({
  ...story.as(userId(ADMIN)),
  caller: { kind: 'user', userId: demoId('visitor', name) },
});

function rate(call: Call, site: SiteRow, { rating, claims }: { rating: 1 | -1; claims: string }): void {
  const last = siteAnswerStore(call.db).all(site.id).at(-1);
  if (last) siteAnswerStore(call.db).rate(last.id, rating);
  recordEvent(call, site, { type: 'ask_rate_response', rating, claims, context: 'site' });
}

/** Every page that the site shows, as an event names it. */
function pagesOf({ sandbox }: Story, site: SiteRow): Read[] {
  const { db } = sandbox;
  const { siteSpaces, sections } = siteStructureStore(db).rows(site.id);
  return siteSpaces.flatMap((place) => {
    const { revision } = spaceStore(db).live(place.space);
    const section = sections.find(({ id }) => id === place.section);
    const root = siteAddress(sandbox, site) + pathIn(section ? [section.path] : []);
    return [...walk(revisionsStore(db).tree(revision).pages)].map(({ page, path }) => ({
      ...{ url: root + path, section: place.section, siteSpace: place.id, space: place.space, page: page.id },
    }));
  });
}
