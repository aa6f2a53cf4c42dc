// HTML that closes tags as XML does: what is behind such a tag stays outside of it.
import { describe, expect, it } from 'vitest';
import { htmlFault, withEndTags } from '../../../src/files/html-bounds.ts';
import { htmlToMarkdown } from '../../../src/sandbox/content/import/html-to-markdown.ts';

describe('a tag that closes itself', () => {
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
