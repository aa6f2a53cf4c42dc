// Addresses of repositories: what is allowed, what git is given, what people are shown.

import { isAbsolute } from 'node:path';
import { ValidationError } from '../../../errors.ts';
import { decoded } from '../../../files/decoded.ts';
import { maskUrls } from '../../../files/mask-url.ts';
import { parsedUrl } from '../../../files/plain-forms.ts';

export interface RepositoryUrl {
  /** Without credentials: safe in arguments and messages. */
  address: string;
  /** For http(s) with `user:password@`: the header's value, and the origin it may be sent to. */
  credentials?: { header: string; origin: string };
}

/**
 * Takes an absolute local path, `file://` or `http(s)://`, the last with basic-auth credentials if need be.
 * Throws ValidationError for everything else; its message never holds a credential.
 */
export function readRepositoryUrl(url: string): RepositoryUrl {
  if (/[\s\p{Cc}]/u.test(url.startsWith('/') ? url.replaceAll(' ', '') : url))
    throw refused(url, 'it contains white space or control characters');
  if (isAbsolute(url)) return { address: url };
  const parsed = parsedUrl(url);
  if (parsed?.protocol === 'file:') return { address: parsed.href };
  if (parsed?.protocol !== 'http:' && parsed?.protocol !== 'https:') {
    throw refused(url, 'only http://, https://, file:// and absolute paths are');
  }
  const { username, password, origin } = parsed;
  parsed.username = '';
  parsed.password = '';
  if (username === '' && password === '') return { address: parsed.href };
  const pair = Buffer.from(`${decoded(username)}:${decoded(password)}`).toString('base64');
  return { address: parsed.href, credentials: { header: `Authorization: Basic ${pair}`, origin } };
}

const REF =
  /^refs\/heads\/(?!.*(?:\.\.|\/\/|\/\.|@\{|\.lock(?:\/|$)))(?![./])[^\s~^:?*[\\\p{Cc}]{1,230}(?<![./])$/u;

/** Returns the branch of `refs/heads/<branch>`; throws ValidationError for any other form. */
export function branchOf(ref: string): string {
  if (!REF.test(ref))
    throw new ValidationError(`ref "${ref.slice(0, 250)}" must have the form refs/heads/<branch>`);
  return ref.slice('refs/heads/'.length);
}

function refused(url: string, why: string): ValidationError {
  // A malformed address can hold its credentials anywhere before the last `@`.
  const shown = maskUrls(url.replace(/[\s\p{Cc}]+/gu, ' ')).replace(/^.*@/, '***@');
  return new ValidationError(`repository address "${shown.slice(0, 200)}" is not supported: ${why}`);
}
