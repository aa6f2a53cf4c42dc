import { spawnSync } from 'node:child_process';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readXml, type XmlElement } from '../../../src/jobs/saml/saml-input.ts';
import type { Finding, Report } from '../../../src/output/reports/finding.ts';
import { github } from '../../../src/output/reports/github.ts';
import { junit } from '../../../src/output/reports/junit.ts';
import { markdown } from '../../../src/output/reports/markdown.ts';
import { sarif } from '../../../src/output/reports/sarif.ts';
import { junitProblems } from '../../helpers/junit-shape.ts';
import { lacks } from '../../helpers/needs.ts';

const RULES = [
  { id: 'broken-link', description: 'A link leads nowhere.', level: 'error' as const },
  { id: 'in-app-link', description: 'A link leads into the app.', level: 'warning' as const },
];
const text = fc.oneof(
  fc.string({ maxLength: 20 }),
  fc.string({ unit: 'binary', maxLength: 10 }),
  fc.constantFrom(
    'a"b<c>&',
    ']]>',
    '::error::x',
    '%0A::warning::y',
    '| x |',
    '../../etc',
    '\u001b[31m',
    '\u0000',
    '\ud800',
    '@team',
    '\n\n# x',
    '<!--',
    '\ufffe',
    '',
  ),
);
const finding: fc.Arbitrary<Finding> = fc.record({
  rule: fc.constantFrom('broken-link', 'in-app-link'),
  level: fc.constantFrom('error' as const, 'warning' as const),
  message: text,
  group: fc.oneof(fc.constantFrom('Guides', 'API'), text),
  place: text,
  file: fc.option(text, { nil: undefined }),
  fingerprint: fc.constant('00'),
});
const report: fc.Arbitrary<Report> = fc
  .record({
    findings: fc.array(finding, { maxLength: 8 }),
    clean: fc.array(text, { maxLength: 3 }),
    failed: fc.array(text, { maxLength: 2 }),
  })
  .map(({ findings, clean, failed }) => ({
    name: 'docs links check',
    version: '1.2.3',
    rules: RULES,
    findings,
    // A finding may be of a group that nobody listed.
    groups: [...findings.slice(1).map(({ group }) => group), ...clean],
    failures: failed.map((group) => ({ group, message: 'not allowed' })),
    summary: 'checked 3 pages',
  }));

const children = (element: XmlElement, name: string) =>
  element.children.filter((child) => child.name === name);
const number = (element: XmlElement, name: string) => Number(element.attributes[name]);

