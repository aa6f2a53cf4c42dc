// Opening things in a browser. An address comes from the platform: it is shown first, and only some are opened.

import { isKnownAddress, isWebAddress } from '../../config/base-url.ts';
import { DocsError, EXIT, InteractionError } from '../../errors.ts';
import { canAsk } from '../../output/io.ts';
import { done } from '../../output/note.ts';
import { safeLine } from '../../output/safe-text.ts';
import type { Run } from '../model/command-type.ts';
import { titleOf } from '../references/names.ts';
import { printLine } from './view.ts';

export interface OpenOptions {
  /** Where readers find it, in place of the app. */
  published?: boolean;
  /** Only show the address. */
  printOnly?: boolean;
}

/**
 * Prints the address of a thing and opens it. Throws DocsError `NO_ADDRESS` when it has none, `NOT_OPENED` when it is
 * no https address, and InteractionError when its host is not one of the profile's and nobody agrees. Where a site is
 * published needs no consent: whoever may choose that address is trusted with the site itself.
 */
export async function openThing(run: Run, item: unknown, options: OpenOptions = {}): Promise<void> {
  const url = addressOf(item, options);
  await printLine(run, 'url', url);
  if (options.printOnly) return;
  if (!(options.published && isWebAddress(url))) await agreeTo(run, url);
  await run.context.openUrl(url);
  done(run.context.io, 'sent it to the browser');
}

function addressOf(item: unknown, { published = false }: OpenOptions): string {
  const { urls, ...record }: { urls?: unknown } & Record<string, unknown> = Object.assign({}, item);
  const { app, published: site, public: open }: Record<string, unknown> = Object.assign({}, urls);
  const url = published ? (site ?? open) : app;
  if (typeof url === 'string' && url !== '') return url;
  const name = titleOf(record) ?? record.id ?? 'it';
  throw new DocsError(
    published ? `${name} is not published` : `${name} has no page in the app`,
    { code: 'NO_ADDRESS', exit: EXIT.notFound },
    { hint: published ? 'leave --published out to see it in the app' : undefined },
  );
}

async function agreeTo(run: Run, url: string): Promise<void> {
  const { baseUrl } = run.config();
  if (isKnownAddress(url, baseUrl.value)) return;
  if (!isWebAddress(url))
    throw new DocsError(
      'not opened: this is not an https URL',
      { code: 'NOT_OPENED', exit: EXIT.failed },
      { hint: url.startsWith('sandbox:') ? 'the sandbox has an API and no app' : undefined },
    );
  if (run.flags.yes) return;
  const { hostname } = new URL(url);
  const why = `${hostname} is not a host of this profile (${baseUrl.value})`;
  if (!canAsk(run))
    throw new InteractionError(`not opened: ${why}`, { code: 'NOT_OPENED', hint: 'add --yes to open it' });
  const agreed = await (await run.context.prompts()).confirm(`${safeLine(why)}. Open it?`);
  if (!agreed) throw new InteractionError('not opened: you answered no', { code: 'DECLINED' });
}
