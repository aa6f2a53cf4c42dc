// Audits, checks of links and their reports that find less than there is, or more, or touch what they must not.
import type { Defect } from './defect.ts';

const RULES = 'test/unit/jobs/audit/rules.test.ts';
const LISTS = 'test/unit/jobs/audit/lists.test.ts';
const LINKS = 'test/unit/jobs/links/external-links.test.ts';
const RANDOM_LINKS = 'test/unit/jobs/links/external-links-random.test.ts';

export const healthDefects: readonly Defect[] = [
  {
    id: 'refused-rule-passes',
    what: 'a rule that the platform refuses to answer counts as passed',
    patches: [
      {
        file: 'src/jobs/audit/audit-run.ts',
        find: 'if (skipped !== undefined) return { rule, findings: [], skipped };',
        replace: 'if (skipped !== undefined) return { rule, findings: [] };',
      },
    ],
    tests: [{ file: RULES, name: 'skips what the platform refuses' }],
  },
  {
    id: 'refused-item-passes',
    what: 'a space that cannot be read is left out of a rule without a word',
    patches: [
      {
        file: 'src/jobs/audit/lists.ts',
        find: 'return { findings, skipped: `${first}${others}` };',
        replace: 'return { findings };',
      },
    ],
    tests: [{ file: LISTS, name: 'remember a refusal' }],
  },
  {
    id: 'audit-asks-again',
    what: 'each rule of an audit reads its lists anew',
    patches: [
      {
        file: 'src/jobs/audit/lists.ts',
        find: '    if (known !== undefined) return known;\n',
        replace: '',
      },
    ],
    tests: [
      { file: LISTS, name: 'ask for a list once' },
      { file: RULES, name: 'asks for nothing twice' },
    ],
  },
  {
    id: 'audit-may-write',
    what: 'a rule of the audit could change the organization',
    patches: [
      {
        file: 'src/jobs/audit/lists.ts',
        find: 'const reading = readingClient(client);',
        replace: 'const reading = client;',
      },
    ],
    tests: [{ file: LISTS, name: 'send no change' }],
  },
  {
    id: 'unseen-admin-unnoticed',
    what: 'an administrator who was away for 120 days is not reported',
    patches: [
      {
        file: 'src/jobs/audit/rules/people.ts',
        find: '        if (days < UNSEEN_DAYS) return [];\n',
        replace: '        if (days < 2 * UNSEEN_DAYS) return [];\n',
      },
    ],
    tests: [{ file: RULES, name: 'people/unseen-admin', fromTable: true }],
  },
  {
    id: 'certificate-ends-unnoticed',
    what: 'a certificate that expires in 12 days is not reported',
    patches: [
      {
        file: 'src/jobs/audit/rules/sso.ts',
        find: 'const SOON_DAYS = 30;',
        replace: 'const SOON_DAYS = 3;',
      },
    ],
    tests: [{ file: RULES, name: 'saml/certificate-ends-soon', fromTable: true }],
  },
  {
    id: 'links-of-every-kind',
    what: 'the rules about links report what belongs to each other',
    patches: [
      {
        file: 'src/jobs/audit/rules/links.ts',
        find: 'const mine = findings.filter((one) => one.status === status).map(',
        replace: 'const mine = findings.map(',
      },
    ],
    tests: [{ file: RULES, name: 'links/broken', fromTable: true }],
  },
  {
    id: 'link-leads-inside',
    what: 'a link on a page makes the check connect to an address of the private network',
    patches: [
      {
        file: 'src/jobs/links/judge.ts',
        find: '    if (isPrivateAddress(url.hostname)) throw refused(url.hostname);\n',
        replace: '',
      },
    ],
    tests: [{ file: LINKS, name: 'is never asked' }],
  },
  {
    id: 'robots-ignored',
    what: 'external links are asked although robots.txt forbids it',
    patches: [
      {
        file: 'src/jobs/links/judge.ts',
        find: "  if (!allowed(url)) return unsure('not asked: robots.txt forbids it');\n",
        replace: '',
      },
    ],
    tests: [
      { file: LINKS, name: 'are judged by what the other side does' },
      { file: RANDOM_LINKS, name: 'as the model says' },
    ],
  },
  {
    id: 'head-believed',
    what: 'a page whose server answers HEAD with 404 is called broken',
    patches: [
      {
        file: 'src/jobs/links/judge.ts',
        find: 'head.status < 400 || head.status === 429',
        replace: 'head.status !== 405',
      },
    ],
    tests: [{ file: LINKS, name: 'are judged by what the other side does' }],
  },
  {
    id: 'junit-drops-findings',
    what: 'findings of a group that was not listed are missing in JUnit',
    patches: [
      {
        file: 'src/output/reports/junit.ts',
        find: 'const others = [...findings, ...failures, ...skipped]',
        replace: 'const others = [...failures, ...skipped]',
      },
    ],
    tests: [{ file: 'test/unit/output/reports.test.ts', name: 'JUnit is well-formed' }],
  },
];
