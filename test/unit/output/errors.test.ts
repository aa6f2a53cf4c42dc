import { describe, expect, it } from 'vitest';
import { LocalIoError, NotFoundError, RateLimitError } from '../../../src/errors.ts';
import { printError } from '../../../src/output/errors.ts';
import { ATTACKS } from '../../helpers/attacks.ts';
import { type MemoryIoOptions, memoryIo } from '../../helpers/memory-io.ts';
import { readAsTerminal } from '../../helpers/vt.ts';

function printed(
  error: unknown,
  options: Partial<Parameters<typeof printError>[2]> = {},
  how: MemoryIoOptions = {},
) {
  const io = memoryIo(how);
  const exit = printError(io, error, { json: false, debug: false, ...options });
  return { exit, text: io.errors(), stdout: io.stdout() };
}
const notFound = new NotFoundError('space "x" not found', {
  hint: 'docs spaces list',
  http: { method: 'GET', path: '/v1/spaces/{spaceId}', status: 404, requestId: 'r1' },
  details: { kind: 'space', privateKey: 'canary' },
});

describe('an error for people', () => {
  it('says what failed and what to run next', () => {
    expect(printed(notFound)).toEqual({
      exit: 5,
      text: 'docs: space "x" not found\nhint: docs spaces list\n',
      stdout: '',
    });
  });

  it('is coloured on a terminal only', () => {
    expect(readAsTerminal(printed(notFound, {}, { tty: true }).text).sgr).toEqual(['31', '39', '36', '39']);
  });

  it('is at most 500 long', () => {
    const { text } = printed(new LocalIoError('🙂'.repeat(2000)));
    expect(text.length).toBeLessThanOrEqual('docs: \n'.length + 500);
    expect(readAsTerminal(text).controls).toEqual([]);
  });

  it('shows a stack, and that of its cause, under --debug only', () => {
    const error = new LocalIoError('cannot read', { cause: new Error('inner') });
    expect(printed(error).text).not.toContain('inner');
    expect(printed(error, { debug: true }).text).toMatch(
      /^docs: cannot read\n {2}LocalIoError: [\s\S]+ {2}caused by Error: inner\n/,
    );
  });

  it.each([
    [new TypeError('x is not a function'), 'docs: unexpected error: x is not a function'],
    ['thrown text', 'docs: unexpected error: thrown text'],
    [undefined, 'docs: unexpected error: [object Undefined]'],
    [{ toString: null }, 'docs: unexpected error: [object Object]'],
    [new AggregateError([]), 'docs: unexpected error: AggregateError'],
  ])('calls what nobody foresaw unexpected: %s', (error, line) => {
    const { exit, text } = printed(error);
    expect(exit).toBe(1);
    expect(text.split('\n')[0]).toBe(line);
    expect(text).not.toContain('at ');
  });

  it.each([
    ['ERR_DLOPEN_FAILED', '/x/sqlite.node: invalid ELF header'],
    ['ERR_DLOPEN_DISABLED', 'Cannot load native addon because loading addons is disabled.'],
    ['MODULE_NOT_FOUND', "Cannot find module '@photostructure/sqlite'\nRequire stack:\n- /x/main.js"],
    [undefined, 'No native build was found for platform=freebsd arch=x64\n    loaded from: /x'],
  ])('says that the installation is broken, and calls that no bug: %s', (code, message) => {
    const { exit, text } = printed(Object.assign(new Error(message), code && { code }));
    const [first] = message.split('\n');
    expect([exit, text.split('\nhint: install docs again on this machine')[0]]).toEqual([
      1,
      `docs: cannot load a part of docs: ${first}`,
    ]);
  });

  it.each([
    [
      'ENOSPC',
      'write',
      'cannot write "/tmp/x.md": no space left on the device',
      'free some disk space, then run the command again',
    ],
    ['ENOTDIR', 'lstat', 'cannot read "/tmp/x.md": a part of the path is not a folder', 'check the path'],
    ['EBUSY', 'open', 'cannot read "/tmp/x.md": it is in use', 'close the program that uses it'],
    ['ENAMETOOLONG', 'mkdir', 'cannot write "/tmp/x.md": the name is too long', 'check the path'],
  ])('says what the disk refuses, and calls that no bug: %s', (code, syscall, what, hint) => {
    const error = Object.assign(new Error(`${code}: in the words of the system`), {
      code,
      syscall,
      path: '/tmp/x.md',
    });
    expect(printed(error).text).toBe(`docs: ${what}\nhint: ${hint}\n`);
  });
});

describe('an error in JSON', () => {
  it('is one object with the facts', () => {
    const { exit, text } = printed(notFound, { json: true });
    expect(exit).toBe(5);
    expect(JSON.parse(text)).toEqual({
      error: {
        code: 'NOT_FOUND',
        exit: 5,
        message: 'space "x" not found',
        status: 404,
        hint: 'docs spaces list',
        next: 'docs spaces list',
        outcome: 'rejected',
        retryable: false,
        requestId: 'r1',
        details: { kind: 'space', privateKey: '[redacted]' },
      },
    });
    expect(text.trimEnd()).not.toContain('\n');
  });

  it('leaves out what is not known', () => {
    const { error } = JSON.parse(printed(new RateLimitError('too many requests'), { json: true }).text);
    expect(Object.keys(error)).toEqual(['code', 'exit', 'message', 'outcome', 'retryable']);
  });

  it('survives details that go in circles', () => {
    const details: Record<string, unknown> = {};
    details.self = details;
    expect(JSON.parse(printed(new LocalIoError('x', { details }), { json: true }).text).error.code).toBe(
      'LOCAL_IO',
    );
    const { text } = printed(new LocalIoError('x', { details: { count: 1n } }), { json: true });
    expect(JSON.parse(text).error.code).toBe('LOCAL_IO');
  });
});

describe('what a message brings with it', () => {
  it('is redacted everywhere', () => {
    const redact = (text: string) => text.replaceAll('canary', '***');
    const error = new LocalIoError('canary', {
      hint: 'canary',
      details: { at: ['canary'] },
      cause: new Error('canary'),
    });
    for (const json of [true, false])
      expect(printed(error, { json, debug: true, redact }).text).not.toContain('canary');
  });

  it('controls neither a terminal nor a CI runner', () => {
    for (const attack of ATTACKS) {
      const error = new LocalIoError(attack, {
        hint: attack,
        details: { [attack]: attack },
        cause: new Error(attack),
      });
      for (const json of [true, false]) {
        for (const unknown of [error, new Error(attack)]) {
          const { text } = printed(unknown, { json, debug: true }, { env: { GITHUB_ACTIONS: 'true' } });
          expect(readAsTerminal(text)).toMatchObject({ controls: [], sgr: [] });
          for (const line of text.split('\n')) expect(line).not.toMatch(/^\s*(::|##)|##\[|##vso\[/);
        }
      }
    }
  });
});
