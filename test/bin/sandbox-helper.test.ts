// docs-admin-cli/sandbox, as a team's own tests use it: from the packed tarball, with node:test and with vitest.
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { NODE } from '../helpers/built.ts';
import { temporaryFolder } from '../helpers/lasting.ts';
import { isMeasured } from '../helpers/measured.ts';
import { lacks } from '../helpers/needs.ts';
import { pack } from '../helpers/packed.ts';

const folder = temporaryFolder();
const suite = join(folder, 'suite');
const WITHOUT = lacks('tests with the packed sandbox', 'tar');

beforeAll(() => {
  if (WITHOUT) return;
  const { filename } = pack(folder);
  execFileSync('tar', ['-xzf', join(folder, filename), '-C', folder]);
  mkdirSync(join(suite, 'node_modules'), { recursive: true });
  symlinkSync(resolve('node_modules'), join(folder, 'node_modules'));
  symlinkSync(join(folder, 'package'), join(suite, 'node_modules/docs-admin-cli'));
  symlinkSync(realpathSync('node_modules/vitest'), join(suite, 'node_modules/vitest'));
  writeFileSync(join(suite, 'package.json'), '{ "type": "module" }');
});

/** The same tests for either: what differs is where `test` and the steps come from. */
const tests = (imports: string) => `
import assert from 'node:assert/strict';
${imports}
import { startSandbox } from 'docs-admin-cli/sandbox';

let sandbox;
before(async () => {
  const began = process.cpuUsage();
  sandbox = await startSandbox({ seed: 'demo', now: '2026-01-01' });
  const { user, system } = process.cpuUsage(began);
  console.log('started in ' + Math.round((user + system) / 1000) + ' ms of CPU');
});
beforeEach(() => sandbox.reset());
after(() => sandbox.stop());

const ask = async (path, init = {}) => {
  const answer = await fetch(sandbox.url + path, {
    ...init,
    headers: { authorization: 'Bearer ' + sandbox.token, 'content-type': 'application/json' },
  });
  return { status: answer.status, headers: answer.headers, body: await answer.json().catch(() => undefined) };
};
const spaces = async () => (await ask('/v1/orgs/' + sandbox.organization + '/spaces')).body.items;

for (const round of [1, 2])
  test('begins the same in round ' + round, async () => {
    assert.equal((await spaces()).length, 4);
    await ask('/v1/orgs/' + sandbox.organization + '/spaces', { method: 'POST', body: '{"title": "New"}' });
    assert.equal((await spaces()).length, 5);
  });

test('tries again after 429', async () => {
  sandbox.setFaults([{ operation: 'spaces.list', status: 429, retryAfter: 0, times: 2 }]);
  const path = '/v1/orgs/' + sandbox.organization + '/spaces';
  const statuses = [];
  for (let tries = 0; tries < 3; tries += 1) statuses.push((await ask(path)).status);
  assert.deepEqual(statuses, [429, 429, 200]);
});

test('empties the trash after a week', async () => {
  const [space] = await spaces();
  await ask('/v1/spaces/' + space.id, { method: 'DELETE' });
  sandbox.clock.advance('8d');
  assert.equal((await ask('/v1/spaces/' + space.id)).status, 404);
});
`;

/** Times the processor time of a bare Node that a started sandbox may take. */
const MOST_STARTS = 25;

/** The least of three, in ms of the processor. */
function nodeStartMs(): number {
  const script = 'const { user, system } = process.cpuUsage(); console.log((user + system) / 1000)';
  const times = [1, 2, 3].map(() => Number(execFileSync(NODE, ['-e', script], { encoding: 'utf8' })));
  return Math.min(...times);
}

const env = { PATH: process.env.PATH, HOME: folder, NO_COLOR: '1' };

