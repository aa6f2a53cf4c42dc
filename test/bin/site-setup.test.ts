import type { ChildProcess } from 'node:child_process';
import { copyFileSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BIN, type Built, builtDocs, NODE } from '../helpers/built.ts';
import { formsOf, refuseCanaries } from '../helpers/canary.ts';
import { splitWords } from '../helpers/cli.ts';
import { type CutProxy, startCutProxy } from '../helpers/cut-proxy.ts';
import { lacks } from '../helpers/needs.ts';
import { openPty, type Pty } from '../helpers/pty.ts';
import { rotated } from '../helpers/rotation.ts';
import { reached } from '../helpers/runs.ts';

const UP = '\u001b[A';
const DOWN = '\u001b[B';
const ESC = '\u001b';
const ENTER = '\r';

/** A sandbox behind a proxy that can lose requests, and a HOME that knows nothing of it. */
interface Scene {
  docs: Built;
  served: ChildProcess;
  proxy: CutProxy;
  env: Record<string, string>;
}

async function setTheScene(): Promise<Scene> {
  const docs = builtDocs();
  expect((await docs(['sandbox', 'init', '--demo'])).code).toBe(0);
  const served = docs.start(['sandbox', 'serve']);
  const url = await new Promise<string>((resolve, reject) => {
    served.stdout?.once('data', (chunk) => resolve(String(chunk).trim()));
    served.once('exit', () => reject(new Error('the sandbox ended')));
  });
  const proxy = await startCutProxy(url);
  const token = (await docs(['auth', 'token'], { env: { DOCS_PROFILE: 'sandbox-serve' } })).stdout.trim();
  const env = { HOME: `${docs.home}/newcomer`, DOCS_BASE_URL: proxy.url, DOCS_TOKEN: token };
  return { docs, served, proxy, env };
}

