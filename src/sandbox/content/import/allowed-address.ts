// Where a fetch of the sandbox may go: what a page or a redirect names must not lead into the network of this machine.
import { lookup as systemLookup } from 'node:dns';
import type { LookupFunction } from 'node:net';
import { parsedUrl } from '../../../files/plain-forms.ts';
import { isPrivateAddress, lookupPublic } from '../../../files/private-address.ts';
import { FetchFailure } from './fetch-failure.ts';

/** Checks one address, before each request; what it returns goes to the connection. Throws FetchFailure. */
export type Reach = (url: URL) => Promise<{ lookup?: LookupFunction }>;

/**
 * For a fetch, or many, that a user began by typing `first`. A private address is reached only when the typed one is private
 * itself, and then only on its own origin.
 */
export function reachFrom(first: string, resolve: typeof systemLookup = systemLookup): Reach {
  const typed = parsedUrl(first);
  let isPrivate: Promise<boolean> | undefined;
  return async (url) => {
    isPrivate ??= typed ? leadsInside(typed.hostname, resolve) : Promise.resolve(false);
    if (url.origin === typed?.origin && (await isPrivate)) return {};
    if (isPrivateAddress(url.hostname)) throw refused(url.hostname);
    return { lookup: lookupPublic(refused, resolve) };
  };
}

/** A name that cannot be resolved leads nowhere: the request will say so. */
function leadsInside(hostname: string, resolve: typeof systemLookup): Promise<boolean> {
  const bare = hostname.replace(/^\[|\]$/g, '');
  if (isPrivateAddress(bare)) return Promise.resolve(true);
  return new Promise((settle) => {
    resolve(bare, { all: true }, (error, addresses) =>
      settle(!error && addresses.some(({ address }) => isPrivateAddress(address))),
    );
  });
}

const refused = (host: string) =>
  new FetchFailure('failed', `${host} is a private address, and is not followed from another one`);
