import fc from 'fast-check';
import { afterAll, expect, it } from 'vitest';
import { createSpace } from '../../../src/api/content/spaces.ts';
import {
  createSiteSection,
  listSiteSections,
  updateSiteSection,
} from '../../../src/api/sites/site-sections.ts';
import { listSiteSpaces } from '../../../src/api/sites/site-spaces.ts';
import { getSite } from '../../../src/api/sites/sites.ts';
import { createClient } from '../../../src/client/client.ts';
import { inProcessTransport } from '../../../src/client/transport/in-process.ts';
import type { Transport } from '../../../src/client/transport/transport.ts';
import { dispatch } from '../../../src/sandbox/app.ts';
import { match } from '../../../src/sandbox/match.ts';
import { setUpSite } from '../../../src/workflows/site-setup/apply-plan.ts';
import type { PlannedItem, PlannedSection, SiteDraft } from '../../../src/workflows/site-setup/plan.ts';
import type { Progress } from '../../../src/workflows/site-setup/step.ts';
import { reached, runs } from '../../helpers/runs.ts';
import { openTestSandbox, type TestSandbox } from '../../helpers/sandbox.ts';

let box: TestSandbox;
let spaces: { id: string; title: string }[];
async function freshBox(): Promise<void> {
  box?.cleanup();
  box = await openTestSandbox();
  box.sandbox.db.run('PRAGMA synchronous = OFF');
  spaces = [];
  for (let at = 0; at < 6; at += 1) {
    const title = `Space ${at}`;
    spaces.push({
      id: (await box.call(createSpace, { organizationId: box.organizationId, title })).id,
      title,
    });
  }
}
afterAll(() => box.cleanup());

/** A space tells of all the sites it stands on: with thousands of them every answer would take longer. */
const MOST_SITES = 250;

/** Holds the property on so many random plans. */
async function holds<T>(property: fc.IAsyncProperty<T>, numRuns: number): Promise<void> {
  for (let left = numRuns; left > 0; left -= MOST_SITES) {
    await freshBox();
    await fc.assert(property, { numRuns: Math.min(left, MOST_SITES) });
  }
}

interface Exchange {
  method: string;
  /** Path and body: what it names. */
  sent: string;
  /** The answer: what is known from then on. */
  got: string;
}

/** A client of the sandbox that tells what went through it; `between` comes before each request. */
function clientOf(log: Exchange[], between: () => Promise<void> = async () => {}) {
  const inner = inProcessTransport(
    async (operation, request) => dispatch(box.sandbox, operation, request),
    async (method, path) => match(method, path),
  );
  const transport: Transport = async (request) => {
    await between();
    const answer = await inner(request);
    const sent = `${request.path} ${JSON.stringify(request.body ?? '')}`;
    log.push({ method: request.method, sent, got: JSON.stringify(answer.payload) });
    return answer;
  };
  const token = () => ({ reveal: () => box.adminToken });
  return createClient({
    baseUrl: 'sandbox:',
    token,
    userAgent: 'docs/0.0.0',
    transport,
    sleep: async () => {},
  });
}

const NAMES = { isUnique: () => true, isUniqueSite: () => true, flags: [] };

const quiet = (): Progress => ({ begin: () => {}, done: () => {} });

/** Plans of every form: flat or in sections, some of them in groups, each space once. */
const drafts = fc
  .record({
    order: fc.shuffledSubarray([0, 1, 2, 3, 4, 5], { minLength: 1 }),
    cuts: fc.array(fc.boolean(), { minLength: 6, maxLength: 6 }),
    grouped: fc.array(fc.boolean(), { minLength: 6, maxLength: 6 }),
    details: fc.array(fc.boolean(), { minLength: 6, maxLength: 6 }),
    isFlat: fc.boolean(),
    publish: fc.boolean(),
    visibility: fc.constantFrom('public', 'unlisted'),
    first: fc.nat(5),
  })
  .map(
    ({
      order,
      cuts,
      grouped,
      details,
      isFlat,
      first,
      ...rest
    }): Omit<SiteDraft, 'organization' | 'title'> => {
      const chosen = order.flatMap((at) => spaces[at] ?? []);
      if (isFlat) {
        const name = first % chosen.length;
        return {
          ...rest,
          type: 'premium',
          spaces: chosen,
          items: [],
          ...(name > 0 && { first: chosen[name]?.title ?? '' }),
        };
      }
      const sections: PlannedSection[] = [];
      for (const [at, space] of chosen.entries()) {
        const last = sections.at(-1);
        if (last && !cuts[at]) sections[sections.length - 1] = { ...last, spaces: [...last.spaces, space] };
        else
          sections.push({
            title: `Section ${at}`,
            spaces: [space],
            ...(details[at] && { icon: 'book', description: `About ${at}` }),
          });
      }
      const items = sections.map(
        (section, at): PlannedItem => (grouped[at] ? { group: `Group ${at}`, sections: [section] } : section),
      );
      const name = first % sections.length;
      return {
        ...rest,
        type: 'premium',
        spaces: [],
        items,
        ...(name > 0 && { first: sections[name]?.title ?? '' }),
      };
    },
  );

