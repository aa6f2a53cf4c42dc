// JUnit XML, as CI servers read it: a suite for each group, a failed case for each finding.
import { safeText } from '../safe-text.ts';
import type { Finding, Report } from './finding.ts';

interface Suite {
  name: string;
  cases: string[];
  failures: number;
  errors: number;
  skipped: number;
}

/** Failures are findings, errors are what could not be checked; a group without either is one passed case. */
export function junit({ name, findings, groups, failures, skipped = [] }: Report): string {
  const others = [...findings, ...failures, ...skipped].map(({ group }) => group);
  const suites = [...new Set([...groups, ...others])].map((group) =>
    suiteOf(
      group,
      findings.filter((finding) => finding.group === group),
      failures.filter((failure) => failure.group === group),
      skipped.filter((one) => one.group === group),
    ),
  );
  const sum = (count: (suite: Suite) => number) => suites.reduce((total, suite) => total + count(suite), 0);
  const totals = `tests="${sum(({ cases }) => cases.length)}" failures="${sum((suite) => suite.failures)}" errors="${sum((suite) => suite.errors)}"`;
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="${xml(name)}" ${totals}>`,
    ...suites.map(suiteText),
    '</testsuites>',
    '',
  ].join('\n');
}

function suiteOf(
  name: string,
  findings: readonly Finding[],
  failures: Report['failures'],
  skipped: Report['failures'],
): Suite {
  const cases = [
    ...findings.map(failedCase),
    ...failures.map(({ message }) => erroredCase(name, message)),
    ...skipped.map(({ message }) => skippedCase(name, message)),
  ];
  if (cases.length === 0) cases.push(`    <testcase classname="${xml(name)}" name="all"/>`);
  return { name, cases, failures: findings.length, errors: failures.length, skipped: skipped.length };
}

const suiteText = ({ name, cases, failures, errors, skipped }: Suite): string =>
  [
    `  <testsuite name="${xml(name)}" tests="${cases.length}" failures="${failures}" errors="${errors}" skipped="${skipped}">`,
    ...cases,
    '  </testsuite>',
  ].join('\n');

/** The file is in the text: the schema of Jenkins has no attribute for it here. */
function failedCase({ rule, message, group, place, file }: Finding): string {
  const where = file === undefined ? '' : ` (${file})`;
  return [
    `    <testcase classname="${xml(group)}" name="${xml(`${place} ${message}`)}">`,
    `      <failure type="${xml(rule)}" message="${xml(message)}">${xml(`${group} / ${place} ${message}${where}`)}</failure>`,
    '    </testcase>',
  ].join('\n');
}

const erroredCase = (group: string, message: string): string =>
  [
    `    <testcase classname="${xml(group)}" name="check">`,
    `      <error type="not-checked" message="${xml(message)}"/>`,
    '    </testcase>',
  ].join('\n');

const skippedCase = (group: string, message: string): string =>
  [
    `    <testcase classname="${xml(group)}" name="check">`,
    `      <skipped message="${xml(message)}"/>`,
    '    </testcase>',
  ].join('\n');

const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
};

/** Characters that XML 1.0 has no place for are made visible first. */
function xml(text: string): string {
  return safeText(text)
    .replace(/[\ufffe\uffff]/g, '')
    .replace(/[&<>"']/g, (char) => ENTITIES[char] ?? char)
    .replaceAll('\t', '&#9;');
}
