// What a browser gets: pages that run nothing, redirects, files of text.
import { nodeCrypto } from '../../files/of-node.ts';
import type { Markup } from './html.ts';

const SOURCE = `
(function () {
  var root = document.documentElement, store, session;
  try { store = localStorage; session = sessionStorage; } catch (e) { store = session = undefined; }
  var kept = store && store.getItem('colors');
  if (kept === 'dark' || kept === 'light') root.dataset.theme = kept;
  root.classList.add('js');
  function all(where, what) { return Array.prototype.slice.call(where.querySelectorAll(what)); }
  function isDark() {
    var set = root.dataset.theme || root.dataset.start;
    return set ? set === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches;
  }
  function make(tag, look, text) {
    var one = document.createElement(tag);
    one.className = look;
    if (text) one.textContent = text;
    return one;
  }
  function colors() {
    var button = document.querySelector('.colors');
    if (!button) return;
    var show = function () { button.setAttribute('aria-pressed', String(isDark())); };
    button.addEventListener('click', function () {
      root.dataset.theme = isDark() ? 'light' : 'dark';
      if (store) store.setItem('colors', root.dataset.theme);
      show();
    });
    show();
  }
  function copying(main) {
    all(main, 'figure.code, .prompt').forEach(function (block) {
      var code = block.querySelector('code') || block;
      var button = make('button', 'copy', 'Copy');
      button.type = 'button';
      button.addEventListener('click', function () {
        var done = function (said) { button.textContent = said; setTimeout(function () { button.textContent = 'Copy'; }, 1500); };
        navigator.clipboard.writeText(code.textContent.replace(/\\n$/, '')).then(function () { done('Copied'); }, function () { done('Press Ctrl+C'); });
      });
      block.appendChild(button);
    });
  }
  function tabs(main) {
    all(main, '.tabs > input').forEach(function (input) {
      var words = function (one) { return one.nextElementSibling.textContent; };
      input.addEventListener('change', function () {
        all(main, '.tabs > input').forEach(function (other) { if (other !== input && other.name !== input.name && words(other) === words(input)) other.checked = true; });
      });
    });
  }
  function target() {
    var id = '';
    try { id = decodeURIComponent(location.hash.slice(1)); } catch (e) { return; }
    var found = id && document.getElementById(id);
    if (!found) return;
    if (found.htmlFor) document.getElementById(found.htmlFor).checked = true;
    for (var up = found; up; up = up.parentElement) {
      if (up.tagName === 'DETAILS') up.open = true;
      if (up.className === 'panel') document.getElementById(up.previousElementSibling.htmlFor).checked = true;
    }
    found.scrollIntoView();
  }
  var watched;
  function outline() {
    if (watched) watched.disconnect();
    var links = all(document, '.outline a');
    if (links.length === 0 || !window.IntersectionObserver) return;
    var heads = links.map(function (link) { return document.getElementById(decodeURIComponent(link.hash.slice(1))); });
    var mark = function () {
      var at = 0;
      heads.forEach(function (head, i) { if (head && head.getBoundingClientRect().top < 160) at = i; });
      links.forEach(function (link, i) { if (i === at) link.setAttribute('aria-current', 'location'); else link.removeAttribute('aria-current'); });
    };
    watched = new IntersectionObserver(mark, { rootMargin: '-120px 0px -50% 0px', threshold: [0, 1] });
    heads.forEach(function (head) { if (head) watched.observe(head); });
    mark();
  }
  function searching() {
    var form = document.querySelector('form[role=search]');
    if (!form) return;
    var input = form.querySelector('input'), list = form.querySelector('[role=listbox]');
    var chosen = -1, last = '', timer, index, stopped = false;
    input.setAttribute('role', 'combobox');
    input.setAttribute('aria-expanded', 'false');
    input.setAttribute('aria-autocomplete', 'list');
    input.setAttribute('aria-controls', list.id);
    var options = function () { return all(list, '[role=option]'); };
    var close = function () { list.hidden = true; chosen = -1; input.setAttribute('aria-expanded', 'false'); input.removeAttribute('aria-activedescendant'); };
    var choose = function (to) {
      var many = options();
      if (many.length === 0) return;
      chosen = (to + many.length) % many.length;
      many.forEach(function (one, i) { one.setAttribute('aria-selected', String(i === chosen)); });
      many[chosen].scrollIntoView({ block: 'nearest' });
      input.setAttribute('aria-activedescendant', many[chosen].id);
    };
    var wordsOf = function (query) { return query.toLowerCase().split(/\\s+/).filter(Boolean); };
    var marked = function (into, text) {
      var low = text.toLowerCase(), words = low.length === text.length ? wordsOf(input.value) : [], at = 0;
      for (;;) {
        var from = -1, word = '';
        words.forEach(function (one) { var i = low.indexOf(one, at); if (i >= 0 && (from < 0 || i < from)) { from = i; word = one; } });
        if (from < 0) break;
        into.append(text.slice(at, from), make('mark', '', text.slice(from, from + word.length)));
        at = from + word.length;
      }
      into.append(text.slice(at));
      return into;
    };
    var show = function (hits) {
      list.textContent = '';
      hits.forEach(function (hit, i) {
        var one = make('a', 'hit');
        one.id = '-hit' + i;
        one.href = hit.href;
        one.tabIndex = -1;
        one.setAttribute('role', 'option');
        one.setAttribute('aria-selected', 'false');
        one.appendChild(marked(make('span', 'hit-title'), hit.title));
        if (hit.where) one.appendChild(make('span', 'soft', hit.where));
        if (hit.text) one.appendChild(marked(make('span', 'hit-text'), hit.text));
        list.appendChild(one);
      });
      if (hits.length === 0) { var none = make('div', 'hit soft', 'Nothing found'); none.setAttribute('role', 'option'); none.setAttribute('aria-disabled', 'true'); none.setAttribute('aria-selected', 'false'); list.appendChild(none); }
      list.hidden = false;
      chosen = -1;
      input.setAttribute('aria-expanded', 'true');
    };
    var within = function (pages, query) {
      var words = wordsOf(query);
      return pages.map(function (page) {
        var title = page[0].toLowerCase(), text = (page[2] + ' ' + page[3]).toLowerCase(), score = 0;
        if (!words.every(function (word) { var t = title.indexOf(word) >= 0; if (t) score += 10; else if (page[2].toLowerCase().indexOf(word) >= 0) score += 3; return t || text.indexOf(word) >= 0; })) return undefined;
        return { score: score, page: page };
      }).filter(Boolean).sort(function (a, b) { return b.score - a.score; }).slice(0, 12).map(function (one) {
        var text = one.page[3], at = Math.max.apply(null, words.map(function (word) { return text.toLowerCase().indexOf(word); }));
        text = at < 0 ? '' : (at > 50 ? '…' + text.slice(text.indexOf(' ', at - 50) + 1) : text).slice(0, 160);
        return { title: one.page[0], href: form.dataset.root + one.page[1], where: one.page[4], text: text };
      });
    };
    var inline = document.getElementById('-index');
    if (inline) {
      var pages = JSON.parse(inline.textContent), asked = new URLSearchParams(location.search).get('q') || '';
      index = Promise.resolve(pages);
      if (asked) {
        var results = document.querySelector('.results'), found = within(pages, asked);
        input.value = asked;
        results.textContent = '';
        found.forEach(function (hit) { var item = make('li', ''), to = make('a', '', hit.title); to.href = hit.href; item.appendChild(to); results.appendChild(item); });
        document.querySelector('[role=status]').textContent = found.length + (found.length === 1 ? ' page' : ' pages') + ' for \u201c' + asked + '\u201d';
      }
    }
    var find = function () {
      var query = input.value.trim();
      if (query === last && !list.hidden) return;
      last = query;
      stopped = false;
      if (query === '' || (form.dataset.index && !inline && location.protocol === 'file:')) return close();
      var answered = function (hits) { if (query === input.value.trim() && !stopped) show(hits); };
      if (form.dataset.index) {
        index = index || fetch(form.dataset.index).then(function (answer) { return answer.json(); });
        index.then(function (pages) { answered(within(pages, query)); }, close);
      } else fetch(form.action + '?as=json&q=' + encodeURIComponent(query)).then(function (answer) { return answer.json(); }).then(answered, close);
    };
    input.addEventListener('input', function () { clearTimeout(timer); timer = setTimeout(find, 80); });
    input.addEventListener('focus', function () { if (input.value.trim() !== '' && document.activeElement === input && last) find(); });
    form.addEventListener('focusout', function (event) { if (!form.contains(event.relatedTarget)) close(); });
    input.addEventListener('keydown', function (event) {
      if (event.key === 'ArrowDown' || event.key === 'ArrowUp') { if (!list.hidden) { event.preventDefault(); choose(event.key === 'ArrowDown' ? chosen + 1 : (chosen < 0 ? 0 : chosen) - 1); } }
      else if (event.key === 'Enter' && chosen >= 0 && options()[chosen].href) { event.preventDefault(); location.href = options()[chosen].href; }
      else if (event.key === 'Escape') {
        // Whatever is still on its way opens nothing.
        clearTimeout(timer);
        stopped = true;
        if (list.hidden) input.blur(); else { event.preventDefault(); close(); }
      }
    });
    document.addEventListener('keydown', function (event) {
      var typing = /^(?:INPUT|TEXTAREA|SELECT)$/.test(document.activeElement.tagName) && document.activeElement.type !== 'radio' && document.activeElement.type !== 'checkbox';
      if ((event.key === '/' && !typing && !event.ctrlKey && !event.metaKey && !event.altKey) || (event.key === 'k' && (event.ctrlKey || event.metaKey))) { event.preventDefault(); input.focus(); input.select(); }
    });
  }
  function page() {
    var main = document.querySelector('main');
    copying(main); tabs(main); outline();
    var here = document.querySelector('.side [aria-current=page]');
    var side = document.querySelector('.side');
    if (here && side && side.scrollHeight > side.clientHeight) {
      side.scrollTop = Number(session && session.getItem('side'));
      var gap = here.getBoundingClientRect().top - side.getBoundingClientRect().top;
      if (gap < 0 || gap > side.clientHeight - 60) side.scrollTop += gap - side.clientHeight / 2;
    }
  }
  // The list of pages stays where it is from page to page.
  function keepPlace() {
    var side = document.querySelector('.side');
    if (side && session) session.setItem('side', side.scrollTop);
  }
  function phone() {
    // Asked for each time: a change of a preview replaces the boxes.
    var fold = function () { all(document, '.menu-box, .outline > input').forEach(function (one) { one.checked = false; }); };
    document.addEventListener('keydown', function (event) { if (event.key === 'Escape') fold(); });
    document.addEventListener('click', function (event) { if (event.target.closest('.outline a')) fold(); });
  }
  function live() {
    var from = document.body.dataset.live;
    if (!from || !window.EventSource) return;
    new EventSource(from).addEventListener('change', function (event) {
      fetch(location.href, { headers: { accept: 'text/html' } }).then(function (answer) { return answer.text(); }).then(function (text) {
        // What was found is in a box of its own: the page stays as it is, also one that is scrolling.
        var found = event.data === 'findings';
        var fresh = new DOMParser().parseFromString(text, 'text/html');
        keepPlace();
        var place = [window.scrollX, window.scrollY], open = all(document, 'main details[open] > summary').map(function (one) { return one.textContent; });
        var chosen = all(document, '.tabs > input:checked, .outline > input:checked').map(function (one) { return one.id; });
        (found ? [] : ['.side', 'main', 'title']).forEach(function (what) {
          var old = document.querySelector(what), next = fresh.querySelector(what);
          if (old && next) old.replaceWith(next);
        });
        [['.outline', 'main', 'beforebegin'], ['.findings', '.frame', 'afterend']].slice(found ? 1 : 0).forEach(function (part) {
          var old = document.querySelector(part[0]), next = fresh.querySelector(part[0]);
          // Folded or not, as it was.
          if (old && next && old.querySelector('details[open]')) next.querySelector('details').open = true;
          if (old) old.remove();
          if (next) document.querySelector(part[1]).insertAdjacentElement(part[2], next);
        });
        root.dataset.shown = event.data;
        if (found) return;
        all(document, 'main details > summary').forEach(function (one) { if (open.indexOf(one.textContent) >= 0) one.parentElement.open = true; });
        chosen.forEach(function (id) { var one = document.getElementById(id); if (one) one.checked = true; });
        page();
        window.scrollTo(place[0], place[1]);
      });
    });
  }
  document.addEventListener('DOMContentLoaded', function () {
    colors(); searching(); page(); target(); live(); phone();
    window.addEventListener('pagehide', keepPlace);
    window.addEventListener('hashchange', target);
  });
})();
`;

