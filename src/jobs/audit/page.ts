// The findings of an audit as one page for a browser (nothing is loaded, and no title is markup), and how they came and went.

import { basename, dirname } from 'node:path';
import { LocalIoError } from '../../errors.ts';
import { jsonIn } from '../../files/texts.ts';
import { type GitOptions, openGit } from '../../folder/git-binary.ts';
import { plural } from '../../output/format.ts';
import { html, pageHead } from '../../output/html/page.ts';
import { columnPlot, dayLabel, PLOT_STYLE, stack, type Tone } from '../../output/html/plots.ts';
import { type Known, knownIn } from '../report/baseline.ts';
import { SEVERITIES, type Severity, type Target } from './rule.ts';

export interface PageRow {
  rule: string;
  severity: Severity;
  target: Target;
  within: Target | undefined;
  message: string;
  fix: string | undefined;
}

export interface PageFacts {
  /** `organization "Acme"`. */
  where: string;
  /** ISO time of the reading. */
  at: string;
  /** Of the program. */
  version: string;
  summary: string;
  /** Rules of the findings at each time, one for each finding; the last is now. */
  course: readonly { at: string; rules: readonly string[] }[];
}

interface PageContent {
  rules: readonly { id: string; severity: Severity; summary: string; why: string; mend: string }[];
  found: readonly PageRow[];
  unchecked: readonly { status: string; rule: string; message: string }[];
}

const STYLE = `
:root{--high:#ffd7d5;--medium:#fdf0b8;--low:#eef0f2}
@media (prefers-color-scheme:dark){:root{--high:#6a1f22;--medium:#574c14;--low:#2a3037}}
body{display:block;max-width:1000px;margin:0 auto;padding:0 16px 32px;overflow-wrap:anywhere}
header{padding:16px 0 8px}
section{border-top:1px solid var(--line);padding:10px 0}
h2{font-size:16px;margin:0 0 2px}
ul{margin:8px 0 0;padding:0;list-style:none}
li{padding:6px 0}
nav ul{display:flex;flex-wrap:wrap;gap:0 16px}nav li{padding:2px 0}
a{color:var(--focus)}
b.high,b.medium,b.low{color:var(--fg);font-weight:400;padding:1px 8px;border-radius:10px;font-size:12px}
.high{background:var(--high)}.medium{background:var(--medium)}.low{background:var(--low)}
code{display:block;font:12px/1.4 ui-monospace,monospace;background:var(--head);padding:4px 8px;margin-top:2px;
border-radius:4px;user-select:all}

.picture h2{margin-top:14px}.picture .columns{margin-top:8px}
@media print{:root{--high:#ffd7d5;--medium:#fdf0b8;--low:#eef0f2}nav{display:none}li{break-inside:avoid}h2{break-after:avoid}}
`;

const nameOf = ({ kind, title }: Target): string => `${kind} ${title}`;

const itemOf = ({ target, within, message, fix }: PageRow): string => {
  const place = [within, target].flatMap((one) => (one ? [nameOf(one)] : [])).join(' / ');
  const command = fix === undefined ? '' : `<code>${html(fix)}</code>`;
  return `<li><strong>${html(place)}</strong>: ${html(message)}${command}</li>`;
};

const TONES: Readonly<Record<Severity, Tone>> = { high: 'bad', medium: 'fair', low: 'none' };
const PARTS = SEVERITIES.map((name) => ({ name, tone: TONES[name] }));

/** What was found, and how it came to that where the baseline is kept in git. */
function pictureOf(rules: PageContent['rules'], found: PageContent['found'], { course }: PageFacts): string {
  const bySeverity = new Map(rules.map(({ id, severity }) => [id, severity]));
  const now = PARTS.map((part) => ({
    ...part,
    count: found.filter(({ severity }) => severity === part.name).length,
  }));
  const columns = course.map(({ at, rules: ids }, index) => ({
    label: index === course.length - 1 ? 'now' : dayLabel(at, true),
    counts: PARTS.map(({ name }) => ids.filter((id) => bySeverity.get(id) === name).length),
  }));
  const isCourse = columns.length > 1;
  const over = isCourse
    ? `<h2>Over time</h2><p>All findings, also known ones, at each commit of the baseline.</p>${columnPlot({ name: 'findings', parts: PARTS, columns })}`
    : '';
  return `<section aria-label="In one picture" class=picture>${stack('findings', now)}${over}</section>`;
}

