import { once } from 'node:events';
import { createWriteStream, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { PassThrough, Readable, Writable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { LocalIoError } from '../../../src/errors.ts';
import { createIo, type Output } from '../../../src/output/io.ts';
import { listWriter } from '../../../src/output/render.ts';
import { memoryIo } from '../../helpers/memory-io.ts';

const failing = (code: string) =>
  new Writable({
    write: (_chunk, _encoding, done) => done(Object.assign(new Error(`write ${code}`), { code })),
  });
const sink = () => new Writable({ write: (_chunk, _encoding, done) => done() });
const ioOn = (stdout: Output, stderr: Output = sink()) =>
  createIo({ stdin: () => Readable.from([]), stdout: () => stdout, stderr: () => stderr, env: {} });

describe('in CI', () => {
  const COMMANDS = '::error::x\n##vso[task.complete]\n  ::add-mask::y\n';

  it('nothing that is printed is a command of the runner, whoever prints it', async () => {
    const io = memoryIo({ env: { GITHUB_ACTIONS: 'true' } });
    await io.out(COMMANDS);
    io.err(COMMANDS);
    for (const text of [io.stdout(), io.errors()]) expect(text).not.toMatch(/^\s*::|##vso/m);
  });

  it('only a report for the runner speaks to it', async () => {
    const io = memoryIo({ env: { GITHUB_ACTIONS: 'true' } });
    await io.out('::error title=x::y\n', true);
    expect(io.stdout()).toBe('::error title=x::y\n');
  });

  it('a regular file gets what was printed', async () => {
    const file = join(mkdtempSync(join(tmpdir(), 'docs-io-')), 'out');
    const stdout = createWriteStream(file);
    await once(stdout, 'open');
    const env = { GITHUB_ACTIONS: 'true' };
    const io = createIo({ stdin: () => Readable.from([]), stdout: () => stdout, stderr: sink, env });
    await io.out(COMMANDS);
    expect(readFileSync(file, 'utf8')).toBe(COMMANDS);
    stdout.destroy();
    rmSync(dirname(file), { recursive: true });
  });

  it('another program gets the data, and the log of the errors no command', async () => {
    const [stdout, stderr] = [new PassThrough(), new PassThrough()];
    const streams = { stdin: () => Readable.from([]), stdout: () => stdout, stderr: () => stderr };
    const io = createIo({ ...streams, env: { GITHUB_ACTIONS: 'true' }, isLog: () => false });
    const view = { format: 'tsv', columns: ['title'] } as const;
    const writer = await listWriter(io, view as never);
    await writer.page([{ title: '::notice::hello' }]);
    io.err(COMMANDS);
    expect(String(stdout.read())).toBe('::notice::hello\n');
    expect(String(stderr.read())).not.toMatch(/^\s*::|##vso/m);
  });
});

describe('standard output', () => {
  it('stops quietly when its reader has gone', async () => {
    const io = ioOn(failing('EPIPE'));
    expect(io.outClosed).toBe(false);
    await io.out('one\n');
    expect(io.outClosed).toBe(true);
    await io.out('two\n');
  });

  it('says so when the disk is full', async () => {
    const io = ioOn(failing('ENOSPC'));
    await expect(io.out('one\n')).rejects.toThrow(LocalIoError);
    expect(io.outClosed).toBe(false);
  });

  it.runIf(existsSync('/dev/full'))('says so when it is /dev/full', async () => {
    const io = ioOn(createWriteStream('/dev/full'));
    await expect(io.out('one\n')).rejects.toThrow('cannot write to standard output: ENOSPC');
  });

  it('says so when the stream throws', async () => {
    const stream = sink();
    stream.write = () => {
      throw Object.assign(new Error('no'), { code: 'EIO' });
    };
    await expect(ioOn(stream).out('one\n')).rejects.toThrow('EIO');
  });

  it('waits for a slow reader', async () => {
    let release = () => {};
    const slow = new Writable({
      highWaterMark: 1,
      write: (_chunk, _encoding, done) => {
        release = done;
      },
    });
    let isDone = false;
    const written = ioOn(slow)
      .out('x'.repeat(100))
      .then(() => {
        isDone = true;
      });
    await new Promise((resolve) => setImmediate(resolve));
    expect(isDone).toBe(false);
    release();
    await written;
    expect(isDone).toBe(true);
  });
});

describe('standard error', () => {
  it('never throws', async () => {
    const io = ioOn(sink(), failing('EPIPE'));
    io.err('one\n');
    await new Promise((resolve) => setImmediate(resolve));
    io.err('two\n');
    await new Promise((resolve) => setImmediate(resolve));
    expect(io.outClosed).toBe(false);
  });
});

describe('what the environment says', () => {
  it('touches no stream before it is used', () => {
    const never = () => {
      throw new Error('touched');
    };
    const io = createIo({
      stdin: never,
      stdout: never,
      stderr: never,
      env: { COLUMNS: '100', NO_COLOR: '1' },
    });
    expect([io.columns, io.colorOut, io.colorErr, io.accessible, io.ci, io.inCi]).toEqual([
      100,
      false,
      false,
      false,
      undefined,
      false,
    ]);
  });
});
