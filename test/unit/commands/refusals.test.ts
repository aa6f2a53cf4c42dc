// Refusals about redirects, permissions, invitations and the like: what is wrong, and the command that leads on.
import { describe, expect, it } from 'vitest';
import { PATTERN_WORDS } from '../../../src/api/check.ts';
import { operations } from '../../../src/api/index.ts';
import { sandboxedCli } from '../../helpers/cli.ts';
import { perFile } from '../../helpers/lasting.ts';

const cli = perFile(() => sandboxedCli({ stdin: '' }));

const SITE = '--site "Tarnpost Docs"';

describe('a refusal says what is wrong and leads on', () => {
  it.each<[string, string]>([
    ['invites send one two --role edit', 'these must be email addresses: "one", "two"'],
    ['invites send notanemail --role edit', '"notanemail" must be an email address'],
    [
      'invites send a@x.example,b@x.example',
      '"a@x.example,b@x.example" must be an email address: separate several by spaces',
    ],
    [
      `redirects create a /guides/welcome ${SITE}`,
      'must be a path that begins with /, with * only at its end: no / at the end, no comma, and %20 or the like for a space or what is not ASCII, not "a"',
    ],
    [`redirects create /a /nowhere ${SITE}`, 'hint: docs pages list --space '],
    ['permissions add --users lucas@tarnpost.example --role edit', 'no space, collection or site given'],
    [
      'permissions remove --space Guides',
      'did you mean docs permissions users remove or docs permissions teams remove?',
    ],
    [`external-links list ${SITE}`, 'did you mean docs sites structure get?'],
    ['cr edit 1 --space Guides --page nope --title X', 'hint: docs pages list --space Guides --cr 1'],
    ['comments replies nope x', 'unknown command "nope"'],
    ['teams members nope x', 'unknown command "nope"'],
    ['integrations spaces parcel-map', 'hint: docs sandbox token parcel-map --kind integration'],
  ])('%s', async (line, said) => {
    const { exitCode, stderr } = await cli(line);
    expect(exitCode).not.toBe(0);
    expect(stderr).toContain(said);
    expect(stderr).not.toMatch(/[$^]\)?,|\(\?|undefined/);
  });

  it('asks for an installation where none is given', async () => {
    const { stderr } = await cli('git repos', { tty: true });
    expect(stderr).not.toContain('undefined');
  });
});

describe('what is shown has names and words', () => {
  it('a share link is shown by a command for its own site', async () => {
    const { stderr } = await cli('share-links create Partners --site "Partner portal" --yes');
    expect(stderr).toContain("show its URL: docs share-links list --show-secrets --site 'Partner portal'");
  });

  it('an external link, an audit event, a domain and an installation are called as people call them', async () => {
    const made = await cli(`external-links create Blog --url https://tarnpost.example/blog ${SITE} --yes`);
    expect(made.stderr).toMatch(/created external link "Blog"/i);
    const shown = async (line: string) => (await cli(line, { tty: true, columns: 140 })).stdout;
    expect(await shown('audit-events list')).toMatch(/^OCCURRED +ACTION +BY +SOURCE +KIND +TARGET /);
    expect(await shown('hostnames get docs.tarnpost.example')).toMatch(/^site +Tarnpost Docs$/m);
    expect(await shown('installations status')).toMatch(/^INTEGRATION +KIND +SPACE +SITE +STATUS$/m);
  });
});

it('no pattern of a field is shown as a regular expression', () => {
  const bare = new Set<string>();
  const visit = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return;
    const { pattern, description } = node as { pattern?: unknown; description?: unknown };
    if (
      typeof pattern === 'string' &&
      !PATTERN_WORDS[pattern] &&
      description === undefined &&
      !pattern.includes('builtin:')
    )
      bare.add(pattern);
    for (const value of Object.values(node)) visit(value);
  };
  for (const { params, body, query } of operations) visit([params, body, query]);
  expect([...bare]).toEqual([]);
});
