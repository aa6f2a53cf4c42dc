// A process of its own that changes profiles; started, awaited and killed by test/bin/config-*.test.ts.
//   save <config folder> <id> <rounds>     waits for a line on stdin, then saves <rounds> profiles, however long others are at it
//   churn <config folder> <id>             saves, renames and removes profiles until it is killed
//   count <config folder>                  adds one to the number in a file until it is killed
// Before a change it prints what it is about to do, and after it the same line with "done": what was promised.
import { writeSync } from 'node:fs';
import { join } from 'node:path';
import { Secret } from '../../src/config/credentials.ts';
import { removeProfile, renameProfile, saveProfile, useProfile } from '../../src/config/profiles.ts';
import { ConfigError } from '../../src/errors.ts';
import { errnoOf } from '../../src/files/io-error.ts';
import { updateFile } from '../../src/files/writer.ts';

const [, , mode, config = '', id = '', rounds = '0'] = process.argv;
const paths = { config, data: undefined, cache: undefined };

const pause = new Int32Array(new SharedArrayBuffer(4));

/** In the pipe before anything else happens, however late it is read. */
function tell(line: string): void {
  for (;;) {
    try {
      writeSync(1, line);
      return;
    } catch (error) {
      if (errnoOf(error) !== 'EAGAIN') throw error;
      Atomics.wait(pause, 0, 0, 1);
    }
  }
}

async function step(line: string, change: () => Promise<unknown>): Promise<void> {
  tell(`try ${line}\n`);
  await change();
  tell(`done ${line}\n`);
}

async function save(name: string): Promise<void> {
  const profile = { baseUrl: 'https://docs.example.com', organization: name };
  await step(`save ${name}`, () =>
    saveProfile(paths, { name, profile, token: new Secret(`canary-${name}`) }),
  );
}

/** On a machine with much else to do, one gives up the wait for the others; then it is to be run again. */
async function saveAtLast(name: string): Promise<void> {
  await save(name).catch((error) => {
    if (!(error instanceof ConfigError && error.code === 'LOCKED')) throw error;
    return saveAtLast(name);
  });
}

async function churn(at: number): Promise<void> {
  const name = `${id}-${at}`;
  await save(name);
  await step(`rename ${name} ${name}-r`, () => renameProfile(paths, name, `${name}-r`));
  await step(`use ${name}-r`, () => useProfile(paths, `${name}-r`));
  if (at > 0) await step(`remove ${id}-${at - 1}-r`, () => removeProfile(paths, `${id}-${at - 1}-r`));
}

async function addOne(): Promise<void> {
  await updateFile(join(config, 'count.json'), (old) => String(Number(old ?? 0) + 1));
}

if (mode === 'count') {
  for (;;) await step('add', addOne);
} else if (mode === 'save') {
  tell('ready\n');
  await new Promise((resolve) => process.stdin.once('data', resolve));
  for (let at = 0; at < Number(rounds); at++) await saveAtLast(`${id}-${at}`);
  process.stdin.destroy();
} else {
  // Loaded beforehand, so that a kill meets the changes rather than the loading.
  await import('../../src/config/settings-store.ts');
  for (let at = 0; ; at++) await churn(at);
}
