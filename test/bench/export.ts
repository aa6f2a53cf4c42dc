// docs export against a host that takes 20 ms for each answer: speed, memory, and the second run.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { startContentServer } from '../helpers/content-server.ts';
import type { Figure } from './content.ts';
import { runCosted } from './measure.ts';

const bin = resolve('bin/docs.js');
const DELAY_MS = 20;

interface Run {
  ms: number;
  mb: number;
  requests: number;
}

/** Every figure; the folders are temporary and removed. */
export async function exportFigures(): Promise<Figure[]> {
  const home = mkdtempSync(join(tmpdir(), 'docs-bench-export-'));
  try {
    const speed = await sideBySide(home);
    return [...speed, ...(await memory(home))];
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}

async function sideBySide(home: string): Promise<Figure[]> {
  const server = await startContentServer({ spaces: 200, pages: 4, delayMs: DELAY_MS });
  try {
    const alone = await exportOnce(home, server, 'one', ['--concurrency', '1']);
    const many = await exportOnce(home, server, 'many');
    const again = await exportOnce(home, server, 'many');
    return [
      {
        name: 'export 200 spaces, times faster than one request after another',
        ratio: alone.ms / many.ms,
        bound: 'least',
        gate: 6,
        aim: 8,
        detail: `${many.ms.toFixed(0)} ms against ${alone.ms.toFixed(0)} ms`,
      },
      {
        name: 'export again with nothing changed, requests a space',
        ratio: again.requests / 200,
        bound: 'most',
        gate: 1,
        aim: 0.1,
        detail: `${again.requests} requests`,
      },
    ];
  } finally {
    await server.stop();
  }
}

async function memory(home: string): Promise<Figure[]> {
  const few = await memoryOf(home, 10);
  const many = await memoryOf(home, 1000);
  const detail = `largest resident size; ${few.toFixed(0)} MB for 10 spaces`;
  return [
    { name: 'memory of exporting 1,000 spaces, MB', ratio: many, bound: 'most', gate: 200, aim: 160, detail },
  ];
}

async function memoryOf(home: string, spaces: number): Promise<number> {
  const server = await startContentServer({ spaces, pages: 4, bytes: 4000 });
  try {
    return (await exportOnce(home, server, `memory of ${spaces}`)).mb;
  } finally {
    await server.stop();
  }
}

async function exportOnce(
  home: string,
  server: { url: string; requests(): number },
  to: string,
  more: readonly string[] = [],
): Promise<Run> {
  const before = server.requests();
  const args = [bin, 'export', '--org', 'o', '--to', join(home, to), ...more];
  const env = { HOME: home, DOCS_TOKEN: 'bench-token', DOCS_BASE_URL: server.url };
  const { ms, mb } = await runCosted({ name: 'docs export', args, env });
  return { ms, mb, requests: server.requests() - before };
}
