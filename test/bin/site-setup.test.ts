import { copyFileSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BIN, type Built, demoDocs, NODE } from '../helpers/built.ts';
import { formsOf, refuseCanaries } from '../helpers/canary.ts';
import { splitWords } from '../helpers/cli.ts';
import { type CutProxy, startCutProxy } from '../helpers/cut-proxy.ts';
import { lacks } from '../helpers/needs.ts';
import { openPty, type Pty } from '../helpers/pty.ts';
import { rotated } from '../helpers/rotation.ts';
import { reached } from '../helpers/runs.ts';
import { type Served, startServing } from '../helpers/served.ts';

const UP = '\u001b[A';
const DOWN = '\u001b[B';
const ESC = '\u001b';
const ENTER = '\r';

/** A sandbox behind a proxy that can lose requests, and a HOME that knows nothing of it. */
interface Scene {
  docs: Built;
  served: Served;
  proxy: CutProxy;
  env: Record<string, string>;
}

async function setTheScene(): Promise<Scene> {
  const docs = await demoDocs();
  const served = await startServing(docs);
  const proxy = await startCutProxy(served.url);
  const token = (await docs(['auth', 'token'], { env: { DOCS_PROFILE: 'sandbox-serve' } })).stdout.trim();
  const env = { HOME: `${docs.home}/newcomer`, DOCS_BASE_URL: proxy.url, DOCS_TOKEN: token };
  return { docs, served, proxy, env };
}

async function endTheScene({ docs, served, proxy }: Scene): Promise<void> {
  await proxy.stop();
  served.child.kill('SIGTERM');
  await served.ended;
  docs.cleanup();
}

/** The site as its visitors see it, without what differs from host to host. */
async function siteOf(docs: Built, env: Record<string, string>, title: string): Promise<unknown> {
  const site = await docs(['sites', 'get', title, '--json'], { env });
  const structure = await docs(['sites', 'structure', 'get', '--site', title, '--json'], { env });
  expect([site.code, structure.code], site.stderr + structure.stderr).toEqual([0, 0]);
  const ids = new Map<string, string>();
  const text = JSON.stringify([JSON.parse(site.stdout), JSON.parse(structure.stdout)])
    .replace(/"(createdAt|updatedAt)":"[^"]+"/g, '"$1":"then"')
    // A served sandbox shows its sites itself.
    .replace(/https:\/\/tarnpost\.docs\.example|http:\/\/127\.0\.0\.1:\d+\/sites(?=\/)/g, 'published')
    .replace(/https:\/\/docs\.tarnpost\.example/g, 'published/tarnpost-docs')
    .replace(/\/~key\/[-\w]+/g, '')
    .replace(/http:\/\/127\.0\.0\.1:\d+/g, 'host')
    .replace(/sandbox:(?=\/)/g, 'host')
    .replace(
      /\b[A-Za-z0-9]{20}\b/g,
      (id) => ids.get(id) ?? (ids.set(id, `id ${ids.size}`).get(id) as string),
    );
  return JSON.parse(text);
}

