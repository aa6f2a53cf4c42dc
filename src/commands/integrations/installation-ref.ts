// An installation by its ID, its URL, or the integration: an organization has one of each.

import { listOrganizationInstallations } from '../../api/integrations/installed-integrations.ts';
import type { FlagsOf } from '../../engine/model/command-type.ts';
import { flag, type Option } from '../../engine/model/option.ts';
import { parseAddress } from '../../engine/references/pasted.ts';
import { isId } from '../../engine/references/reference-kinds.ts';
import { settleOne } from '../../engine/references/resolve-names.ts';
import { isSource } from '../../engine/run/input.ts';
import { sameCommand } from '../../engine/run/partial-failure.ts';
import type { Run } from '../../engine/run/run.ts';
import { fromContext, onlyOrganization } from '../../engine/run/session.ts';
import { AmbiguousError, DocsError, NotFoundError, UsageError } from '../../errors.ts';
import { shell } from '../../files/shell-word.ts';

export const INTEGRATION_FLAG = [
  flag('--integration <integration>', 'integration, when the installation is given by ID', {
    group: 'Context:',
  }),
] as const satisfies readonly Option[];

export type InstallationRun = Run<FlagsOf<typeof INTEGRATION_FLAG>>;

interface Known {
  id: unknown;
  name: unknown;
  title: unknown;
}

/** Fills both parameters of the path. Throws NotFoundError, AmbiguousError. */
export async function findInstallation(run: InstallationRun): Promise<void> {
  const given = String(run.input.installationId);
  const { installationId, integrationName } = parseAddress(given) ?? {};
  if (integrationName !== undefined && installationId !== undefined)
    run.input = { ...run.input, integrationName, installationId };
  if (run.flags.integration !== undefined)
    run.input = { ...run.input, integrationName: run.flags.integration };
  if (run.input.integrationName !== undefined) return;
  const found = await lookedUp(run, given);
  run.input = { ...run.input, integrationName: found.name, installationId: found.id };
}

async function lookedUp(run: InstallationRun, given: string): Promise<{ id: string; name: string }> {
  const hint = `${sameCommand(run)} --integration <integration>`;
  const all = await installationsOf(run).catch((error: unknown) => {
    const status = error instanceof DocsError ? error.http?.status : undefined;
    // The one of an integration can be named without the list.
    if (error instanceof DocsError && status === 403) error.hint = hint;
    if (status !== 404 && status !== 501) throw error;
  });
  if (!all)
    throw new UsageError('this host does not list installations: --integration is required', { hint });
  const fits = (key: keyof Known) => all.filter((one) => one[key] === given);
  const [matches = []] = [fits('id'), fits('name'), fits('title')].filter(({ length }) => length > 0);
  const [only, second] = matches;
  if (only && second) {
    const candidates = matches.map(({ id, name, title }) => ({ id, name, title }));
    throw new AmbiguousError(`"${given}" is the title of ${matches.length} installed integrations`, {
      details: { candidates },
      hint: 'docs installations list',
    });
  }
  if (only) return { id: String(only.id), name: String(only.name) };
  // The platform says that it is not there, and that is what was asked for.
  if (run.flags.ifExists === true) return { id: given, name: given };
  throw new NotFoundError(`installation "${given}" not found`, {
    details: { kind: 'installation', name: given },
    hint: 'docs installations list',
  });
}

async function installationsOf(run: Run): Promise<Known[]> {
  const client = await run.client();
  const named = fromContext(run, 'organizationId') ?? (await onlyOrganization(run));
  const organizationId = isId('organizationId', named)
    ? named
    : await settleOne({ ...run, input: {} }, 'organizationId', named);
  const found: Known[] = [];
  for await (const { items } of client.pages(listOrganizationInstallations, { organizationId }))
    found.push(
      ...items.map(({ installation, integration }) => ({
        id: installation?.id,
        name: integration?.name,
        title: integration?.title,
      })),
    );
  return found;
}

/** What an integration was set up with may hold credentials. Throws UsageError for such a text in argv. */
export function refuseInlineSettings({ flags, path, args }: Run): void {
  if (flags.rows !== undefined) return;
  const { configuration } = flags as { configuration?: unknown };
  const texts = [configuration, /"configuration"/.test(flags.data ?? '') ? flags.data : undefined];
  const isInline = texts.some((text) => typeof text === 'string' && !isSource(text));
  if (!isInline) return;
  throw new UsageError('settings on the command line are visible to other processes: put them in a file', {
    code: 'SECRET_IN_ARGV',
    hint: shell`${[...path.split(' '), ...Object.values(args).map(String)]} --configuration @settings.json`,
  });
}
