// docs doctor on this machine: Node, the terminal, proxies, certificates.

import type { X509Certificate } from 'node:crypto';
import type { Context } from '../../../context.ts';
import { isError } from '../../../errors.ts';
import { maskUrl } from '../../../files/mask-url.ts';
import { plural } from '../../../output/format.ts';
import { type Check, failed, ok, warning } from './doctor-check.ts';

const SUPPORTED_NODE = 22;

export function nodeCheck({ runtime: { node } }: Context): Check {
  const [major = 0, minor = 0] = node.split('.').map(Number);
  if (major < 20 || (major === 20 && minor < 18))
    return failed('node', `${node} is too old`, 'install Node 22 or 24');
  if (major < SUPPORTED_NODE)
    return warning('node', `${node} works, but no longer gets security fixes`, 'install Node 22 or 24');
  return ok('node', node);
}

export function terminalCheck({ io, env }: Context): Check {
  if (!io.outTty && !io.errTty) return ok('terminal', 'none: plain rows, no prompts');
  const traits = [
    `${io.columns} columns`,
    io.colorOut ? 'color' : 'no color',
    ...(io.accessible ? ['accessible mode'] : []),
    ...(io.inCi ? ['CI: no prompts'] : []),
  ];
  if (env.TERM === 'dumb' || env.TERM === undefined)
    return warning(
      'terminal',
      `TERM is ${env.TERM ?? 'not set'}: ${traits.join(', ')}`,
      'export TERM=xterm-256color',
    );
  const locale = env.LC_ALL || env.LC_CTYPE || env.LANG || '';
  if (!/utf-?8/i.test(locale))
    return warning(
      'terminal',
      `${traits.join(', ')}, and no UTF-8 locale (${locale || 'not set'})`,
      'export LANG=C.UTF-8',
    );
  return ok('terminal', `${env.TERM}, ${traits.join(', ')}`);
}

const PROXIES = ['HTTPS_PROXY', 'https_proxy', 'HTTP_PROXY', 'http_proxy'] as const;

export function proxyCheck({ env }: Context): Check {
  const set = PROXIES.flatMap((name) => (env[name] ? [{ name, url: env[name] }] : []));
  if (set.length === 0) return ok('proxy', 'none');
  const wrong = set.find(({ url }) => !URL.canParse(url) || !/^https?:\/\//.test(url));
  if (wrong)
    return failed('proxy', `${wrong.name} is not an http or https URL`, `unset ${wrong.name}, or correct it`);
  const none = env.NO_PROXY || env.no_proxy;
  const listed = set.map(({ name, url }) => `${name}=${maskUrl(url)}`).join(', ');
  return ok('proxy', none ? `${listed}, not for ${none}` : listed);
}

export async function certificatesCheck({ env, cwd, now }: Context): Promise<Check> {
  const name = 'certificates';
  if (env.NODE_TLS_REJECT_UNAUTHORIZED === '0')
    return failed(
      name,
      'NODE_TLS_REJECT_UNAUTHORIZED=0 turns checks off, and no token is sent then',
      'unset it; for your own certificate, set NODE_EXTRA_CA_CERTS=<file.pem>',
    );
  const file = env.NODE_EXTRA_CA_CERTS;
  if (!file) return ok(name, 'from Node');
  const { readFileSync } = await import('node:fs');
  const { resolve } = await import('node:path');
  try {
    return await bundleCheck(name, file, readFileSync(resolve(cwd, file), 'utf8'), now());
  } catch (error) {
    // Node goes on without the file and says so once, which is easily missed.
    const why = isError(error) && 'code' in error ? String(error.code) : 'it contains no certificate';
    return failed(
      name,
      `NODE_EXTRA_CA_CERTS: cannot use ${file}: ${why}`,
      'give a PEM file that can be read, or unset it',
    );
  }
}

async function bundleCheck(name: string, file: string, pem: string, now: Date): Promise<Check> {
  const { X509Certificate } = await import('node:crypto');
  const blocks = pem.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? [];
  const found = blocks.map((block) => new X509Certificate(block));
  if (found.length === 0)
    return failed(name, `NODE_EXTRA_CA_CERTS: no certificate in ${file}`, 'give a PEM file, or unset it');
  const expired = found.filter((one) => hasExpired(one, now)).length;
  const counted = `${plural(found.length, 'certificate')} from ${file}, in addition to those of Node`;
  return expired < found.length
    ? ok(name, expired === 0 ? counted : `${counted}, ${expired} of them expired`)
    : warning(
        name,
        `every certificate of ${file} has expired`,
        `renew ${file}, or unset NODE_EXTRA_CA_CERTS`,
      );
}

const hasExpired = ({ validTo }: X509Certificate, now: Date): boolean => new Date(validTo) < now;
