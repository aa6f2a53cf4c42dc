import { describe, expect, it } from 'vitest';
import { markdownText } from '../../../src/output/markdown-text.ts';

/** What a renderer makes of it before it looks for people and numbers. */
const rendered = (markdown: string): string =>
  markdown
    .replace(/\\([!-/:-@[-`{-~])/g, '$1')
    .replaceAll('&#8203;', '\u200b')
    .replaceAll('&#64;', '@')
    .replaceAll('&amp;', '&');

describe('a title in Markdown', () => {
  it.each([
    '@octocat please',
    'cc @org/team',
    '(@name)',
    'Fixes #12',
    'closes GH-34',
    'see !56',
    'org/repo#7 #8',
    'fixes org/a_repo#7',
  ])('mentions nobody and links no issue: %s', (title) => {
    const text = rendered(markdownText(title));
    expect(text).not.toMatch(/(?<!\w)@\w|(?<!\w)[#!]\d|\/[\w.-]+[#!]\d|\bGH-\d/);
    expect(text.replaceAll('\u200b', '')).toBe(title);
  });

  it.each(['ines@tarnpost.example', 'Guides#1', 'a | b', '<b>x</b>', '*a* _b_ `c`', 'A & B'])(
    'stays what it is: %s',
    (title) => expect(rendered(markdownText(title))).toBe(title),
  );
});
