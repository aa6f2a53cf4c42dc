// The guides of the manual: each a page, with its first paragraph as its summary.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import markdownIt from 'markdown-it';

export interface Page {
  /** `commands/spaces-list.html`. */
  path: string;
  /** Heading of the list it is in. */
  section: string;
  title: string;
  summary: string;
  html: string;
  /** The same without markup, for searching and for programs that read. */
  text: string;
  /** Words that people use for it, found as if they were in its title. */
  known?: string;
  /** The first word of a command: the pages beside it are those of its group. */
  group?: string;
}

const FOLDER = join(import.meta.dirname, 'guides');

export function guides(): Page[] {
  const markdown = markdownIt();
  return readdirSync(FOLDER)
    .sort()
    .map((file) => {
      const text = readFileSync(join(FOLDER, file), 'utf8');
      const title = /^# (.+)$/m.exec(text)?.[1] ?? file;
      const summary =
        text
          .split('\n\n')
          .find((part) => !part.startsWith('#'))
          ?.replace(/\s+/g, ' ')
          .trim() ?? '';
      const name = file.replace(/^\d+-/, '').replace(/\.md$/, '.html');
      return { path: `guides/${name}`, section: 'Guides', title, summary, html: markdown.render(text), text };
    });
}
