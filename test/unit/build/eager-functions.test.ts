import { describe, expect, it } from 'vitest';
import { eager } from '../../../src/build/eager-functions.ts';

const run = (code: string): unknown => new Function(eager(code).toString())();

describe('Functions that are compiled with their file', () => {
  it('are all in parentheses', () => {
    expect(eager('function a() { return [1].map((n) => (m) => n + m); }').toString()).toBe(
      'var a = (function () { return [1].map(((n) => ((m) => n + m))); });\n',
    );
  });

  it('are there before they are declared', () => {
    expect(run('return a() + b(1); function a() { return 1; } function b(n) { return n + a(); }')).toBe(3);
  });

  it('may put another one in their own place', () => {
    expect(
      run('let runs = 0; function once() { runs += 1; once = () => runs; } once(); return once();'),
    ).toBe(1);
  });

  it('keep their name and their kind', async () => {
    expect(await run('async function a() { return a.name; } return a();')).toBe('a');
    expect(run('function* a() { yield a.name; } return [...a()];')).toEqual(['a']);
  });

  it('come after what makes a file strict', () => {
    expect(run('"use strict"; return self(); function self() { return this; }')).toBeUndefined();
  });
});
