import { afterAll, describe, expect, it } from 'vitest';
import { AGES, isInVersion, removalOf } from '../../src/api/ages.ts';
import { operations } from '../../src/api/index.ts';
import { installedContract } from '../../src/build/contract/specification.ts';
import { ageNamed, inventedAge } from '../../src/sandbox/ages/age.ts';
import { unbuilt } from '../../src/sandbox/ages/unbuilt.ts';
import { serveSandbox } from '../../src/sandbox/serve.ts';
import { openTestSandbox } from '../helpers/sandbox.ts';

const box = await openTestSandbox({ demo: true });
afterAll(() => box.cleanup());

/** Every path with something in place of its names: an age is asked before a thing is looked for. */
const filled = (path: string) => path.replace(/\{\w+\}/g, 'none');

async function hostOf(age: ReturnType<typeof ageNamed>, { file, adminToken } = box) {
  const served = await serveSandbox({ file, env: {}, age });
  const ask = async (method: string, path: string, body?: string) => {
    const answer = await fetch(served.url + path, {
      method,
      headers: { authorization: `Bearer ${adminToken}`, 'content-type': 'application/json' },
      ...(body !== undefined && { body }),
    });
    return { status: answer.status, text: await answer.text() };
  };
  return { ask, [Symbol.asyncDispose]: async () => void (await served.close()) };
}

/** A method and a path, whatever its names are called. */
const routeOf = ({ method, path }: { method: string; path: string }) =>
  `${method} ${path.replace(/\{\w+\}/g, '{}')}`;

describe('what each version has', () => {
  it.each([
    ['0.146.0', '@gitbook/api-0.146'],
    ['0.202.0', '@gitbook/api'],
  ])('%s is told as its document tells it', (version, name) => {
    const published = new Set([...installedContract(name).operations.values()].map(routeOf));
    const told = operations.map((one) => [one.id, isInVersion(one, version)]);
    expect(told).toEqual(operations.map((one) => [one.id, published.has(routeOf(one))]));
  });

  it('names all of the newest that is not done', () => {
    const ours = new Set(operations.map(routeOf));
    const others = [...installedContract().operations.values()].filter((one) => !ours.has(routeOf(one)));
    expect(unbuilt.map(({ name }) => name).sort()).toEqual(others.map(({ name }) => name).sort());
  });
});

describe('a sandbox that answers as a host of one version', () => {
  it.each(AGES)('%s knows no route that the version does not have', async (version) => {
    await using host = await hostOf(ageNamed(version, '--contract'));
    const gone = operations.filter((operation) => !isInVersion(operation, version));
    expect(gone.length).toBeGreaterThan(version === '0.202.0' ? 17 : 70);
    for (const { method, path } of gone) {
      const { status, text } = await host.ask(method, filled(path));
      expect([404, 405], `${method} ${path} ${text}`).toContain(status);
      expect(text).toContain(status === 404 ? 'no operation answers' : 'does not take');
    }
  });

  it('has the others', async () => {
    await using host = await hostOf(ageNamed('0.202', '--contract'));
    for (const { method, path } of operations.filter((one) => one.method === 'GET' && !removalOf(one)))
      expect((await host.ask(method, filled(path))).text, path).not.toContain('no operation answers');
  });

  it('names what it does not do', async () => {
    await using host = await hostOf(ageNamed('0.202', '--contract'));
    for (const { method, path, name, reason } of unbuilt)
      expect(await host.ask(method, filled(path))).toEqual({
        status: 501,
        text: expect.stringContaining(`the sandbox does not do ${name}: ${reason.replace(/\.$/, '')}`),
      });
  });

  it('refuses fields of a body that the operation does not declare, as hosts of that version do', async () => {
    const title = JSON.stringify({ title: 'Kept', titel: 'Dropped' });
    const own = await openTestSandbox();
    const path = `/v1/orgs/${own.organizationId}/spaces`;
    await using host = await hostOf(ageNamed('0.202', '--contract'), own);
    expect(await host.ask('POST', path, title)).toEqual({
      status: 400,
      text: expect.stringContaining('not declared by spaces.create: body.titel'),
    });
    expect((await host.ask('GET', `${path}?limt=1`)).status, 'a query').toBe(200);
    await using other = await hostOf(inventedAge({ without: [] }), own);
    expect((await other.ask('POST', path, title)).status, 'it may know the field').toBe(201);
    own.cleanup();
  });

  it('may be one that nobody knows yet', async () => {
    await using host = await hostOf(
      inventedAge({ without: ['search.space'], fields: { space: { mood: 'calm' } } }),
    );
    const list = await host.ask('GET', `/v1/orgs/${box.organizationId}/spaces`);
    expect(JSON.parse(list.text)).toMatchObject({ items: [{ object: 'space', mood: 'calm' }, {}, {}, {}] });
    expect((await host.ask('GET', '/v1/spaces/none/search?query=x')).text).toContain('no operation answers');
  });

  it('is one of the versions that are told apart', () => {
    expect(() => ageNamed('0.9', '--contract')).toThrow('--contract must be one of 0.146, 0.202, not "0.9"');
  });
});