/** The script as pages have it: without `</`, which would end it. */
export const SCRIPT = SOURCE.trim().replace(/^ +/gm, '');

/** What a policy names it by. */
const SCRIPT_HASH = `'sha256-${nodeCrypto().createHash('sha256').update(SCRIPT).digest('base64')}'`;

export interface PageAnswer {
  status: number;
  headers: Record<string, string | string[]>;
  body?: string;
}

/** No script but our own, no frames, no plugins; pictures and fonts may come from elsewhere, as on the real sites. */
const POLICY = `default-src 'none'; style-src 'self'; script-src ${SCRIPT_HASH}; connect-src 'self'; img-src 'self' https: data:; font-src 'self' https:; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`;

const HEADERS = {
  'x-docs-sandbox': '1',
  'content-security-policy': POLICY,
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'cache-control': 'no-store',
};

export const page = (status: number, markup: Markup): PageAnswer => ({
  status,
  headers: { ...HEADERS, 'content-type': 'text/html; charset=utf-8' },
  body: `<!doctype html>\n${markup.text}`,
});

export const text = (
  type: 'text/plain' | 'text/markdown' | 'text/css' | 'application/xml' | 'application/json',
  body: string,
): PageAnswer => ({
  status: 200,
  headers: { ...HEADERS, 'content-type': `${type}; charset=utf-8` },
  body,
});

/** Elsewhere; a cookie may come along. */
export const redirect = (status: number, location: string, cookie?: string): PageAnswer => ({
  status,
  headers: { ...HEADERS, location, ...(cookie !== undefined && { 'set-cookie': cookie }) },
});

/** A cookie that no script reads and no other site sends; an empty value ends it. */
export const cookieOf = (name: string, value: string, path: string): string =>
  `${name}=${encodeURIComponent(value)}; Path=${path}; HttpOnly; SameSite=Lax${value === '' ? '; Max-Age=0' : ''}`;

export function cookieIn(header: string | undefined, name: string): string | undefined {
  const found = (header ?? '').split(/; */).find((pair) => pair.startsWith(`${name}=`));
  if (found === undefined) return undefined;
  try {
    return decodeURIComponent(found.slice(name.length + 1));
  } catch {
    return undefined;
  }
}
