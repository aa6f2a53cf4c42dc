// docs export against a host that takes 20 ms for each answer: speed, memory, and the second run.
import { join } from 'node:path';
import { type ContentServer, startContentServer } from '../helpers/content-server.ts';
import { type Figure, memory, most, timesFaster } from './figures.ts';
import { docsOn, inFolder, runCosted } from './measure.ts';

const DELAY_MS = 20;
type Shape = Parameters<typeof startContentServer>[0];
type Export = (to: string, ...more: string[]) => ReturnType<typeof exportOnce>;

export const exportFigures = (): Promise<Figure[]> =>
  inFolder(async (home) => [...(await sideBySide(home)), ...(await memories(home))]);

const sideBySide = (home: string): Promise<Figure[]> =>
  exporting(home, { spaces: 200, pages: 4, delayMs: DELAY_MS }, async (to) => {
    const alone = await to('one', '--concurrency', '1');
    const many = await to('many');
    const again = await to('many');
    return [
      timesFaster(
        'export 200 spaces, times faster than one request after another',
        { ours: many.ms, theirs: alone.ms },
        { gate: 6, aim: 8 },
      ),
      most('export again with nothing changed, requests a space', again.requests / 200, {
        ...{ gate: 1, aim: 0.1, detail: `${again.requests} requests` },
      }),
    ];
  });

async function memories(home: string): Promise<Figure[]> {
  const of = (spaces: number) =>
    exporting(home, { spaces, pages: 4, bytes: 4000 }, (to) => to(`memory of ${spaces}`));
  const few = await of(10);
  const many = await of(1000);
  const detail = `largest resident size; ${few.mb.toFixed(0)} MB for 10 spaces`;
  return [memory('memory of exporting 1,000 spaces', many.mb, { gate: 200, aim: 160, detail })];
}

async function exporting<T>(home: string, shape: Shape, work: (to: Export) => Promise<T>): Promise<T> {
  const server = await startContentServer(shape);
  try {
    return await work((to, ...more) => exportOnce(home, server, ['--to', join(home, to), ...more]));
  } finally {
    await server.stop();
  }
}

async function exportOnce(home: string, server: ContentServer, more: readonly string[]) {
  const before = server.requests();
  const cost = await runCosted(docsOn(home, server)('export', '--org', 'o', ...more));
  return { ...cost, requests: server.requests() - before };
}