/** A section for each rule with findings, the severe ones first; then what was not checked; then what was sound. */
export function auditPage({ rules, found, unchecked }: PageContent, facts: PageFacts): string {
  const title = `Audit of ${facts.where}`;
  const order = [...new Set(found.map(({ rule }) => rule))];
  const sections = order.flatMap((id) => {
    const rule = rules.find((one) => one.id === id);
    if (!rule) return [];
    const rows = found.filter((row) => row.rule === id);
    const by = rows.some(({ fix }) => fix === undefined) ? `<p>Fix: ${html(rule.mend)}</p>` : '';
    return [
      `<section id="${html(id)}"><h2>${html(rule.summary)}</h2>
<p><b class=${rule.severity}>${rule.severity}</b> ${html(id)}. ${html(rule.why)}</p>${by}
<ul>${rows.map(itemOf).join('\n')}</ul></section>`,
    ];
  });
  const links = order.map((id) => {
    const count = found.filter((row) => row.rule === id).length;
    return `<li><a href="#${html(id)}">${html(id)}</a> ${count}</li>`;
  });
  const open = new Set([...order, ...unchecked.map(({ rule }) => rule)]);
  const sound = rules.filter(({ id }) => !open.has(id));
  const left = unchecked.map(
    ({ status, rule, message }) => `<li><strong>${html(rule)}</strong> ${status}: ${html(message)}</li>`,
  );
  return `${pageHead(title, PLOT_STYLE + STYLE)}<header>
<h1>${html(title)}</h1>
<p>${html(facts.summary)}. Read ${html(facts.at.slice(0, 16).replace('T', ' '))} UTC by docs ${html(facts.version)}.</p>
</header>
${pictureOf(rules, found, facts)}
${links.length > 1 ? `<nav aria-label="Rules with findings"><ul>${links.join('\n')}</ul></nav>` : ''}
<main>
${sections.join('\n')}
${left.length > 0 ? `<section><h2>Not checked</h2><ul>${left.join('\n')}</ul></section>` : ''}
<section><h2>${plural(sound.length, 'rule')} without findings</h2>
<ul>${sound.map(({ id, summary }) => `<li>${html(id)} <small>${html(summary)}</small></li>`).join('\n')}</ul></section>
</main>
</html>
`;
}

// What a baseline held at each of its commits: how findings came and went, where the file is kept in git.

export interface Earlier {
  at: string;
  known: readonly Known[];
}

/** As many columns as a page has room for. */
const MOST_COMMITS = 60;

/** The oldest first; none where the file is in no repository, or git is missing. */
export async function baselineHistory(
  path: string,
  where: Pick<GitOptions, 'env' | 'signal'>,
): Promise<Earlier[]> {
  const [cwd, name] = [dirname(path), basename(path)];
  try {
    // Nobody's settings are read, so the owner of a checkout that another user made is not asked for.
    const git = openGit({ ...where, home: cwd, config: { 'safe.directory': '*' } });
    const lines = ['log', '-n', String(MOST_COMMITS), '--format=%H %cI', '--', name];
    const { status, stdout } = await git(lines, { cwd });
    if (status !== 0) return [];
    const found: Earlier[] = [];
    for (const line of stdout.toString().split('\n').filter(Boolean).reverse()) {
      const [commit = '', at = ''] = line.split(' ');
      // A commit may have deleted the file.
      const known = knownIn(jsonIn((await git(['show', `${commit}:./${name}`], { cwd })).stdout.toString()));
      if (known) found.push({ at, known });
    }
    return found;
  } catch (error) {
    if (error instanceof LocalIoError && error.code === 'GIT_MISSING') return [];
    throw error;
  }
}
