// docs audit: what is wrong with an organization, by rules that are data.

import { arg, group, handmade, type WrittenGroup } from '../../engine/model/command.ts';
import { AUDIT_FLAGS, CHOICE_FLAGS } from './audit-flags.ts';
import { auditRules } from './rules/rules.generated.ts';

const COLUMNS = ['status', 'severity', 'rule', 'within.title', 'target.title', 'message', 'fix'];

const own = handmade('audit', {
  summary: 'Find security, sync and content problems in an organization',
  uses: [...new Set(auditRules.flatMap(({ reads }) => reads))],
  options: AUDIT_FLAGS,
  columns: COLUMNS,
  fields: [...COLUMNS, 'target.kind', 'target.id', 'within.id'],
  idField: 'rule',
  paged: true,
  exits: [7],
  run: async (run) => (await import('./audit-run.ts')).runAudit(run),
  examples: [
    ['Audit the organization', 'docs audit'],
    ['Check sign-in and members only', 'docs audit --only sso,saml,people'],
    [
      'Fail in CI on severe findings, with a report',
      'docs audit --only redirects,git --fail-on high --format markdown',
    ],
    ['Check links and the text of all pages, too', 'docs audit --also links,pages'],
    ['Accept what is there, and report what is new', 'docs audit --baseline audit.json --update-baseline'],
    ['Save one page for a browser', 'docs audit --format html > audit.html'],
  ],
  notes: `Every finding comes with the command that fixes it, where one command can. A rule that cannot be evaluated (no permission,
not in the plan, not on this host) is reported as skipped, never as passed. The audit only reads, and reads each list once.
Rules that need many requests run only where they are named, with --only or --also: see "onRequest" in docs audit rules.`,
});

const RULE_COLUMNS = ['id', 'severity', 'summary', 'onRequest'];

const ruleList = handmade('rules', {
  summary: 'List the rules of the audit',
  options: CHOICE_FLAGS,
  columns: RULE_COLUMNS,
  fields: [...RULE_COLUMNS, 'why', 'fix', 'reads'],
  paged: true,
  local: true,
  prints: true,
  run: async (run) => (await import('./audit-rules.ts')).listRules(run),
  examples: [
    ['List all rules', 'docs audit rules'],
    ['List those about sites and redirects', 'docs audit rules --only sites,redirects'],
  ],
});

const explain = handmade('explain', {
  summary: 'Show what a rule of the audit looks for, why, and how to fix it',
  args: [arg('rule')],
  fields: [...RULE_COLUMNS, 'why', 'fix', 'reads'],
  local: true,
  prints: true,
  run: async (run) => (await import('./audit-rules.ts')).explainRule(run),
  examples: ['docs audit explain people/single-admin'],
});

const audit: WrittenGroup = {
  ...group('audit', 'Find security, sync and content problems', [ruleList, explain]),
  own,
};

export default audit;
