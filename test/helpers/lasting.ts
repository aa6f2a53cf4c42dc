// What a file makes for its tests and puts away after them.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type { AddressInfo, Server } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, onTestFinished, TestRunner } from 'vitest';

interface Removable {
  cleanup(): void;
}

type Make<T> = () => T | Promise<T>;
type End<T> = (it: T) => unknown;

const cleanup = (it: object) => (it as Removable).cleanup();

/** Made before the first test here; stands for it from the start. `end` is its `cleanup` where nothing else is said. */
export function perFile<T extends Removable>(make: Make<T>): T;
export function perFile<T extends object>(make: Make<T>, end: End<T>): T;
export function perFile<T extends object>(make: Make<T>, end: End<T> = cleanup): T {
  const held = standIn(make, end);
  beforeAll(held.begin);
  afterAll(held.end);
  return held.it;
}

/** Made anew before each test here. */
export function perTest<T extends Removable>(make: Make<T>): T;
export function perTest<T extends object>(make: Make<T>, end: End<T>): T;
export function perTest<T extends object>(make: Make<T>, end: End<T> = cleanup): T {
  const held = standIn(make, end);
  beforeEach(held.begin);
  afterEach(held.end);
  return held.it;
}

/** Leads each use to what is held at that moment. */
function standIn<T extends object>(make: Make<T>, end: End<T>) {
  let held: T | undefined;
  const now = (): T => {
    if (held === undefined) throw new Error('it is there when a test runs, not before');
    return held;
  };
  const it = new Proxy((() => {}) as unknown as T, {
    apply: (_, __, words) => Reflect.apply(now() as never, undefined, words),
    get: (_, name) => Reflect.get(now(), name),
    set: (_, name, value) => Reflect.set(now(), name, value),
    has: (_, name) => Reflect.has(now(), name),
  });
  return {
    it,
    begin: async () => {
      held = await make();
    },
    end: async () => {
      const last = held;
      held = undefined;
      if (last !== undefined) await end(last);
    },
  };
}

type Files = Readonly<Record<string, string | Uint8Array>>;

/** A folder of its own with these files; it goes with the test, or with the file where no test runs. */
export function temporaryFolder(files: Files = {}): string {
  const folder = mkdtempSync(join(tmpdir(), 'docs-'));
  const remove = () => rmSync(folder, { recursive: true, force: true });
  if (TestRunner.getCurrentTest() === undefined) afterAll(remove);
  else onTestFinished(remove);
  writeFiles(folder, files);
  return folder;
}

export function writeFiles(folder: string, files: Files): void {
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
}

/** The address of a server that begins to listen on this machine. */
export async function listening(server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Made by a test, and put away when it ends. `end` is its `cleanup` where nothing else is said. */
export function untilEnd<T extends Removable>(it: T): T;
export function untilEnd<T extends object>(it: T, end: End<T>): T;
export function untilEnd<T extends object>(it: T, end: End<T> = cleanup): T {
  onTestFinished(async () => void (await end(it)));
  return it;
}