it.skipIf(WITHOUT)('runs a suite of node:test', () => {
  writeFileSync(
    join(suite, 'own.test.js'),
    tests(`import { after, before, beforeEach, test } from 'node:test';`),
  );
  const { status, stdout, stderr } = spawnSync(NODE, ['--test', 'own.test.js'], {
    cwd: suite,
    env,
    encoding: 'utf8',
  });
  expect(status, stdout + stderr).toBe(0);
  expect(stdout).toMatch(/^# pass 4$|^ℹ pass 4$/m);
  if (isMeasured)
    expect(Number(/started in (\d+) ms/.exec(stdout)?.[1])).toBeLessThan(MOST_STARTS * nodeStartMs());
});

it.skipIf(WITHOUT)('is found by require, too', () => {
  const code = `require('docs-admin-cli/sandbox').startSandbox({ seed: 'empty' }).then(async (s) => { console.log(s.url); await s.stop(); })`;
  const { status, stdout, stderr } = spawnSync(NODE, ['--input-type=commonjs', '-e', code], {
    cwd: suite,
    env,
    encoding: 'utf8',
  });
  expect(status, stderr).toBe(0);
  expect(stdout).toMatch(/^http:\/\/127\.0\.0\.1:\d+\n$/);
});

it.skipIf(WITHOUT).each(['forks', 'threads', 'vmForks', 'vmThreads'])(
  'runs in the pool %s of vitest',
  (pool) => {
    writeFileSync(
      join(suite, 'own.spec.js'),
      tests(`import { afterAll as after, beforeAll as before, beforeEach, test } from 'vitest';`),
    );
    const vitest = join(suite, 'node_modules/vitest/vitest.mjs');
    const limits = ['--testTimeout=180000', '--hookTimeout=180000'];
    const words = [vitest, 'run', '--root', suite, `--pool=${pool}`, ...limits, 'own.spec.js'];
    const { status, stdout, stderr } = spawnSync(NODE, words, { cwd: suite, env, encoding: 'utf8' });
    expect(status, stdout + stderr).toBe(0);
    expect(stdout).toMatch(/Tests +4 passed/);
  },
);

it.skipIf(WITHOUT)(
  'runs where a test runner wraps modules itself and has an Error of its own, as Jest does',
  () => {
    writeFileSync(join(suite, 'as-jest.cjs'), AS_JEST);
    const { status, stdout, stderr } = spawnSync(NODE, ['as-jest.cjs'], {
      cwd: suite,
      env,
      encoding: 'utf8',
    });
    expect([status, stderr]).toEqual([0, '']);
    expect(stdout).toBe('401 UsageError\n');
  },
);

/** A module is a function of module, exports and require there, in a context with globals of its own. */
const AS_JEST = `
const { readFileSync } = require('node:fs');
const { createRequire, isBuiltin } = require('node:module');
const vm = require('node:vm');
const context = vm.createContext({});
const own = new Set(vm.runInContext('Object.getOwnPropertyNames(globalThis)', context));
// Node 26 warns of a look at its local storage.
const wanted = (name) => !own.has(name) && !name.endsWith('Storage');
for (const name of Object.getOwnPropertyNames(globalThis).filter(wanted)) context[name] = globalThis[name];
context.global = context.globalThis = context;
const loaded = new Map();
function load(path) {
  if (loaded.has(path)) return loaded.get(path).exports;
  const module = { exports: {}, filename: path };
  loaded.set(path, module);
  const own = createRequire(path);
  const require = (id) => (isBuiltin(id) || /[.](node|json|wasm)$/.test(own.resolve(id)) ? own(id) : load(own.resolve(id)));
  const text = '(function (module, exports, require, __dirname, __filename, jest) {' + readFileSync(path, 'utf8') + '\\n})';
  vm.runInContext(text, context, { filename: path })
    .call(module.exports, module, module.exports, Object.assign(require, { resolve: own.resolve }), require('node:path').dirname(path), path);
  return module.exports;
}
const { startSandbox } = load(require.resolve('docs-admin-cli/sandbox'));
startSandbox({ seed: 'demo' }).then(async (sandbox) => {
  const { status } = await fetch(sandbox.url + '/v1/user');
  await sandbox.reset();
  await sandbox.stop();
  await sandbox.stop();
  const refused = await startSandbox({ wat: 1 }).catch((error) => error.constructor.name);
  console.log(status, refused);
});
`;
