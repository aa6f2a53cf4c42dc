import { beforeAll, expect, it } from 'vitest';
import * as api from '../../src/api/sites/site-redirects.ts';
import { createSite } from '../../src/api/sites/sites.ts';
import { perFile } from '../helpers/lasting.ts';
import { type Choices, pick, playModel, withoutDisk } from '../helpers/model-runs.ts';
import { reached, runs } from '../helpers/runs.ts';
import { openTestSandbox } from '../helpers/sandbox.ts';

interface Kept {
  id: string;
  url: string;
  capture: boolean;
}
/** By `live /a` and `draft /a`. */
type Model = Map<string, Kept>;
type Step = (model: Model, choices: Choices) => Promise<void>;

const SOURCES = ['/a', '/a/b', '/a/*', '/a/b/*', '/a*', '/c', '/c/d*'];
const PATHS = ['/a', '/ab', '/a/b', '/a/b/c', '/a/c', '/b', '/c', '/c/d', '/c/de/f'];
const URLS = ['https://one.example/x', 'https://two.example/'];

const box = perFile(openTestSandbox);
let site: { organizationId: string; siteId: string };
beforeAll(async () => {
  withoutDisk(box);
  const { organizationId } = box;
  site = { organizationId, siteId: (await box.call(createSite, { organizationId, title: 'Site' })).id };
});

const keyOf = (source: string, draft: boolean) => `${draft ? 'draft' : 'live'} ${source}`;
const sourceOf = (key: string) => key.replace(/^\w+ /, '');
const external = (url: string) => ({ kind: 'external' as const, url });

const steps: Record<string, Step> = {
  async create(model, [a, b, c]) {
    const [source, draft, capture, url] = [pick(SOURCES, a), b % 3 === 0, c % 2 === 0, pick(URLS, b)];
    const { status, body } = await box.answer(api.createRedirect, {
      ...site,
      ...{ source, draft, captureWildcard: capture, destination: external(url) },
    });
    const isTaken = model.has(keyOf(source, draft));
    const isOpen = capture && !source.endsWith('*');
    expect(status).toBe(isTaken ? 409 : isOpen ? 400 : 201);
    if (status === 201) model.set(keyOf(source, draft), { id: (body as Kept).id, url, capture });
  },
  async update(model, [a, b, c]) {
    const [key, kept] = pick([...model, ['', undefined] as const], a);
    if (!kept) return;
    const next = keyOf(pick(SOURCES, b), c % 2 === 0);
    const { status } = await box.answer(api.updateRedirect, {
      ...{ ...site, siteRedirectId: kept.id, source: pick(SOURCES, b), draft: c % 2 === 0 },
      destination: external(pick(URLS, c)),
    });
    const isOpen = kept.capture && !next.endsWith('*');
    expect(status).toBe(next !== key && model.has(next) ? 409 : isOpen ? 400 : 200);
    if (status !== 200) return;
    model.delete(key);
    model.set(next, { ...kept, url: pick(URLS, c) });
  },
  async remove(model, [a]) {
    const [key, kept] = pick([...model, ['', undefined] as const], a);
    const siteRedirectId = kept?.id ?? 'gone';
    const { status } = await box.answer(api.deleteRedirect, { ...site, siteRedirectId });
    expect(status).toBe(kept ? 205 : 204);
    model.delete(key);
  },
  async push(model, [a, b, c]) {
    const [first, second] = [pick(SOURCES, a), pick(SOURCES, a + 1 + (b % (SOURCES.length - 1)))];
    const url = pick(URLS, c);
    const { results } = await box.call(api.pushRedirects, {
      ...site,
      redirects: [
        { source: first, intent: 'draft', destination: external(url) },
        { source: second, ...(b % 2 === 0 ? { destination: null } : { destination: external(url) }) },
      ],
    });
    const [one, two] = results;
    expect(one?.status).toBe(model.has(keyOf(first, true)) ? 'updated' : 'created');
    if (one && 'id' in one) model.set(keyOf(first, true), { id: one.id, url, capture: false });
    const key = keyOf(second, false);
    if (b % 2 === 0) expect(two?.status).toBe(model.delete(key) ? 'deleted' : 'error');
    else if (two && 'id' in two) model.set(key, { id: two.id, url, capture: false });
  },
  async publish(model, [a]) {
    const source = pick(SOURCES, a);
    const { results } = await box.call(api.pushRedirects, {
      ...site,
      redirects: [{ source, intent: 'publish' }],
    });
    const draft = model.get(keyOf(source, true));
    expect(results[0]?.status).toBe(draft ? 'published' : 'error');
    if (!draft) return;
    model.delete(keyOf(source, true));
    model.set(keyOf(source, false), draft);
  },
};

/** The exact source, else the longest wildcard that the path begins like. */
function expectedFor(model: Model, path: string): string | undefined {
  const live = [...model].filter(([key]) => key.startsWith('live '));
  const exact = live.find(([key]) => sourceOf(key) === path);
  const [wild] = live
    .filter(([key]) => key.endsWith('*') && path.startsWith(sourceOf(key).slice(0, -1)))
    .sort(([one], [other]) => other.length - one.length);
  const [key, kept] = exact ?? wild ?? [];
  if (key === undefined || !kept) return undefined;
  const rest = kept.capture ? path.slice(sourceOf(key).length - 1).replace(/^\//, '') : '';
  return rest === '' ? kept.url : `${kept.url.replace(/\/$/, '')}/${rest}`;
}

async function compare(model: Model): Promise<void> {
  const { items } = await box.call(api.listRedirects, { ...site, limit: 1000 });
  const real = items.map((one) => [
    keyOf(one.source, one.draft ?? false),
    one.id,
    one.destination,
    one.captureWildcard,
  ]);
  const wanted = [...model].map(([key, { id, url, capture }]) => [key, id, external(url), capture]);
  expect(real.sort()).toEqual(wanted.sort());
}

async function resolve(model: Model): Promise<void> {
  for (const source of PATHS) {
    const { body } = await box.answer(api.testRedirect, { ...site, source });
    expect((body as { target?: string }).target, source).toBe(expectedFor(model, source));
  }
}

it('redirects are what a simple model says, and lead where it says', async () => {
  const numRuns = runs('L18', 'sequences of redirects', 60);
  const start = async (): Promise<Model> => {
    box.sandbox.db.run('DELETE FROM siteRedirects');
    return new Map();
  };
  await playModel({ numRuns, steps, choices: 41, length: 16, start, compare, end: resolve });
  reached('L18', 'sequences of redirects', numRuns);
}, 1_200_000);
