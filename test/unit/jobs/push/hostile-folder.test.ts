// docs push of a folder that somebody else prepared: nothing outside of it is read, sent or written, and no other host is asked.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:http';
import { dirname, join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { hostileName } from '../../../helpers/hostile-names.ts';
import { listening, perFile } from '../../../helpers/lasting.ts';
import { manyPages, pushedWorld } from '../../../helpers/pushed-world.ts';
import { reached, runs } from '../../../helpers/runs.ts';
import { linesIn } from '../../../helpers/text-cases.ts';

const FILES = runs('F23', 'files', 20);
const PNG = Buffer.from('89504e470d0a1a0a', 'hex');
const SECRET = 'kept-secret-0815';
const HEADS = ['SECRET', SECRET, Buffer.from(SECRET).toString('base64').slice(0, 12), 'root:x:'];

const world = perFile(pushedWorld, ({ cli }) => cli.cleanup());
const asked: string[] = [];
const host = createServer((request, response) => {
  asked.push(String(request.url));
  response.end();
});
let port: string;
beforeAll(async () => {
  port = new URL(await listening(host)).port;
  await manyPages(world, 2, 'tree');
  const { at } = world;
  // A pipe keeps whoever reads it waiting.
  for (const path of ['pipe.png', 'pipe.md', 'tree/Tree/pipe.png']) spawnSync('mkfifo', [at(path)]);
  // Below a whole block, so that it shows whatever stands before it.
  writeFileSync(at('secret.png'), Buffer.concat([PNG, Buffer.from(`\n${SECRET}${SECRET}${SECRET}`)]));
  writeFileSync(at('secret.md'), `# ${SECRET}\n`);
  symlinkSync(at('secret.png'), at('tree/Tree/link.png'));
  symlinkSync(at('secret.md'), at('tree/Tree/link.md'));
  symlinkSync(at('.'), at('tree/Tree/out'));
  writeFileSync(at('tree/Tree/.env'), SECRET);
});
afterAll(() => host.close());

const linesOf = (name: string) => linesIn(join(import.meta.dirname, name));
const targets = () => [
  ...linesOf('hostile-targets.txt').map((target) => target.replace('PORT', port)),
  ...['', 'a\u0000.png', 'x'.repeat(5000)],
];
const FRONTS = [
  ...linesOf('hostile-fronts.txt'),
  ...['', 'description: |\n  ---\n  x', `title: ${'x'.repeat(70_000)}`, `tags: [${'[,'.repeat(3000)}`],
];
const BODIES: ((target: string) => string)[] = [
  (target) => `![x](${target}) [y](<${target}>)`,
  (target) => `<img src="${target}"> <a href='${target}'>y</a>`,
  (target) => `{% file src="${target}" %}\n\n{% content-ref url="${target}" %}x{% endcontent-ref %}`,
  (target) => `[y][r]\n\n[r]: ${target}`,
  (target) => `{% include "${target}" %}\n\n{% openapi src="${target}" path="/" method="get" %}`,
  (target) => `![x](${target})\n`.repeat(200),
  (target) => `${'word '.repeat(40_000)}![x](${target})`,
  () => '',
];

/** All that is in a folder, beside one: names, sizes and what the files say. */
const stateOf = (folder: string, but: string): string[] =>
  readdirSync(folder, { withFileTypes: true, recursive: true })
    .map((one) => [join(one.parentPath, one.name), one.isFile()] as const)
    .filter(([path]) => !path.startsWith(but))
    .map(
      ([path, isFile]) =>
        `${path} ${isFile ? createHash('md5').update(readFileSync(path)).digest('hex') : ''}`,
    );

/** Writes it where the system can; the name stays in the folder. */
function write(root: string, name: string, text: string): string {
  const path = join(root, `${name.replaceAll(/[/\\]/g, '_')}.md`);
  try {
    mkdirSync(dirname(path), { recursive: true });
    if (statSync(path, { throwIfNoEntry: false })) throw new Error('taken');
    writeFileSync(path, text);
    return path;
  } catch {
    const other = join(root, 'evil.md');
    writeFileSync(other, text);
    return other;
  }
}

/** The plan of a push, and what is said of it. */
async function planned(told = '') {
  const { exitCode, stderr } = await world.cli(['push', 'tree', '--plan-out', 'p.json']);
  const path = world.at('p.json');
  const plan = exitCode === 0 && existsSync(path) ? readFileSync(path, 'utf8') : '';
  rmSync(path, { force: true });
  expect(stderr, told).not.toMatch(/at .*\.ts:\d+|undefined|TypeError/);
  return { exitCode, stderr, plan };
}

it(
  'is sent without anything from outside of it, and has no other host asked',
  async () => {
    const { at, proxy } = world;
    const root = at('tree/Tree');
    const summary = readFileSync(join(root, 'SUMMARY.md'), 'utf8');
    const before = stateOf(at('.'), at('tree/Tree/x'));
    const files = fc.sample(
      fc.tuple(
        hostileName,
        fc.constantFrom(...targets()),
        fc.constantFrom(...FRONTS),
        fc.constantFrom(...BODIES),
        fc.nat(9),
      ),
      { numRuns: FILES, seed: 23 },
    );
    let sent = 0;
    for (const [n, [name, target, front, body, chance]] of files.entries()) {
      const path = write(root, name, `---\n${front}\n---\n\n# Evil ${n}\n\n${body(target)}\n`);
      if (chance === 0)
        writeFileSync(join(root, 'SUMMARY.md'), `${summary}* [${front.slice(0, 99)}](${target})\n`);
      proxy.cutFrom(undefined, 'before');
      const told = `${n}: ${JSON.stringify([name, target, front])}`.slice(0, 2000);
      const { exitCode, stderr, plan } = await planned(told);
      expect([0, 1, 2], told).toContain(exitCode);
      expect(stderr.trim().split('\n').length, told).toBeLessThan(12);
      for (const head of HEADS) expect(plan, told).not.toContain(head);
      for (const [base64 = ''] of plan.matchAll(/(?<="base64": ?")[^"]*/g))
        expect(Buffer.from(base64, 'base64').toString('latin1'), told).not.toContain(SECRET);
      if (plan !== '') sent += 1;
      rmSync(path);
      writeFileSync(join(root, 'SUMMARY.md'), summary);
    }
    expect(sent).toBeGreaterThan(FILES / 10);
    expect(asked).toEqual([]);
    expect(stateOf(at('.'), at('tree/Tree/x'))).toEqual(before);
    expect((await world.ok('push', 'tree')).stderr).toContain('nothing to change');
    reached('F23', 'files', FILES);
  },
  120 * 60_000,
);

it.each(['..', '../..', '/etc', 'Tree/../..', '.', 'Tree/out', '__proto__', ''])(
  'is refused where its list of files says that the space lies in "%s"',
  async (folder) => {
    const { at, cli } = world;
    const path = at('tree/.docs-export.json');
    const kept = readFileSync(path, 'utf8');
    const manifest = JSON.parse(kept);
    manifest.spaces[0].folder = folder;
    writeFileSync(path, JSON.stringify(manifest));
    const { exitCode, stderr } = await cli(['push', 'tree', '--dry-run']);
    const { plan } = await planned();
    writeFileSync(path, kept);
    expect([0, 1, 2, 5], stderr).toContain(exitCode);
    expect(plan).not.toContain(SECRET);
    expect(stderr).not.toMatch(/at .*\.ts:\d+|undefined|TypeError/);
  },
);
