import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { listSpaces } from '../../../../src/api/content/spaces.ts';
import { listSiteSpaces } from '../../../../src/api/sites/site-structure.ts';
import { getSite, listSites } from '../../../../src/api/sites/sites.ts';
import { type CutJob, cutRelease, readState, stepsOf } from '../../../../src/jobs/release/cut.ts';
import { planRetirement, retire } from '../../../../src/jobs/release/retire.ts';
import { type MemoryStore, pathOf, titleOf } from '../../../../src/jobs/release/version.ts';
import { memoryStore } from '../../../helpers/release-memory.ts';
import { openTestSandbox, type TestSandbox } from '../../../helpers/sandbox.ts';
import { workflowClient } from '../../../helpers/workflow-client.ts';

let sandbox: TestSandbox;
beforeEach(async () => {
  sandbox = await openTestSandbox({ demo: true });
});
afterEach(() => sandbox.cleanup());

/** Says of the nth write what is lost: the request, or its answer; of every write but the copy: what it answers. */
type Cut = { at: number; when: 'before' | 'after' } | 'mute' | undefined;

function clientWith(cut: Cut) {
  const writes: string[] = [];
  const { client, intercept, answer } = workflowClient(sandbox);
  intercept(async (request, line) => {
    if (request.method === 'GET') return undefined;
    writes.push(line);
    if (cut === 'mute' && !line.endsWith('/duplicate')) {
      await answer(request);
      return { status: 204, headers: {}, payload: { value: undefined } };
    }
    if (typeof cut !== 'object' || cut.at !== writes.length) return undefined;
    if (cut.when === 'after') await answer(request);
    throw new Error('killed');
  });
  return { client, writes };
}

async function jobWith(cut: Cut, memory: MemoryStore, more: Partial<CutJob> = {}) {
  const { client, writes } = clientWith(cut);
  const { items } = await sandbox.call(listSites, { organizationId: sandbox.organizationId });
  const found = items.find(({ title }) => title === 'Tarnpost Docs');
  const place = { organizationId: sandbox.organizationId, siteId: found?.id ?? '' };
  const job: CutJob = {
    client,
    memory,
    place,
    site: await sandbox.call(getSite, place),
    version: 'v2.1',
    from: 'guides',
    makeDefault: true,
    publish: true,
    now: sandbox.clock.now,
    waitForImport: async () => {},
    onStep: () => {},
    ...more,
  };
  return { job, writes, place };
}

/** Titles of all spaces, and what the site shows, without ids. */
async function world(place: { organizationId: string; siteId: string }) {
  const spaces = await sandbox.call(listSpaces, { organizationId: place.organizationId });
  const shown = await sandbox.call(listSiteSpaces, place);
  return {
    spaces: spaces.items.map(({ title }) => title).sort(),
    shown: shown.items.map((one) => [one.path, one.space.title, one.default]).sort(),
  };
}