describe('reports', () => {
  it('SARIF has every property that 2.1.0 requires, and results that point at rules', () => {
    fc.assert(
      fc.property(report, (made) => {
        const log = JSON.parse(sarif(made));
        expect(log.version).toBe('2.1.0');
        expect(log.$schema).toContain('sarif-2.1.0');
        const [run] = log.runs;
        expect(run.tool.driver).toMatchObject({ name: 'docs links check', version: '1.2.3' });
        for (const rule of run.tool.driver.rules) expect(rule.id).toBeTypeOf('string');
        expect(run.results).toHaveLength(made.findings.length);
        for (const result of run.results) {
          expect(result.message.text).toBeTypeOf('string');
          expect(run.tool.driver.rules[result.ruleIndex].id).toBe(result.ruleId);
          expect(['none', 'note', 'warning', 'error']).toContain(result.level);
          const { uri } = result.locations[0].physicalLocation.artifactLocation;
          expect(uri).not.toMatch(/^\/|\/\/|[\s\\"<>^`{|}]|^[a-z]+:/i);
          expect(uri.split('/').some((part: string) => part === '..' || part === '.')).toBe(false);
          expect(() => decodeURIComponent(uri)).not.toThrow();
        }
        expect(run.invocations[0].executionSuccessful).toBe(made.failures.length === 0);
      }),
      { numRuns: 200 },
    );
  });

  it('JUnit is well-formed, and its counts are those of the findings', () => {
    fc.assert(
      fc.property(report, (made) => {
        const root = readXml(junit(made));
        const suites = children(root, 'testsuite');
        const cases = suites.flatMap((suite) => children(suite, 'testcase'));
        const all = (name: string) => cases.flatMap((one) => children(one, name)).length;
        expect(number(root, 'failures')).toBe(made.findings.length);
        expect(all('failure')).toBe(made.findings.length);
        expect(number(root, 'errors')).toBe(made.failures.length);
        expect(all('error')).toBe(made.failures.length);
        expect(number(root, 'tests')).toBe(cases.length);
        expect(junitProblems(root)).toEqual([]);
        for (const suite of suites) {
          expect(number(suite, 'tests')).toBe(children(suite, 'testcase').length);
          expect(children(suite, 'testcase').length).toBeGreaterThan(0);
          const failures = children(suite, 'testcase').flatMap((one) => children(one, 'failure'));
          expect(number(suite, 'failures')).toBe(failures.length);
        }
      }),
      { numRuns: 200 },
    );
  });

  it('JUnit names the file of a finding where the schema of Jenkins has a place for it', () => {
    const [made] = fc.sample(report, { numRuns: 1, seed: 1 });
    const found: Finding = {
      ...{ rule: 'broken-link', level: 'error', message: 'a', group: 'Guides', place: 'install' },
      ...{ file: 'docs/install.md', fingerprint: '0' },
    };
    const root = readXml(junit({ ...made, findings: [found], groups: ['Guides'], failures: [] } as Report));
    expect(junitProblems(root)).toEqual([]);
    const failure = root.children[0]?.children[0]?.children[0];
    expect([failure?.name, failure?.text]).toEqual(['failure', 'Guides / install a (docs/install.md)']);
  });

  it.skipIf(lacks('JUnit read by another parser', 'python3'))('JUnit is read by another parser, too', () => {
    const made = fc.sample(report, { numRuns: 200, seed: 5 });
    const script = `
import json, sys, xml.etree.ElementTree as tree
for text in json.load(sys.stdin):
    root = tree.fromstring(text.encode())
    print(root.get('failures'), len(list(root.iter('failure'))), root.get('tests'), len(list(root.iter('testcase'))))`;
    const { stdout, stderr } = spawnSync('python3', ['-c', script], {
      input: JSON.stringify(made.map(junit)),
      encoding: 'utf8',
    });
    const counts = stdout.trim().split('\n');
    expect(counts, stderr).toHaveLength(made.length);
    made.forEach(({ findings }, at) => {
      const [failures, found, tests, cases] = (counts[at] ?? '').split(' ').map(Number);
      expect([failures, found]).toEqual([findings.length, findings.length]);
      expect(tests).toBe(cases);
    });
  });

  it('JUnit holds no character that XML has no place for', () => {
    fc.assert(
      fc.property(report, (made) => {
        expect(junit(made)).not.toMatch(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/);
        expect(junit(made).isWellFormed()).toBe(true);
      }),
      { numRuns: 200 },
    );
  });

  it('GitHub gets one command a finding, whatever the platform wrote', () => {
    fc.assert(
      fc.property(report, (made) => {
        const lines = github(made).split('\n').slice(0, -1);
        expect(lines).toHaveLength(made.findings.length + made.failures.length);
        for (const line of lines) {
          expect(line).toMatch(
            /^::(error|warning) (file=[^,:]*,)?title=(broken-link|in-app-link|not-checked)::/,
          );
          expect(line).not.toMatch(/%(?!25|3A|2C)/);
        }
      }),
      { numRuns: 200 },
    );
  });

  it('GitHub reads title, place, target and reason', () => {
    const one = {
      rule: 'broken-link',
      level: 'error' as const,
      message: '-> /guides/quickstart: page not found (2 places)',
      group: 'Guides',
      place: 'Install',
      fingerprint: '',
    };
    const base = { name: 'x', version: '1', rules: RULES, groups: ['Guides'], failures: [], summary: '' };
    expect(github({ ...base, findings: [one] })).toBe(
      '::error title=broken-link::Guides / Install -> /guides/quickstart: page not found (2 places)\n',
    );
    expect(github({ ...base, findings: [{ ...one, file: 'docs/a,b.md' }] })).toMatch(
      /^::error file=docs\/a%2Cb\.md,title=/,
    );
  });

  it('Markdown has a row a finding, and no markup of the platform in it', () => {
    fc.assert(
      fc.property(report, (made) => {
        const lines = markdown(made).split('\n');
        const rows = lines.filter((line) => /^\| (error|warning) \|/.test(line));
        expect(rows).toHaveLength(made.findings.length);
        for (const row of rows) expect(row.replace(/\\./gs, '').match(/\|/g)).toHaveLength(3);
        expect(markdown(made)).not.toMatch(/(?<!\w)@\w|(?<!\\)<|(?<!\\)\[/);
      }),
      { numRuns: 200 },
    );
  });
});
