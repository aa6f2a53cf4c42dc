// --watch in a process of its own: it ends by a signal, or when its reader goes, and says nothing of it.
import { once } from 'node:events';
import { expect, it } from 'vitest';
import { collected, demoDocs } from '../helpers/built.ts';
import { perFile } from '../helpers/lasting.ts';

const docs = perFile(demoDocs);
it.each([
  ['SIGINT', 130],
  ['SIGTERM', 143],
] as const)('ends with %s at once, between two looks, without an error', async (signal, code) => {
  const run = docs.start(['spaces', 'list', '-q', '--watch', '1h']);
  const ended = collected(run);
  if (run.stdout) await once(run.stdout, 'data');
  run.kill(signal);
  const { stdout, ...rest } = await ended;
  expect(rest).toMatchObject({ code, stderr: '' });
  expect(stdout.trim().split('\n')).toHaveLength(4);
});

it('ends when its reader has gone', async () => {
  const run = docs.start(['profiles', 'list', '-q', '--watch', '2s']);
  const exited = once(run, 'exit');
  if (run.stdout) await once(run.stdout, 'data');
  run.stdout?.destroy();
  // It hears of that when it next has something to say.
  await docs(['sandbox', 'token', 'mei@tarnpost.example']);
  expect((await exited)[0]).toBe(0);
});
