// What all pages for a browser share: nothing is loaded, no script but the page's own runs, and no title is markup.

import { createHash } from 'node:crypto';
import { escapeHtml } from '../../files/texts.ts';
import { safeLine } from '../safe-text.ts';

/** Text of the platform, which is markup nowhere. */
export const html = (text: string): string => escapeHtml(safeLine(text));

/** Colors by day, by night and on paper; `data-theme` of the root chooses one. */
const BASE = `
:root{color-scheme:light;--bg:#fff;--fg:#1b1f24;--dim:#57606a;--line:#d0d7de;--head:#f3f5f7;--focus:#0a58ca}
@media (prefers-color-scheme:dark){:root:not([data-theme=light]){color-scheme:dark;--bg:#14181d;--fg:#e6eaef;--dim:#9aa5b1;
--line:#343c46;--head:#1e242b;--focus:#79b0ff}}
:root[data-theme=dark]{color-scheme:dark;--bg:#14181d;--fg:#e6eaef;--dim:#9aa5b1;--line:#343c46;--head:#1e242b;
--focus:#79b0ff}
*{box-sizing:border-box}
html,body{height:100%;margin:0}
body{display:flex;flex-direction:column;background:var(--bg);color:var(--fg);font:14px/1.4 system-ui,sans-serif}
header{padding:12px 16px 8px}
h1{font-size:20px;margin:0 0 2px}
p{margin:0;color:var(--dim)}
:focus-visible{outline:2px solid var(--focus);outline-offset:-2px}
[hidden]{display:none}
@media print{
:root,:root[data-theme],:root:not([data-theme=light]){color-scheme:light;--bg:#fff;--fg:#000;--dim:#444;--line:#999;--head:#eee}
html,body{height:auto}
body{display:block;font-size:8pt}
*{-webkit-print-color-adjust:exact;print-color-adjust:exact}
}`.trim();

/** Everything before the body. `script` is the one that may run. */
export function pageHead(title: string, style: string, script?: string): string {
  const hash = script === undefined ? undefined : createHash('sha256').update(script).digest('base64');
  const scripts = hash === undefined ? '' : ` script-src 'sha256-${hash}';`;
  return `<!doctype html>
<html lang=en>
<meta charset=utf-8>
<meta name=viewport content="width=device-width,initial-scale=1">
<meta http-equiv=Content-Security-Policy content="default-src 'none'; style-src 'unsafe-inline';${scripts} base-uri 'none'; form-action 'none'">
<meta name=referrer content=no-referrer>
<title>${html(title)}</title>
<style>${BASE}
${style.trim()}</style>
`;
}
