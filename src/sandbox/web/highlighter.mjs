// highlight.js with the languages that documentation has. In JavaScript, because its own types bring in those of browsers.
import hljs from 'highlight.js/lib/common';
import dockerfile from 'highlight.js/lib/languages/dockerfile';
import http from 'highlight.js/lib/languages/http';
import nginx from 'highlight.js/lib/languages/nginx';
import powershell from 'highlight.js/lib/languages/powershell';

for (const [name, language] of Object.entries({ dockerfile, http, nginx, powershell }))
  hljs.registerLanguage(name, language);

export const isLanguage = (name) => hljs.getLanguage(name) !== undefined;

/** HTML of code in a language that `isLanguage` knows. */
export const highlighted = (code, language) => hljs.highlight(code, { language, ignoreIllegals: true }).value;
