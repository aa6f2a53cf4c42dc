// docs check: what is wrong with a folder of documentation, before it is published.
import { getPage, listPages } from '../../api/content/pages.ts';
import { arg, group, handmade, type WrittenGroup } from '../../engine/model/command.ts';
import { CHECK_FLAGS, CHOICE_FLAGS } from './check-flags.ts';

const COLUMNS = ['level', 'rule', 'file', 'line', 'column', 'message'];

const own = handmade('check', {
  summary: 'Find broken links, lost pages and more in a folder of documentation',
  args: [arg('folder', false)],
  options: CHECK_FLAGS,
  columns: COLUMNS,
  fields: [...COLUMNS, 'fixable', 'fingerprint'],
  idField: 'file',
  paged: true,
  uses: [listPages, getPage],
  prints: true,
  changesHere: true,
  run: async (run) => (await import('./check-run.ts')).runCheck(run),
  examples: [
    ['Check this folder', 'docs check'],
    ['Check the links of a folder', 'docs check ./docs --rule link'],
    ['Annotate a pull request, and fail it for errors', 'docs check ./docs --fail-on error --format github'],
    ['Correct what can be corrected mechanically', 'docs check ./docs --fix --yes'],
    [
      'Accept what is there, and report what is new',
      'docs check ./docs --baseline check.json --update-baseline',
    ],
  ],
  notes: `Reads .gitbook.yaml, SUMMARY.md, pages and files, or what docs export wrote: offline, without an account. Anchors are
those that the platform makes of headings. .docscheck.yaml in the folder sets what is checked:
  folders: [docs, handbook]          # each is a space
  rules:                             # or a topic of rules
    asset: off                       # off, note, warning or error
    nav/orphan: error
  spaces:                            # where links to other spaces are checked
    s7Kd0gExamp1e: handbook
With --base origin/main, only findings that this branch adds count, also in pages that it did not touch.
With --online, pages of other spaces are listed by the host, one request a space, and read where a heading is asked for.
Pages that did not change since the last run are not read again: what was found in them is in the folder for caches.
Symbolic links are not followed, and nothing outside of the folder is read.`,
});

const RULE_COLUMNS = ['id', 'level', 'summary'];

const ruleList = handmade('rules', {
  summary: 'List the rules of docs check',
  options: CHOICE_FLAGS,
  columns: RULE_COLUMNS,
  fields: [...RULE_COLUMNS, 'why', 'fix', 'mechanical'],
  paged: true,
  local: true,
  prints: true,
  run: async (run) => (await import('./show-rules.ts')).listRules(run),
  examples: [
    ['List all rules', 'docs check rules'],
    ['List those about redirects and blocks', 'docs check rules --rule redirect,block'],
  ],
});

const explain = handmade('explain', {
  summary: 'Show what a rule of docs check looks for, why, and how to fix it',
  args: [arg('rule')],
  fields: [...RULE_COLUMNS, 'why', 'fix', 'mechanical'],
  local: true,
  prints: true,
  run: async (run) => (await import('./show-rules.ts')).explainRule(run),
  examples: ['docs check explain nav/orphan'],
});

const schema = handmade('schema', {
  summary: 'Print the JSON schema of .docscheck.yaml, for editors',
  local: true,
  prints: true,
  run: async (run) => (await import('./show-rules.ts')).printSchema(run),
  examples: ['docs check schema'],
});

const check: WrittenGroup = {
  ...group(
    'check',
    'Check a folder of documentation',
    [ruleList, explain, schema],
    [
      ['Check what SUMMARY.md lists', 'docs check --rule nav'],
      ['See what a rule is about', 'docs check explain nav/orphan'],
    ],
  ),
  own,
};

export default check;
