import { describe, expect, it } from 'vitest';
import { note } from '../../../src/output/note.ts';
import { type PagerProcess, pageOutput } from '../../../src/output/pager.ts';
import { openPager } from '../../../src/terminal/child-programs.ts';
import { freshCli } from '../../helpers/cli.ts';
import { untilEnd } from '../../helpers/lasting.ts';
import { type MemoryIo, memoryIo } from '../../helpers/memory-io.ts';
import { soonerThan } from '../../helpers/sooner.ts';

interface FakePager extends PagerProcess {
  shown: string;
  isOpen: boolean;
}

function fakePager(io?: MemoryIo, closesAfter = Number.POSITIVE_INFINITY): FakePager {
  let writes = 0;
  const pager: FakePager = {
    shown: '',
    isOpen: true,
    async write(text) {
      writes += 1;
      if (writes > closesAfter) return false;
      pager.shown += text;
      expect(io?.errors() ?? '', 'nothing is drawn over the pager').toBe('');
      return true;
    },
    async end() {
      pager.isOpen = false;
    },
  };
  return pager;
}

const lines = (count: number) => Array.from({ length: count }, (_, at) => `row ${at}\n`).join('');

describe('the pager', () => {
  it('is not opened for what fits on the screen', async () => {
    const io = memoryIo({ tty: true });
    const paged = pageOutput(io, async () => expect.fail('opened'));
    await paged.io.out(lines(10));
    note(paged.io, 'showing 10 of 12');
    expect(io.stdout() + io.errors()).toBe('');
    await paged.end();
    expect([io.stdout(), io.errors()]).toEqual([lines(10), expect.stringContaining('showing 10 of 12')]);
  });

  it('gets everything once it is longer, and notes come after it', async () => {
    const io = memoryIo({ tty: true });
    const pager = fakePager(io);
    const paged = pageOutput(io, async () => pager);
    await paged.io.out(lines(10));
    await paged.io.out(lines(20));
    note(paged.io, 'a note');
    await paged.io.out(lines(5));
    expect(pager.isOpen).toBe(true);
    await paged.end();
    expect(pager).toMatchObject({ shown: lines(10) + lines(20) + lines(5), isOpen: false });
    expect([io.stdout(), io.errors()]).toEqual(['', expect.stringContaining('a note')]);
  });

  it('ends the work when the person closes it', async () => {
    const io = memoryIo({ tty: true });
    const paged = pageOutput(io, async () => fakePager(io, 1));
    await paged.io.out(lines(30));
    expect(paged.io.outClosed).toBe(false);
    await paged.io.out(lines(30));
    expect(paged.io.outClosed).toBe(true);
    await paged.end();
  });

  it('is done without when it cannot be started', async () => {
    const io = memoryIo({ tty: true });
    const paged = pageOutput(io, async () => {
      throw new Error('no such pager');
    });
    await paged.io.out(lines(30));
    await paged.end();
    expect(io.stdout()).toBe(lines(30));
    expect(io.errors()).toContain('no such pager');
  });

  it('prints as it is, and says nothing, where the usual one is not installed', async () => {
    const io = memoryIo({ tty: true });
    const paged = pageOutput(io, async () => undefined);
    await paged.io.out(lines(30));
    await paged.end();
    expect([io.stdout(), io.errors()]).toEqual([lines(30), '']);
    expect(await openPager(undefined, { PATH: '/nowhere' })).toBeUndefined();
    await expect(openPager('most', { PATH: '/nowhere' })).rejects.toThrow('cannot start the pager "most"');
  });

  it.each(['sleep 60', `sh -c 'trap : TERM; for i in 1 2 3 4 5 6 7 8 9; do sleep 5; done'`])(
    'ends with the signal: %s',
    async (command) => {
      const control = new AbortController();
      const pager = await openPager(command, { PATH: process.env.PATH ?? '' }, control.signal);
      const ended = pager?.end();
      setTimeout(() => control.abort(), 100);
      // Either sleeps for three quarters of a minute at least.
      await soonerThan(45_000, async () => await ended);
    },
  );

  it('opens by DOCS_PAGER, then PAGER, on a terminal and for people only', async () => {
    const cli = untilEnd(freshCli());

    const opened: string[] = [];
    const pager = (command: string) => {
      opened.push(command);
      return fakePager();
    };
    const env = { PAGER: 'more', TERM: 'xterm' };
    await cli('commands', { tty: true, env, pager });
    await cli('help output', { tty: true, env: { ...env, DOCS_PAGER: 'less -S' }, pager });
    expect(opened).toEqual(['more', 'less -S']);
    await cli('help output', { tty: true, env: { TERM: 'xterm' }, pager });
    expect(opened.slice(2)).toEqual(['the usual one']);
    // Help is longer than most screens, too.
    const opens = opened.length;
    for (const argv of ['--help', 'sites --help']) await cli(argv, { tty: true, env, pager });
    expect(opened.slice(opens)).toEqual(['more', 'more']);
    const never: [string, Record<string, string>][] = [
      ['help output', { ...env, DOCS_PAGER: '' }],
      ['help output', { ...env, DOCS_PAGER: 'cat' }],
      ['help output', {}],
      ['help output', { TERM: 'xterm', CI: 'true' }],
      ['help output', { ...env, ACCESSIBLE: '1' }],
      ['help output', { ...env, CI: 'true' }],
      ['commands', { ...env, TERM: 'dumb' }],
      ['commands --json', env],
      ['commands -q', env],
    ];
    for (const [argv, variables] of never) {
      const { stdout } = await cli(argv, { tty: true, env: variables });
      expect(stdout.length).toBeGreaterThan(1000);
    }
    await cli('help output', { env });
  });
});
