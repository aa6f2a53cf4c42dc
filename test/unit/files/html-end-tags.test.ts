// HTML that closes tags as XML does: what is behind such a tag stays outside of it.
import { describe, expect, it } from 'vitest';
import { htmlFault, withEndTags } from '../../../src/files/html-bounds.ts';
import { htmlToMarkdown } from '../../../src/sandbox/content/import/html-to-markdown.ts';

describe('a tag that closes itself', () => {
  it.each([
    ['<p />', '<p /></p>'],
    ['<p/>', '<p/></p>'],
    ['a <span class="x" /> b', 'a <span class="x" /></span> b'],
    ["<div id='x'/>", "<div id='x'/></div>"],
    ['<div title="a > b" />', '<div title="a > b" /></div>'],
    ['<ac:image ac:width="5" />', '<ac:image ac:width="5" /></ac:image>'],
    ['<script src="x" /><p />', '<script src="x" /></script><p /></p>'],
  ])('%s gets an end', (html, closed) => {
    expect(withEndTags(html)).toBe(closed);
  });

  it.each([
    '<br /> <br/> <img src="x" /> <HR />',
    '<a href=folder/>text</a>',
    '<!-- <p /> --> <script>"<p />"</script> <style>/* <p /> */</style>',
    '<p>1 < 2 / 3 ></p>',
    '<p /',
    '<',
  ])('%s stays as it is', (html) => {
    expect(withEndTags(html)).toBe(html);
  });

  it('is not taken for one that is open', () => {
    const many = '<div />'.repeat(600);
    expect(htmlFault(many)).toBe('is nested too deeply to be read');
    expect(htmlFault(withEndTags(many))).toBeUndefined();
  });

  it('takes nothing of an imported page with it', () => {
    const page = '<main><h1>Top</h1><aside class="ad" /><p>Text</p></main>';
    expect(htmlToMarkdown(page, 'https://example.com/').markdown).toBe('Text\n');
  });
});