let number = 0;
function named(draft: Omit<SiteDraft, 'organization' | 'title'>): SiteDraft {
  number += 1;
  return { ...draft, organization: { id: box.organizationId, title: 'Org' }, title: `Site ${number}` };
}

const PLANS = runs('B5', 'plans', 20);
it('a second run sends nothing that writes', { timeout: 1_200_000 }, async () => {
  await holds(
    fc.asyncProperty(drafts, async (random) => {
      const draft = named(random);
      const site = await setUpSite(clientOf([]), draft, quiet(), NAMES);
      const log: Exchange[] = [];
      await setUpSite(clientOf(log), draft, { ...quiet(), site }, NAMES);
      expect(
        log.filter(({ method }) => method !== 'GET').map(({ method, sent }) => `${method} ${sent}`),
      ).toEqual([]);
    }),
    PLANS,
  );
  reached('B5', 'plans', PLANS);
});

const ORDERED = runs('B7', 'plans', 20);
it('every step names only what is there', { timeout: 1_200_000 }, async () => {
  await holds(
    fc.asyncProperty(drafts, async (random) => {
      const log: Exchange[] = [];
      await setUpSite(clientOf(log), named(random), quiet(), NAMES);
      const told = new Set([box.organizationId, ...spaces.map(({ id }) => id)]);
      for (const { sent, got } of log) {
        for (const id of idsIn(sent)) expect([...told].includes(id), sent).toBe(true);
        for (const id of idsIn(got)) told.add(id);
      }
    }),
    ORDERED,
  );
  reached('B7', 'plans', ORDERED);
});

const idsIn = (text: string) => text.match(/\b[A-Za-z0-9]{20}\b/g) ?? [];

/** What somebody else does to a site meanwhile, and whether it is still there. */
interface Foreign {
  done: string[];
  titles: Map<string, string>;
}

const MEANWHILE = runs('B3', 'runs', 20);
it('what others change meanwhile stays', { timeout: 1_200_000 }, async () => {
  await holds(
    fc.asyncProperty(
      drafts,
      fc.array(fc.boolean(), { minLength: 12, maxLength: 12 }),
      async (random, moments) => {
        const draft = named({ ...random, publish: false });
        if (draft.items.length === 0) return;
        const site = await setUpSite(clientOf([]), draft, quiet(), NAMES);
        const place = { organizationId: box.organizationId, siteId: site.id };
        const foreign: Foreign = { done: [], titles: new Map() };
        let at = 0;
        const client = clientOf([], async () => {
          at += 1;
          if (moments[at % moments.length]) await disturb(place, foreign, at);
        });
        // The plan has something to do again, so that it writes among the others' changes.
        await setUpSite(
          client,
          { ...draft, visibility: draft.visibility === 'public' ? 'unlisted' : 'public' },
          { ...quiet(), site },
          NAMES,
        );
        const found = await box.call(listSiteSections, { ...place, limit: 1000 });
        const titles = new Map(found.items.map(({ id, title }) => [id, title]));
        for (const id of foreign.done) expect(titles.has(id)).toBe(true);
        for (const [id, title] of foreign.titles) expect(titles.get(id)).toBe(title);
        expect((await box.call(listSiteSpaces, { ...place, limit: 1000 })).items.length).toBeGreaterThan(0);
        expect((await box.call(getSite, place)).title).toBe(draft.title);
      },
    ),
    MEANWHILE,
  );
  reached('B3', 'runs', MEANWHILE);
});

/** A section of their own, or another title for one of those. */
async function disturb(
  place: { organizationId: string; siteId: string },
  { done, titles }: Foreign,
  at: number,
) {
  const [last] = done.slice(-1);
  if (last !== undefined && at % 2 === 0) {
    await box.call(updateSiteSection, { ...place, siteSectionId: last, title: `Renamed ${at}` });
    titles.set(last, `Renamed ${at}`);
    return;
  }
  const made = await box.answer(createSpace, { organizationId: box.organizationId, title: `Theirs ${at}` });
  const { id: spaceId } = made.body as { id: string };
  const { id } = await box.call(createSiteSection, { ...place, spaceId, title: `Theirs ${at}` });
  done.push(id);
  titles.set(id, `Theirs ${at}`);
}
