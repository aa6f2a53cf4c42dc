// SARIF 2.1.0, as code scanning reads it. Every property that the standard requires is there.
import { safeJson } from '../safe-text.ts';
import { type Finding, type Report, textOf } from './finding.ts';

const SCHEMA = 'https://json.schemastore.org/sarif-2.1.0.json';

export function sarif({ name, version, rules, findings, failures, skipped = [] }: Report): string {
  const ids = rules.map(({ id }) => id);
  const run = {
    tool: {
      driver: {
        name,
        version,
        rules: rules.map(({ id, description, level }) => ({
          id,
          shortDescription: { text: description },
          defaultConfiguration: { level },
        })),
      },
    },
    columnKind: 'utf16CodeUnits',
    invocations: [
      {
        executionSuccessful: failures.length === 0,
        toolExecutionNotifications: [
          ...failures.map((failure) => notification('error', failure)),
          ...skipped.map((one) => notification('note', one)),
        ],
      },
    ],
    results: findings.map((finding) => resultOf(finding, ids)),
  };
  return `${safeJson(JSON.stringify({ $schema: SCHEMA, version: '2.1.0', runs: [run] }, null, 2))}\n`;
}

const notification = (level: 'error' | 'note', { group, message }: Report['failures'][number]) => ({
  level,
  message: { text: `${group}: ${message}` },
});

function resultOf(finding: Finding, ids: readonly string[]) {
  const { rule, level, group, place, file, line, column, fingerprint } = finding;
  return {
    ruleId: rule,
    ruleIndex: ids.indexOf(rule),
    level,
    message: { text: textOf(finding) },
    locations: [
      {
        physicalLocation: {
          artifactLocation: { uri: uriOf(file ?? `${group}/${place}`) },
          ...(line !== undefined && { region: { startLine: line, startColumn: column ?? 1 } }),
        },
        logicalLocations: [{ fullyQualifiedName: `${group} / ${place}`, kind: 'resource' }],
      },
    ],
    partialFingerprints: { 'docs/v1': fingerprint },
  };
}

/** A relative reference: every segment percent-encoded, none of them empty or a step up. */
function uriOf(path: string): string {
  const segments = path.split('/').filter((segment) => !['', '.', '..'].includes(segment));
  return segments.map((segment) => encodeURIComponent(segment.toWellFormed())).join('/') || 'docs';
}
