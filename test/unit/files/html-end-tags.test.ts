// HTML that closes tags as XML does: what is behind such a tag stays outside of it.
import { describe, expect, it } from 'vitest';
import { htmlFault, withEndTags } from '../../../src/files/html-bounds.ts';
import { htmlToMarkdown } from '../../../src/sandbox/content/import/html-to-markdown.ts';
import { converted } from '../jobs/convert/converted.ts';

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

  it('takes nothing of a page of Confluence with it', async () => {
    const { text, lost } = await converted('confluence', {
      'index.html': '<h2>Available Pages:</h2><ul><li><a href="Home_1.html">Home</a></li></ul>',
      'Home_1.html': `<html><head><title>Depot : Home</title></head><body><div id="main-content" class="wiki-content group">
<div class="confluence-information-macro confluence-information-macro-information"><span class="aui-icon aui-icon-small confluence-information-macro-icon" /><div class="confluence-information-macro-body"><p>Mind this.</p></div></div>
<div class="ap-container" id="ap-1"><div class="ap-content" id="embedded-1" /><script class="ap-iframe-body-script">start('<div />');</script></div>
<p /><p>Behind the app. <em /><strong />Plain.</p>
<table><tbody><tr><th>Left</th><th /><th>Right</th></tr></tbody></table></div>
<div class="pageSection group"><h2 id="attachments">Attachments:</h2><a href="attachments/1/5.txt">notes.txt</a></div></body></html>`,
      'attachments/1/5.txt': 'x',
    });
    expect(text('home.md')).toBe(`# Home

{% hint style="info" %}
Mind this.
{% endhint %}

<!-- convert: <Macro.ap-container> has no counterpart -->

Behind the app. Plain.

| Left |     | Right |
| --- | --- | --- |

## Attachments

- [notes.txt](attachments/1/5.txt)
`);
    expect(lost).toEqual(['Home_1.html:1 <Macro.ap-container>: has no counterpart']);
  });
});
