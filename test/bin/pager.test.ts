import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { BIN, builtDocs, NODE } from '../helpers/built.ts';
import { perFile } from '../helpers/lasting.ts';
import { lacks } from '../helpers/needs.ts';
import { openPty } from '../helpers/pty.ts';

const docs = perFile(builtDocs);
let programs: string;
beforeAll(() => {
  programs = join(docs.home, 'programs');
  mkdirSync(programs);
  const script = '#!/bin/sh\necho "paged by $0 $*"\nexec /bin/cat\n';
  writeFileSync(join(programs, 'less'), script, { mode: 0o755 });
});

/** What a terminal of 24 lines shows of the list of all commands. */
async function shown(env: Record<string, string>): Promise<string> {
  const pty = openPty([NODE, BIN, 'commands'], { env: { HOME: docs.home, ...env }, cwd: docs.home });
  expect(await pty.ended).toBe(0);
  return pty.output();
}

it.skipIf(lacks('the usual pager', 'python3'))(
  'pages long output by less, where it is installed',
  async () => {
    // On macOS and Linux alike an unset variable is what a person has.
    const unset = { DOCS_PAGER: undefined as unknown as string };
    const paged = await shown({ ...unset, PATH: programs });
    expect(paged).toMatch(/paged by \S*less -FRX/);
    expect(paged).toMatch(/docs whatis/);
    const plain = await shown({ ...unset, PATH: join(docs.home, 'nothing') });
    expect(plain).toMatch(/docs whatis/);
    expect(plain).not.toMatch(/paged|cannot/);
    expect(await shown({ PATH: programs, DOCS_PAGER: 'cat' })).not.toMatch(/paged/);
  },
);