async function endTheScene({ docs, served, proxy }: Scene): Promise<void> {
  await proxy.stop();
  const gone = new Promise((resolve) => served.once('exit', resolve));
  served.kill('SIGTERM');
  await gone;
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
  await pty.waitFor(/Title of the site/);
  pty.type(`Partner portal${ENTER}`);
  await pty.waitFor(/There is a site "Partner portal" already/);
  pty.type(`${'\b'.repeat(14)}Wrong name${ENTER}`);
  await pty.waitFor(/Type:/);
  pty.type(ESC);
  await pty.waitFor(/Title of the site/);
  pty.type(`Parcels${ENTER}`);
  await pty.waitFor(/Type:/);
  pty.type(ENTER);
  await pty.waitFor(/Who sees it/);
  pty.type(ENTER);
  await pty.waitFor(/Choose the first space/);
  pty.type(`guid`);
  await pty.waitFor(/guid/);
  pty.type(ENTER);
  await pty.waitFor(/Spaces so far: .*Guides/);
  pty.type('handb');
  await pty.waitFor(/handb/);
  pty.type(ENTER);
  await pty.waitFor(/Spaces so far: .*Guides, Handbook/);
  pty.type(ENTER);
  await pty.waitFor(/How does it show them/);
  pty.type(`${DOWN}${ENTER}`);
  await pty.waitFor(/titles, icons or descriptions/);
  pty.type(`y${ENTER}`);
  await pty.waitFor(/Title of the section of "Guides"/);
  pty.type(ENTER);
  await pty.waitFor(/Icon of "Guides"/);
  pty.type(`book${ENTER}`);
  await pty.waitFor(/What "Guides" is about/);
  pty.type(`How to send parcels${ENTER}`);
  await pty.waitFor(/Title of the section of "Handbook"/);
  pty.type(`Team${ENTER}`);
  await pty.waitFor(/Icon of "Team"/);
  pty.type(ENTER);
  await pty.waitFor(/What "Team" is about/);
  pty.type(ENTER);
  await pty.waitFor(/What do visitors see first/);
  pty.type(`${DOWN}${ENTER}`);
  await pty.waitFor(/Address/);
  pty.type(`partner-portal${ENTER}`);
  await pty.waitFor(/Publish it at once/);
  pty.type(`y${ENTER}`);
  await pty.waitFor(/Is this what you want/);
  proxy.loseNext('POST', '/sections', when);
  // It would be read by whoever has its address: the first answer is to send nothing.
  pty.type(`${UP.repeat(3)}${ENTER}`);
  await pty.waitFor(/is taken by another site[\s\S]*What now\?/);
  pty.type(ENTER);
  await pty.waitFor(/Last part of the address:/);
  pty.type(`parcels-of-ours${ENTER}`);
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
        const other = builtDocs();
        try {
          expect((await other(['sandbox', 'init', '--demo'])).code).toBe(0);
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
        await pty.waitFor(/Title of the site/);
        pty.type(`Begun${ENTER}`);
        await pty.waitFor(/Type:/);
        pty.type(ENTER);
        await pty.waitFor(/Who sees it/);
        pty.type(ENTER);
        await pty.waitFor(/Choose the first space/);
        pty.type(ENTER);
        await pty.waitFor(/Spaces so far/);
        pty.type(ENTER);
        await pty.waitFor(/Address/);
        pty.type(ENTER);
        await pty.waitFor(/Publish it at once/);
        pty.type(ENTER);
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
        await pty.waitFor(/Title of the site: /);
        pty.type(`Read aloud${ENTER}`);
        await pty.waitFor(/1\. basic: [\s\S]*Type a number, or < to go back: /);
        pty.type(`<${ENTER}`);
        await pty.waitFor(/Title of the site: /);
        pty.type(`Read aloud${ENTER}`);
        await pty.waitFor(/Type a number, or < to go back: /);
        pty.type(`1${ENTER}`);
        await pty.waitFor(/2\. unlisted: [\s\S]*back: /);
        pty.type(`2${ENTER}`);
        await pty.waitFor(/1\. Guides[\s\S]*back: /);
        pty.type(`1${ENTER}`);
        await pty.waitFor(/Continue with these[\s\S]*back: /);
        pty.type(`1${ENTER}`);
        await pty.waitFor(/Address/);
        pty.type(ENTER);
        await pty.waitFor(/Publish it at once\?/);
        pty.type(`no${ENTER}`);
        await pty.waitFor(/1\. Create it[\s\S]*back: /);
        pty.type(`1${ENTER}`);
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
        await pty.waitFor(/Esc/);
        pty.type('titl');
        await pty.waitFor(/titl/);
        pty.type(ENTER);
        await pty.waitFor(/New title:/);
        pty.type(`${ESC}${ESC}`);
        await pty.waitFor(/This is the first question\. Press Ctrl-C/);
        await pty.waitFor(/What do you want to change\?/);
        pty.type('who');
        await pty.waitFor(/who/);
        pty.type(ENTER);
        await pty.waitFor(/Only people who have a secret link/);
        pty.type('publ');
        // What was typed, and not the choice: Enter in the same breath as a letter is not taken.
        await pty.waitFor(/\u001b\[36mpubl\u001b/);
        pty.type(ENTER);
        await pty.waitFor(/What else do you want/);
        pty.type(ENTER);
        await pty.waitFor(/visibility: share-link -> public[\s\S]*Is this what you want/);
        // Enter alone leaves a live site as it is.
        await pty.waitFor(/❯ Leave, and send nothing/);
        pty.type(`${UP.repeat(3)}`);
        await pty.waitFor(/❯ Change the live site\u001b/);
        pty.type(ENTER);
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
      await pty.waitFor(/Title of the site/);
      pty.type(`Never${ENTER}`);
      await pty.waitFor(/Type:/);
      pty.type('\u0003');
      expect(await pty.ended).toBe(130);
      expect(plain(pty.output())).toContain('interrupted: nothing was sent');
      expect(pty.output().lastIndexOf('\u001b[?25h')).toBeGreaterThanOrEqual(
        pty.output().lastIndexOf('\u001b[?25l'),
      );
      expect((await docs(['sites', 'list', '--fields', 'title'], { env })).stdout).not.toContain('Never');
    });
  },
);
