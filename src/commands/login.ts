// docs auth login: asks on a terminal, reads standard input elsewhere, checks the token before it is kept.
import { listOrganizations } from '../api/organizations.ts';
import { getCaller } from '../api/users.ts';
import type { Client } from '../client/client.ts';
import { DEFAULT_BASE_URL, originOf, parseBaseUrl } from '../config/base-url.ts';
import { saveProfile } from '../config/profiles.ts';
import { parseToken, type Secret } from '../config/secret.ts';
import { checkProfileName } from '../config/settings.ts';
import { canAsk } from '../engine/run/can-ask.ts';
import { readSource } from '../engine/run/input.ts';
import type { Run } from '../engine/run/run.ts';
import { clientFor } from '../engine/run/session.ts';
import { InteractionError } from '../errors.ts';
import { done, note } from '../output/note.ts';

export async function logIn(run: Run): Promise<void> {
  const { context } = run;
  const asking = run.flags.withToken !== true;
  if (asking && !canAsk(run)) {
    throw new InteractionError('signing in needs a terminal, or the token on standard input', {
      hint: 'docs auth login --with-token < token.txt, or set DOCS_TOKEN',
    });
  }
  const baseUrl = parseBaseUrl(await chooseHost(run, asking));
  const name = checkProfileName(await chooseName(run, asking));
  const token = await readToken(run, asking);
  context.secrets.add(token.reveal());
  const client = await clientFor(context, { baseUrl, token, profile: name }, run.flags);
  const user = await client.call(getCaller, {});
  const organization = await defaultOrganization(run, client, asking);
  await saveProfile(context.paths(), {
    name,
    profile: {
      baseUrl,
      ...(organization && { organization }),
      ...(run.flags.readOnly === true && { readOnly: true }),
    },
    token,
  });
  done(context.io, `signed in to ${originOf(baseUrl)} as ${user.displayName}, profile "${name}"`);
  note(context.io, 'next: docs spaces list');
}

async function chooseHost({ context, flags }: Run, asking: boolean): Promise<string> {
  const given = flags.baseUrl ?? context.env.DOCS_BASE_URL;
  if (given || !asking) return given || DEFAULT_BASE_URL;
  const prompts = await context.prompts();
  return (await prompts.input(`Host (${DEFAULT_BASE_URL}):`)).trim() || DEFAULT_BASE_URL;
}

async function chooseName({ context, flags }: Run, asking: boolean): Promise<string> {
  const given = flags.name ?? flags.profile ?? context.env.DOCS_PROFILE;
  if (typeof given === 'string' && given !== '') return given;
  if (!asking) return 'default';
  const prompts = await context.prompts();
  return (await prompts.input('Name of the profile (default):')).trim() || 'default';
}

async function readToken({ context }: Run, asking: boolean): Promise<Secret> {
  if (!asking) return parseToken(await readSource(context, '-', '--with-token'));
  return parseToken(await (await context.prompts()).password('API token:'));
}

async function defaultOrganization(
  { context }: Run,
  client: Client,
  asking: boolean,
): Promise<string | undefined> {
  const { items } = await client.call(listOrganizations, { limit: 100 });
  const [only] = items;
  if (items.length <= 1) return only?.id;
  if (!asking) {
    note(context.io, `the token has ${items.length} organizations: docs use --org <org> chooses one`);
    return undefined;
  }
  const prompts = await context.prompts();
  const choices = items.map(({ id, title }) => ({ name: title, value: id }));
  const chosen = await prompts.select('Default organization:', [...choices, { name: '(none)', value: '' }]);
  return chosen || undefined;
}
