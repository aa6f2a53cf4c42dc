// A working folder full of programs, and a PATH that names it: none of them is started, by docs or by what docs starts.
import { chmodSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { demoDocs } from '../helpers/built.ts';
import { perFile } from '../helpers/lasting.ts';
import { reached } from '../helpers/runs.ts';

/** What opens a browser asks for on the way, and what `docs` starts itself. */
const PLANTED =
  'git less more uname xdg-open xdg-mime xdg-settings gio kde-open exo-open gvfs-open x-www-browser www-browser firefox chromium google-chrome sensible-browser basename sed grep awk cut which powershell.exe wslpath cmd.exe sh env node'.split(
    ' ',
  );

const docs = perFile(demoDocs);
let repository: string;
/** In PATH by its whole name, with nothing in it: no browser of this machine is opened. */
let empty: string;
beforeAll(async () => {
  repository = join(docs.home, 'work');
  empty = join(docs.home, 'empty');
  mkdirSync(empty);
  for (const name of PLANTED) {
    const file = join(repository, name);
    writeFileSync(file, `#!/bin/sh\n: > '${docs.home}/ran-${name}'\n`);
    chmodSync(file, 0o755);
  }
});

const RELATIVE = ['', '.', './', '../work', `..${delimiter}work`];
const CALLS: readonly (readonly string[])[] = [
  ['open', 'Guides', '--published'],
  ['git', 'import', '--space', 'Guides', '--url', 'https://127.0.0.1:9/x.git', '--yes', '--wait'],
];

it('nothing of the working folder is started', async () => {
  for (const [at, entry] of RELATIVE.entries())
    for (const call of CALLS) {
      const PATH = (at % 2 === 0 ? [entry, empty] : [empty, entry]).join(delimiter);
      await docs(call, { env: { PATH } });
      const ran = PLANTED.filter((name) => existsSync(join(docs.home, `ran-${name}`)));
      expect([PATH, call, ran]).toEqual([PATH, call, []]);
    }
  reached('P7', 'relative entries', RELATIVE.length);
});