describe('a release', () => {
  it('is called by its version, on the site and in titles', () => {
    expect(pathOf('v2.1')).toBe('v2.1');
    expect(pathOf('Version 3 (beta)')).toBe('version-3-beta');
    expect(() => pathOf('???')).toThrow('is not a valid version');
    expect(titleOf('Guides', 'v2')).toBe('Guides v2');
    expect(titleOf('x'.repeat(50), 'v2')).toHaveLength(50);
    expect(() => titleOf('Guides', 'v'.repeat(60))).toThrow('too long');
  });

  it.each([undefined, 'mute'] as const)('is a copy beside its source (%s)', async (cut) => {
    const { job, place, writes } = await jobWith(cut, memoryStore());
    const { space, siteSpace } = await cutRelease(job);
    expect([space?.title, siteSpace?.path, siteSpace?.default]).toEqual(['Guides v2.1', 'v2.1', true]);
    const after = await world(place);
    expect(after.spaces.filter((title) => title.startsWith('Guides'))).toEqual(['Guides', 'Guides v2.1']);
    const again = await jobWith(undefined, memoryStore());
    await cutRelease(again.job);
    expect(writes.length).toBeGreaterThan(3);
    expect(again.writes).toEqual([]);
    expect(await world(place)).toEqual(after);
  });

  it.each(['before', 'after'] as const)(
    'killed %s each of its writes and run again ends the same',
    async (when) => {
      const { job, place, writes } = await jobWith(undefined, memoryStore());
      await cutRelease(job);
      const wanted = await world(place);
      const steps = writes.length;
      for (let at = 1; at <= steps; at += 1) {
        sandbox.cleanup();
        sandbox = await openTestSandbox({ demo: true });
        const memory = memoryStore();
        const first = await jobWith({ at, when }, memory);
        await expect(cutRelease(first.job)).rejects.toThrow();
        const second = await jobWith(undefined, memory);
        await cutRelease(second.job);
        expect(await world(second.place), `write ${at}`).toEqual(wanted);
      }
    },
  );

  it('shows every call before it is made, with names for ids that are still to come', async () => {
    const repository = { url: 'https://git.example.com/x.git', ref: 'refs/heads/v2.1' };
    const { job, writes } = await jobWith(undefined, memoryStore(), { repository });
    const steps = stepsOf(job, await readState(job));
    const names = steps.map(({ name }) => name).join(' ');
    expect(names).toBe('copy name import attach address live default publish');
    expect(steps[1]?.input).toMatchObject({ spaceId: '<copy>', title: 'Guides v2.1' });
    expect(writes).toEqual([]);
  });

  it('attaches nothing when the import fails, and goes on the next time', async () => {
    const memory = memoryStore();
    let imports = 0;
    const more = {
      repository: { url: 'https://git.example.com/x.git', ref: 'refs/heads/v2.1' },
      waitForImport: async () => {
        imports += 1;
        if (imports === 1) throw new Error('no such ref');
      },
    };
    const first = await jobWith(undefined, memory, more);
    await expect(cutRelease(first.job)).rejects.toThrow('no such ref');
    expect((await world(first.place)).shown.map(([path]) => path)).not.toContain('v2.1');
    await sandbox.sandbox.background.settle();
    const second = await jobWith(undefined, memory, more);
    await cutRelease(second.job);
    expect((await world(second.place)).shown.map(([path]) => path)).toContain('v2.1');
    expect(second.writes.filter((line) => line.endsWith('/duplicate'))).toEqual([]);
    await sandbox.sandbox.background.settle();
  });
});

describe('retiring a release', () => {
  it('needs an heir for what is shown first, and leaves the rest as it was', async () => {
    const { job, place } = await jobWith(undefined, memoryStore());
    const before = await world(place);
    await cutRelease(job);
    const base = { client: job.client, place, version: 'v2.1', removeSpace: true };
    await expect(planRetirement(base)).rejects.toMatchObject({ code: 'RELEASE_IS_DEFAULT' });
    const full = { ...base, defaultTo: 'guides' };
    await retire(full, await planRetirement(full), () => {});
    expect(await world(place)).toEqual(before);
    expect((await planRetirement(full)).steps).toEqual([]);
  });

  it('that was cut off after it left the site deletes the space the next time', async () => {
    const { job, place } = await jobWith(undefined, memoryStore(), { makeDefault: false });
    await cutRelease(job);
    const cut = clientWith({ at: 2, when: 'before' });
    const base = { place, version: 'v2.1', removeSpace: true };
    const first = { ...base, client: cut.client };
    await expect(retire(first, await planRetirement(first), () => {})).rejects.toThrow();
    const second = { ...base, client: clientWith(undefined).client };
    const plan = await planRetirement(second);
    expect(plan.steps.map(({ name }) => name)).toEqual(['delete']);
    await retire(second, plan, () => {});
    expect((await world(place)).spaces).not.toContain('Guides v2.1');
  });
});
