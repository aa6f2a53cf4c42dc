// Certificate and metadata of an identity provider, read and checked before anything is sent.

import type { Option } from '../../engine/model/command.ts';
import type { FlagsOf } from '../../engine/model/flag-types.ts';
import { readSource, readTextFile } from '../../engine/run/input.ts';
import type { Run } from '../../engine/run/run.ts';
import { ValidationError } from '../../errors.ts';
import { certificateFacts, holdsPrivateKey } from './certificate.ts';

export const IDP_FLAGS = [
  {
    flags: '--certificate <file>',
    description: 'certificate of the identity provider, as a PEM file',
    group: 'Fields:',
  },
  {
    flags: '--metadata <file>',
    description: 'SAML metadata file with entity ID, URL and certificate',
    group: 'Fields:',
  },
] as const satisfies readonly Option[];

export type IdpRun = Run<FlagsOf<typeof IDP_FLAGS>>;

/** Puts what the files say into the body; flags win. Throws ValidationError (exit 2). */
export async function readIdentityProvider(run: IdpRun): Promise<void> {
  const { certificate, metadata } = run.flags;
  if (typeof metadata === 'string') {
    const { readSamlMetadata } = await import('./saml-metadata.ts');
    const { entityId, ssoUrl, certificate } = readSamlMetadata(await textOf(run, metadata, '--metadata'));
    run.input = { entityID: entityId, ssoURL: ssoUrl, certificate, ...run.input };
  }
  if (typeof certificate === 'string') {
    run.input = { ...run.input, certificate: (await textOf(run, certificate, '--certificate')).trim() };
  }
  if (run.input.certificate !== undefined) await checkCertificate(run);
}

async function checkCertificate({ input, path, context }: IdpRun): Promise<void> {
  if (typeof input.certificate !== 'string') return;
  refusePrivateKey(input.certificate);
  if (input.certificate.length > 10_000) return;
  if (await certificateFacts(input.certificate, context.now())) return;
  const what = '--certificate must be a PEM certificate, which begins with -----BEGIN CERTIFICATE-----';
  throw new ValidationError(what, {
    hint: `${path} --help`,
    details: { field: 'certificate' },
  });
}

/** Files of an identity provider often hold both. Throws ValidationError. */
export function refusePrivateKey(text: string): void {
  if (!holdsPrivateKey(text) || !text.includes('-----BEGIN CERTIFICATE-----')) return;
  throw new ValidationError('--certificate holds a private key, which only the identity provider may have', {
    hint: 'use a file with nothing but -----BEGIN CERTIFICATE----- to -----END CERTIFICATE-----',
    details: { field: 'certificate' },
  });
}

export async function textOf(
  { context }: Pick<IdpRun, 'context'>,
  source: string,
  flag: string,
): Promise<string> {
  if (source === '-') return readSource(context, '-', flag);
  return readTextFile(context, source.replace(/^@/, ''), flag);
}
