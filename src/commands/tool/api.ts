// docs api: a request of your own, with the profile's host and token.

import type { Option } from '../../engine/model/command.ts';
import { arg, handmade } from '../../engine/model/command.ts';
import type { FlagsOf } from '../../engine/model/flag-types.ts';
import type { Run, RunFlags } from '../../engine/run/run.ts';
import { UsageError } from '../../errors.ts';
import { shell } from '../../files/shell-word.ts';
import { sendRaw } from './raw.ts';

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];

const API_FLAGS = [
  {
    flags: '--data <json>',
    reach: 'machine',
    description: 'request body as JSON, @file, or - for stdin',
    group: 'Fields:',
  },
  {
    flags: '--paginate',
    reach: 'machine',
    description: 'fetch all pages and print one array',
    group: 'Output:',
  },
  {
    flags: '--spec',
    reach: 'machine',
    description: 'print the OpenAPI document of all operations',
    group: 'Output:',
  },
  {
    flags: '-i, --include',
    reach: 'machine',
    description: 'print the status and headers first',
    group: 'Output:',
  },
  { flags: '--org <org>', description: 'value for {org} and {organizationId}', group: 'Context:' },
  { flags: '--space <space>', description: 'value for {space} and {spaceId}', group: 'Context:' },
  { flags: '--site <site>', description: 'value for {site} and {siteId}', group: 'Context:' },
  { flags: '--cr <cr>', description: 'value for {cr} and {changeRequestId}', group: 'Context:' },
  { flags: '--dry-run', reach: 'form', description: 'show the request without sending it', group: 'Safety:' },
] as const satisfies readonly Option[];

export type ApiRun = Run<FlagsOf<typeof API_FLAGS>>;

export default handmade('api', {
  summary: 'Make an authenticated API request',
  changesHere: true,
  args: [arg('method', false), arg('path', false)],
  options: API_FLAGS,
  examples: [
    ['Get one resource', 'docs api /v1/user'],
    ['Get all pages of a list of the default organization', 'docs api GET /v1/orgs/{org}/spaces --paginate'],
    ['Print the API as OpenAPI', 'docs api --spec'],
  ],
  notes:
    'Placeholders are filled from the context, as in every command. JSON is printed unchanged, and indented on a terminal. The default method is GET.',
  check: 'docs api GET {path}',
  run: async (run: ApiRun) => {
    if (run.flags.spec === true) return printSpec(run);
    const { method, path } = readRequest(run);
    refuseShaping(run.flags);
    await sendRaw(run, method, path);
  },
});

/** `docs api /v1/user` gets it. Throws UsageError for a method or a path that is none. */
function readRequest({ args, flags }: ApiRun): { method: string; path: string } {
  const only = args.path === undefined ? args.method : undefined;
  if (only?.startsWith('/') && flags.data !== undefined) {
    throw new UsageError('--data needs a method before the path', {
      hint: shell`docs api POST ${only} --data @body.json`,
    });
  }
  const { method: given = '', path } = only?.startsWith('/') ? { method: 'GET', path: only } : args;
  if (path === undefined) {
    throw new UsageError('a method and a path are required', { hint: 'docs api GET /v1/user' });
  }
  const method = given.toUpperCase();
  if (!METHODS.includes(method)) {
    throw new UsageError(`"${given}" is not an HTTP method: use one of ${METHODS.join(', ')}`, {
      hint: 'docs api GET /v1/user',
    });
  }
  if (path.startsWith('/')) return { method, path };
  throw new UsageError(`the path must start with /, not "${path}"`, {
    hint: shell`docs api ${method} /v1/user`,
  });
}

/** The answer passes through as it came: a flag that asks for another shape must not be passed over in silence. */
function refuseShaping({ output, fields, quiet }: RunFlags): void {
  const shape =
    (output !== undefined && output !== 'json' && `--output ${output}`) ||
    (fields !== undefined && '--fields') ||
    (quiet && '--quiet');
  if (!shape) return;
  throw new UsageError(`docs api prints the response unchanged, without ${shape}`, {
    hint: "choose with --jq, such as --jq '.[].title'",
  });
}

/** Needs no profile and no network: it is made from what this program knows. */
async function printSpec({ context }: ApiRun): Promise<void> {
  const { openApiDocument } = await import('../../api/integrations/openapi-document.ts');
  await context.io.out(`${JSON.stringify(openApiDocument(), null, 2)}\n`);
}
