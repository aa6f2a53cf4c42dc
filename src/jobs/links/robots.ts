// What a site asks of robots (RFC 9309): which of its paths they may fetch.

import { wildcardMatches } from './link-ignores.ts';

/** How a robots.txt can name this program. */
export const ROBOT = 'docs-links-check';

export type Allowed = (url: URL) => boolean;

interface Rule {
  allow: boolean;
  path: string;
}

/** A file of somebody else's: so many rules, and so many characters of each and of a path, are looked at. */
const MOST_RULES = 1000;
const LONGEST_RULE = 250;
const LONGEST_PATH = 1000;

/** The rules for this program, or else those for all; the longest that fits decides, and between equals the allowing one. */
export function robotsRules(text: string): Allowed {
  const groups = readGroups(text);
  const rules = (groups.get(ROBOT) ?? groups.get('*') ?? []).slice(0, MOST_RULES);
  return (url) => {
    const path = (url.pathname + url.search).slice(0, LONGEST_PATH);
    let best: Rule = { allow: true, path: '' };
    for (const rule of rules) {
      const { length } = rule.path;
      const wins = length > best.path.length || (length === best.path.length && rule.allow);
      if (wins && fits(rule.path, path)) best = rule;
    }
    return best.allow;
  };
}

function fits(rule: string, path: string): boolean {
  if (rule.endsWith('$')) return wildcardMatches(rule.slice(0, -1), path);
  return rule.includes('*') ? wildcardMatches(`${rule}*`, path) : path.startsWith(rule);
}

/** Of the two groups that may count: a file that names thousands of robots costs nothing. */
function readGroups(text: string): Map<string, Rule[]> {
  const groups = new Map<string, Rule[]>();
  let agents = new Set<string>();
  let isHead = false;
  for (const { key, value } of linesOf(text)) {
    if (key === 'user-agent') {
      if (!isHead) agents = new Set();
      if (OURS.includes(value.toLowerCase())) agents.add(value.toLowerCase());
    }
    isHead = key === 'user-agent';
    for (const agent of agents) {
      const rules = groups.get(agent) ?? [];
      groups.set(agent, rules);
      if (countsAsRule(key, value)) rules.push({ allow: key === 'allow', path: value });
    }
  }
  return groups;
}

const OURS: readonly string[] = [ROBOT, '*'];

/** An empty one says nothing. */
const countsAsRule = (key: string, value: string): boolean =>
  key !== 'user-agent' && value !== '' && value.length <= LONGEST_RULE;

const KEYS: readonly string[] = ['user-agent', 'allow', 'disallow'];

const linesOf = (text: string): { key: string; value: string }[] =>
  text
    .replace(/^\uFEFF/, '')
    .split(/\r\n|\r|\n/)
    .flatMap((line) => {
      const [name = '', ...rest] = (line.split('#', 1)[0] ?? '').split(':');
      const key = name.trim().toLowerCase();
      return KEYS.includes(key) ? [{ key, value: rest.join(':').trim() }] : [];
    });
