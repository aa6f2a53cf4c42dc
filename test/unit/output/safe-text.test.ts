import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ciSafe, plainContent, safeJson, safeLine, safeText } from '../../../src/output/safe-text.ts';
import { ATTACKS } from '../../helpers/attacks.ts';
import { readAsTerminal } from '../../helpers/vt.ts';

const anyText = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string({ unit: fc.integer({ min: 0, max: 0xffff }).map((code) => String.fromCharCode(code)) }),
);

describe('safeText', () => {
  it('shows an escape instead of obeying it', () => {
    expect(safeText('a\u001b[31mb\u202ec')).toBe('a\\u001b[31mb\\u202ec');
  });

  it('keeps ordinary text, accents, CJK and emoji', () => {
    for (const text of ['plain', 'é ü', '漢字', '👩‍👩‍👧', 'שלום', 'a\tb']) expect(safeText(text)).toBe(text);
  });

  it('shows what joins or forms emoji where there is none', () => {
    for (const char of ['\u200d', '\ufe0e', '\ufe0f'])
      for (const before of ['', 'p', '1', 'é', 'ж', 'ש', ' ', '\u200b']) {
        const text = `${before}${char}x`;
        expect([text, safeText(text)]).toEqual([text, expect.not.stringContaining(char)]);
        expect([text, safeJson(JSON.stringify(text))]).toEqual([text, expect.not.stringContaining(char)]);
      }
    for (const text of ['👩‍👩‍👧', '❤️‍🔥', '1️⃣', '©️', '☎️', '🏳️‍🌈', '👨🏽‍🚀', 'क्‍ष', '葛\ufe00'])
      expect(safeText(text)).toBe(text);
  });

  it('shows what has no shape: two titles that look alike are told apart, and nothing is said to a reader unseen', () => {
    for (const char of [
      '\u200b',
      '\u2060',
      '\ufeff',
      '\u034f',
      '\u115f',
      '\u3164',
      '\uffa0',
      '\u{e0041}',
      '\u{e0120}',
    ])
      expect(safeText(`Sup${char}port`)).toBe(
        `Sup${[...char.split('')].map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`).join('')}port`,
      );
    const england = '\u{1f3f4}\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}';
    expect(safeText(`${england} 葛\u{e0100}`)).toBe(`${england} 葛\u{e0100}`);
    expect(safeJson(JSON.stringify(`x\u{e0041}\u3164`))).toBe('"x\\udb40\\udc41\\u3164"');
  });

  it('keeps line feeds only where they are allowed', () => {
    expect(safeText('a\nb')).toBe('a\\u000ab');
    expect(safeText('a\nb\r\nc\rd', { multiline: true })).toBe('a\nb\nc\\u000dd');
    expect(safeLine('a\nb\r\n\tc')).toBe('a b c');
  });

  it('lets no attack and no random text control a terminal', () => {
    for (const text of ATTACKS)
      expect(readAsTerminal(safeText(text, { multiline: true })).controls).toEqual([]);
    fc.assert(
      fc.property(anyText, (text) => {
        const multi = readAsTerminal(safeText(text, { multiline: true }));
        expect([...multi.controls, ...multi.sgr]).toEqual([]);
        expect(safeLine(text)).not.toMatch(/[\n\t\r]/);
      }),
      { numRuns: 2000 },
    );
  });
});

describe('safeJson', () => {
  it('changes the text but not what it says', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const json = safeJson(JSON.stringify({ [text]: text }));
        expect(JSON.parse(json)).toEqual(JSON.parse(JSON.stringify({ [text]: text })));
        expect(readAsTerminal(json).controls).toEqual([]);
      }),
      { numRuns: 2000 },
    );
  });
});

describe('ciSafe', () => {
  it('leaves text alone outside CI', () => {
    expect(ciSafe({ ci: undefined }, '::error::x')).toBe('::error::x');
  });

  it('leaves no line that a runner would take for a command', () => {
    for (const text of ATTACKS) {
      const safe = ciSafe({ ci: 'github' }, safeText(text, { multiline: true }));
      for (const line of safe.split('\n')) expect(line.trim()).not.toMatch(/^(::|##)|##\[|##vso\[/);
    }
  });

  it('neutralises content for the log of a runner, and leaves a file as it is', () => {
    const text = 'a\n::add-mask::x\n##teamcity[x]\ny ##vso[task.x]z\n';
    const raw = { outCi: undefined, outTty: false } as const;
    expect(plainContent(raw, text)).toBe(text);
    for (const outCi of ['github', 'azure', 'teamcity'] as const)
      expect(plainContent({ ...raw, outCi }, text)).not.toMatch(/^::|^##|##vso\[/m);
  });

  it('keeps JSON what it was', () => {
    for (const text of ATTACKS) {
      const json = ciSafe({ ci: 'azure' }, safeJson(JSON.stringify([text, `\\${text}`])));
      expect(JSON.parse(json)).toEqual([text, `\\${text}`]);
      expect(json).not.toMatch(/##\[|##vso\[/);
    }
  });
});
