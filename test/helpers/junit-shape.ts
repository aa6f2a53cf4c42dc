// What the schema that Jenkins publishes for JUnit reports (its xunit plugin, version 10) allows: names, and which are required.
import type { XmlElement } from '../../src/jobs/saml/saml-input.ts';

/** `*` after a name: required. */
interface Shape {
  attributes: string;
  children: string;
}

const RERUNS = 'rerunFailure rerunError flakyFailure flakyError';
const OUTCOME: Shape = { attributes: 'type message', children: '' };
const SHAPES: Readonly<Record<string, Shape>> = {
  testsuites: { attributes: 'name time tests failures errors', children: 'testsuite' },
  testsuite: {
    attributes:
      'name* tests* failures* errors* group time skipped timestamp hostname id package file log url',
    children: 'testsuite properties testcase system-out system-err',
  },
  testcase: {
    attributes: 'name* time classname group',
    children: `skipped error failure system-out system-err ${RERUNS}`,
  },
  ...{ failure: OUTCOME, error: OUTCOME, skipped: OUTCOME },
};

/** What is wrong with a report, in words; nothing where it is valid. */
export function junitProblems(root: XmlElement): string[] {
  const isReport = ['testsuites', 'testsuite', 'testcase'].includes(root.name);
  return isReport ? problemsOf(root, root.name) : [`${root.name} is not a report`];
}

function problemsOf(element: XmlElement, where: string): string[] {
  const shape = SHAPES[element.name];
  if (!shape) return [`${where} is unknown`];
  const names = shape.attributes.split(' ');
  const known = new Set(names.map((name) => name.replace('*', '')));
  const allowed = shape.children.split(' ');
  return [
    ...names
      .filter((name) => name.endsWith('*') && element.attributes[name.slice(0, -1)] === undefined)
      .map((name) => `${where} lacks ${name.slice(0, -1)}`),
    ...Object.keys(element.attributes)
      .filter((name) => !known.has(name))
      .map((name) => `${where} has ${name}`),
    ...element.children.flatMap((child) =>
      allowed.includes(child.name)
        ? problemsOf(child, `${where}/${child.name}`)
        : [`${where} holds ${child.name}`],
    ),
  ];
}
