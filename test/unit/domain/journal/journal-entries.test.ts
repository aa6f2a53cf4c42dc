import { describe, expect, it } from 'vitest';
import { hideSecrets } from '../../../../src/client/redact.ts';
import {
  commandLine,
  entriesOf,
  isMutilated,
  keepable,
} from '../../../../src/domain/journal/journal-entries.ts';

const FACTS = {
  profile: 'p',
  host: 'https://host.example',
  command: 'docs x',
  method: 'PATCH',
  path: '/v1/x',
};
const intent = (id: string, more = {}) => ({
  ...{ v: 1, kind: 'intent', id, at: '2026-01-01T00:00:00.000Z', ...FACTS, input: {}, ...more },
});
const outcome = (id: string, more = {}) => ({
  ...{ v: 1, kind: 'outcome', id, at: 'later', outcome: 'applied', ...more },
});

/** Where no secret is in use. */
const shown = (text: string) => text;

describe('what is kept of a change', () => {
  it('holds no text in which a platform sent the token back, and such a change is not taken back in part', () => {
    const hide = hideSecrets(new Set(['gb_api_canary-0123']));
    const kept = keepable({ title: 'about gb_api_canary-0123', name: 'whole' }, hide);
    expect(kept).toEqual({ title: '[redacted]', name: 'whole' });
    expect(isMutilated(kept)).toBe(true);
  });

  it('holds no secret, no share key, no rights and no credentials of URLs', () => {
    const site = {
      ...{ secrets: { KEY: 'canary' }, shareKey: 'canary', permissions: { admin: true } },
      urls: { published: 'https://x/?shareKey=canary', icon: 'https://x/i.png' },
      deep: [{ url: 'https://user:canary@git.example.com/a.git', scp: 'git:canary@example.com:o/r' }],
    };
    expect(keepable(site, shown)).toEqual({
      secrets: '[redacted]',
      shareKey: '[redacted]',
      urls: { icon: 'https://x/i.png' },
      deep: [{ url: 'https://***@git.example.com/a.git', scp: '***@example.com:o/r' }],
    });
  });

  it('is nothing when it is too large, and names the length of a long text', () => {
    expect(keepable({ text: 'x'.repeat(70_000) }, shown)).toEqual({ text: '[70000 characters]' });
    const large = Array.from({ length: 10 }, () => 'x'.repeat(60_000));
    expect(keepable(large, shown)).toBeUndefined();
  });

  it('tells what was cut from what was not', () => {
    for (const url of ['https://***@git.example.com', '***@example.com:o/r'])
      expect(isMutilated({ url }), url).toBe(true);
    expect(isMutilated({ text: '[70000 characters]' })).toBe(true);
    expect(isMutilated({ a: '[redacted]' })).toBe(true);
    expect(isMutilated({ title: '[12] characters', mail: 'a@b.c' })).toBe(false);
  });

  it('shows a command without bodies and credentials', () => {
    const words = ['git', 'import', '--url', 'https://u:canary@x.example/a', '--data', '{"a":"canary"}'];
    expect(commandLine([...words, '--ref=x y'], shown)).toBe(
      "docs git import --url ... --data ... '--ref=x y'",
    );
    expect(commandLine(['a', '--data=canary', 'https://u:canary@x.example/a'], shown)).toBe(
      "docs a --data=... 'https://***@x.example/a'",
    );
    expect(commandLine(['x', '--data', '@file.json', 'y'.repeat(300)], shown).length).toBeLessThan(230);
  });
});

describe('entries', () => {
  it('join an intent with its outcome; without one the outcome is not known', () => {
    const [first, second] = entriesOf([intent('a'), intent('b'), outcome('a', { status: 200 })]);
    expect(first).toMatchObject({ id: 'a', outcome: 'applied', status: 200, at: '2026-01-01T00:00:00.000Z' });
    expect(second).toMatchObject({ id: 'b', outcome: 'unknown' });
  });

  it('pass over what they do not know', () => {
    expect(
      entriesOf([{ v: 2 }, { v: 1, kind: 'intent' }, outcome('x'), { v: 1, kind: 'other', id: 'y' }]),
    ).toEqual([]);
  });

  it('tell what was undone, and not what was undone and done again', () => {
    const undone = [intent('a'), outcome('a'), intent('b', { undoes: 'a' }), outcome('b')];
    expect(entriesOf(undone)[0]?.undoneBy).toBe('b');
    const again = [...undone, intent('c', { undoes: 'b' }), outcome('c')];
    expect(entriesOf(again)[0]?.undoneBy).toBeUndefined();
    expect(entriesOf(again)[1]?.undoneBy).toBe('c');
    expect(
      entriesOf([...undone.slice(0, 3), outcome('b', { outcome: 'rejected' })])[0]?.undoneBy,
    ).toBeUndefined();
  });
});
