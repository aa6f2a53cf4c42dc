import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { expect, it } from 'vitest';
import { bundled } from '../helpers/bundled.ts';
import { configHome } from '../helpers/config-home.ts';
import { perFile } from '../helpers/lasting.ts';
import { lacks } from '../helpers/needs.ts';

const script = perFile(() => bundled('test/helpers/config-changer.ts'));

it.skipIf(lacks('secrets are written to new files only', 'strace'))(
  'writes through no file that is there already: every file it writes is made by it, for its owner alone',
  () => {
    const { config } = configHome();
    const log = `${dirname(script.path)}/calls.log`;
    const command = [process.execPath, script.path, 'save', config, 'new', '2'];
    const strace = ['-f', '-qq', '-o', log, '-e', 'trace=openat,open', ...command];
    expect(spawnSync('strace', strace, { input: 'go\n', encoding: 'utf8' }).status).toBe(0);
    const written = readFileSync(log, 'utf8')
      .split('\n')
      .filter((line) => line.includes(`"${config}/`) && /O_WRONLY|O_RDWR/.test(line));
    expect(written.length).toBeGreaterThan(3);
    expect(written.filter((line) => !/O_CREAT\|O_EXCL.*, 0600\)/.test(line))).toEqual([]);
  },
);
