// Text of the platform within Markdown that is pasted into a pull request, an issue or a job summary.
import { safeLine } from './safe-text.ts';

/** Takes no room; a reader of names and numbers ends there. An entity for the sign itself would be a name again. */
const APART = '&#8203;';

/** The text on one line as text: no markup, no table cell, no link; nobody is mentioned, no issue linked or closed. */
export const markdownText = (text: string): string =>
  safeLine(text)
    .replace(/[\\`*_{}[\]()#+!|<>~]/g, '\\$&')
    .replaceAll('&', '&amp;')
    .replace(/(?<!\w)@(?=\w)/g, `@${APART}`)
    .replace(/(?:(?<!\w)|(?<=\/[\w.\\-]{1,100}))\\[#!](?=\d)|\bGH-(?=\d)/gi, (mark) => mark + APART)
    .replace(/\b(https?|ftp):|\bwww\./gi, (start) => `${start.slice(0, -1)}\\${start.slice(-1)}`);