const plain = (text: string) => text.replace(/\u001b\[[\d;?]*[A-Za-z]/g, '').replaceAll('\r', '');

/** What a newcomer types, from the first question to a published site, with a lost request on the way. */
async function talk(pty: Pty, proxy: CutProxy, when: 'before' | 'after'): Promise<void> {
  await pty.talk(
    [/Title of the site/, `Partner portal${ENTER}`],
    [/There is a site "Partner portal" already/, `${'\b'.repeat(14)}Wrong name${ENTER}`],
    [/Type:/, ESC],
    [/Title of the site/, `Parcels${ENTER}`],
    [/Type:/, ENTER],
    [/Who sees it/, ENTER],
    [/Choose the first space/, `guid`],
    [/guid/, ENTER],
    [/Spaces so far: .*Guides/, 'handb'],
    [/handb/, ENTER],
    [/Spaces so far: .*Guides, Handbook/, ENTER],
    [/How does it show them/, `${DOWN}${ENTER}`],
    [/titles, icons or descriptions/, `y${ENTER}`],
    [/Title of the section of "Guides"/, ENTER],
    [/Icon of "Guides"/, `book${ENTER}`],
    [/What "Guides" is about/, `How to send parcels${ENTER}`],
    [/Title of the section of "Handbook"/, `Team${ENTER}`],
    [/Icon of "Team"/, ENTER],
    [/What "Team" is about/, ENTER],
    [/What do visitors see first/, `${DOWN}${ENTER}`],
    [/Address/, `partner-portal${ENTER}`],
    [/Publish it at once/, `y${ENTER}`],
  );
  await pty.waitFor(/Is this what you want/);
  proxy.loseNext('POST', '/sections', when);
  // It would be read by whoever has its address: the first answer is to send nothing.
  pty.type(`${UP.repeat(3)}${ENTER}`);
  await pty.talk(
    [/is taken by another site[\s\S]*What now\?/, ENTER],
    [/Last part of the address:/, `parcels-of-ours${ENTER}`],
  );
  await pty.waitFor(/is published at/);
  expect(proxy.hasLost()).toBe(true);
}

describe.skipIf(lacks('docs sites setup on a real terminal', 'python3'))(
  'docs sites setup on a terminal',
  () => {
    let scene: Scene;
    beforeAll(async () => {
      scene = await setTheScene();
    });
    afterAll(() => endTheScene(scene));

    const WAYS = [
      [80, 24, 'before'],
      [140, 40, 'after'],
    ] as const;
    it.each(rotated(['a talk'], WAYS).map(([, way]) => way))(
      'leads a newcomer to a published site on %i by %i, over a request that is lost %s',
      async (columns, rows, when) => {
        const { env, proxy, docs } = scene;
        const pty = openPty([NODE, BIN, 'sites', 'setup'], { columns, rows, env });
        try {
          await talk(pty, proxy, when);
          expect(await pty.ended).toBe(0);
        } finally {
          pty.kill();
        }
        refuseCanaries(pty.output(), formsOf(env.DOCS_TOKEN ?? ''), 'docs sites setup');
        const commands = [...plain(pty.output()).matchAll(/^ {2}docs (.+)$/gm)].map(([, line = '']) => line);
        expect(commands).toHaveLength(2);
        const [pull = '', apply = ''] = commands;
        expect((await docs(splitWords(pull), { env })).code).toBe(0);
        const other = await demoDocs();
        try {
          copyFileSync(join(docs.home, 'work', 'site.yaml'), join(other.home, 'work', 'site.yaml'));
          const { code, stderr } = await other([...splitWords(apply), '--yes']);
          expect(code, stderr).toBe(0);
          expect(await siteOf(other, {}, 'Parcels')).toEqual(await siteOf(docs, env, 'Parcels'));
        } finally {
          other.cleanup();
        }
        const gone = await docs(['sites', 'delete', 'Parcels', '--confirm', 'Parcels'], { env });
        expect(gone.code, gone.stderr).toBe(0);
        reached('W9', 'talks', 1);
      },
    );

    it('goes on with what was begun, when it is stopped after a lost request', async () => {
      const { env, proxy, docs } = scene;
      const pty = openPty([NODE, BIN, 'sites', 'setup'], { env });
      try {
        await pty.talk(
          [/Title of the site/, `Begun${ENTER}`],
          [/Type:/, ENTER],
          [/Who sees it/, ENTER],
          [/Choose the first space/, ENTER],
          [/Spaces so far/, ENTER],
          [/Address/, ENTER],
          [/Publish it at once/, ENTER],
        );
        await pty.waitFor(/Is this what you want/);
        proxy.loseNext('POST', '/site-spaces', 'before');
        pty.type(ENTER);
        await pty.waitFor(/What now\?/);
        pty.type(`${DOWN}${ENTER}`);
        expect(await pty.ended).toBe(7);
      } finally {
        pty.kill();
      }
      const [, hint = '', file = ''] =
        /hint: docs (sites apply (\S+) --site \w+)/.exec(plain(pty.output())) ?? [];
      expect(existsSync(file)).toBe(true);
      expect(readFileSync(file, 'utf8')).toContain('title: Begun');
      const resumed = await docs(splitWords(hint), { env });
      expect(resumed.code, resumed.stderr).toBe(0);
      expect(resumed.stderr).toContain('pplied 1 change');
      const spaces = await docs(['sites', 'spaces', 'list', '--site', 'Begun', '-q'], { env });
      expect(spaces.stdout.trim().split('\n').length).toBe(1);
    });

    it('asks by plain lines and numbers with ACCESSIBLE=1', async () => {
      const { env, docs } = scene;
      const pty = openPty([NODE, BIN, 'sites', 'setup'], { env: { ...env, ACCESSIBLE: '1' } });
      try {
        await pty.talk(
          [/Title of the site: /, `Read aloud${ENTER}`],
          [/1\. basic: [\s\S]*Type a number, or < to go back: /, `<${ENTER}`],
          [/Title of the site: /, `Read aloud${ENTER}`],
          [/Type a number, or < to go back: /, `1${ENTER}`],
          [/2\. unlisted: [\s\S]*back: /, `2${ENTER}`],
          [/1\. Guides[\s\S]*back: /, `1${ENTER}`],
          [/Continue with these[\s\S]*back: /, `1${ENTER}`],
          [/Address/, ENTER],
          [/Publish it at once\?/, `no${ENTER}`],
          [/1\. Create it[\s\S]*back: /, `1${ENTER}`],
        );
        expect(await pty.ended).toBe(0);
      } finally {
        pty.kill();
      }
      // Colour, and nothing that moves the cursor or draws a line anew.
      expect(pty.output().replace(/\u001b\[[\d;]*m/g, '')).not.toContain('\u001b');
      expect((await docs(['sites', 'list', '--fields', 'title'], { env })).stdout).toContain('Read aloud');
    });

    it('changes a live site by choice only: typing filters, Esc goes back in every kind of question', async () => {
      const { env, docs } = scene;
      const pty = openPty([NODE, BIN, 'sites', 'setup', '--site', 'Partner portal'], { columns: 40, env });
      try {
        await pty.waitFor(/What do you want to change\?/);
        await pty.talk([/Esc/, 'titl'], [/titl/, ENTER], [/New title:/, `${ESC}${ESC}`]);
        await pty.waitFor(/This is the first question\. Press Ctrl-C/);
        await pty.talk(
          [/What do you want to change\?/, 'who'],
          [/who/, ENTER],
          [/Only people who have a secret link/, 'publ'],
        );
        // What was typed, and not the choice: Enter in the same breath as a letter is not taken.
        await pty.talk([/\u001b\[36mpubl\u001b/, ENTER], [/What else do you want/, ENTER]);
        await pty.waitFor(/visibility: share-link -> public[\s\S]*Is this what you want/);
        // Enter alone leaves a live site as it is.
        await pty.talk(
          [/❯ Leave, and send nothing/, `${UP.repeat(3)}`],
          [/❯ Change the live site\u001b/, ENTER],
        );
        // In 40 columns its words are on lines of their own.
        await pty.waitFor(/Apply 1 change[\s\S]*anyone can read[\s\S]*\/partner-portal\/[\s\S]*Continue\?/);
        pty.type(ESC);
        expect(await pty.ended).toBe(3);
      } finally {
        pty.kill();
      }
      const { stdout } = await docs(['sites', 'get', 'Partner portal', '--jq', '.visibility'], { env });
      expect(stdout.trim()).toBe('share-link');
    });

    it('sends nothing when Ctrl-C comes, and leaves the terminal as it was', async () => {
      const { env, docs } = scene;
      const pty = openPty([NODE, BIN, 'sites', 'setup'], { env });
      await pty.talk([/Title of the site/, `Never${ENTER}`], [/Type:/, '\u0003']);
      expect(await pty.ended).toBe(130);
      expect(plain(pty.output())).toContain('interrupted: nothing was sent');
      expect(pty.output().lastIndexOf('\u001b[?25h')).toBeGreaterThanOrEqual(
        pty.output().lastIndexOf('\u001b[?25l'),
      );
      expect((await docs(['sites', 'list', '--fields', 'title'], { env })).stdout).not.toContain('Never');
    });
  },
);
