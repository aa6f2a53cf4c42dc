// Certificate and metadata of an identity provider, read and checked before anything is sent.

import type { Option } from '../../engine/model/command.ts';
import type { FlagsOf } from '../../engine/model/flag-types.ts';
import { readBytes, readFileOrStdin } from '../../engine/run/input.ts';
import type { Run } from '../../engine/run/run.ts';
import { ValidationError } from '../../errors.ts';
import { shell } from '../../files/shell-word.ts';
import { certificateFacts, holdsPrivateKey } from './certificate.ts';
import type { IdentityProvider } from './saml-metadata.ts';

export const IDP_FLAGS = [
  { flags: '--certificate <file>', description: 'certificate of the identity provider, as a PEM file' },
  { flags: '--metadata <file>', description: 'SAML metadata file with entity ID, URL and certificate' },
] as const satisfies readonly Option[];

export type IdpRun = Run<FlagsOf<typeof IDP_FLAGS>>;

/** Puts what the files say into the body; flags win. Throws ValidationError (exit 2). */
export async function readIdentityProvider(run: IdpRun): Promise<void> {
  const { certificate, metadata } = run.flags;
  if (typeof metadata === 'string') {
    const { entityId, ssoUrl, certificate } = await metadataIn(run, metadata);
    run.input = { entityID: entityId, ssoURL: ssoUrl, certificate, ...run.input };
  }
  if (typeof certificate === 'string') {
    run.input = { ...run.input, certificate: (await certificateIn(run, certificate)).trim() };
  }
  if (run.input.certificate !== undefined) await checkCertificate(run);
}

async function checkCertificate({ input, path, context, flags }: IdpRun): Promise<void> {
  if (typeof input.certificate !== 'string') return;
  const source = sourceOf(flags);
  refusePrivateKey(input.certificate, source);
  if (input.certificate.length > 10_000) return;
  if (await certificateFacts(input.certificate, context.now())) return;
  throw new ValidationError(
    `${source} is not a readable PEM certificate, which starts with -----BEGIN CERTIFICATE-----`,
    { hint: `${path} --help`, details: { field: 'certificate' } },
  );
}

/** Where the certificate is from, for messages: a body has one, too. */
function sourceOf({ certificate, metadata }: IdpRun['flags']): string {
  if (certificate !== undefined) return nameOf(certificate);
  return metadata === undefined ? '--certificate' : `the certificate in ${nameOf(metadata)}`;
}

/** Files of an identity provider often hold both. Throws ValidationError. */
function refusePrivateKey(text: string, source: string): void {
  if (!holdsPrivateKey(text) || !text.includes('-----BEGIN CERTIFICATE-----')) return;
  throw new ValidationError(`${source} holds a private key, which only the identity provider may have`, {
    hint: 'use a file with nothing but -----BEGIN CERTIFICATE----- to -----END CERTIFICATE-----',
    details: { field: 'certificate' },
  });
}

/** The file as messages call it. */
export const nameOf = (source: string): string =>
  source === '-' ? 'standard input' : source.replace(/^@/, '');

/** The text of --certificate. Throws ValidationError for a private key, and for a certificate that is not text. */
export async function certificateIn({ context }: Pick<IdpRun, 'context'>, source: string): Promise<string> {
  const name = nameOf(source);
  const text = await readFileOrStdin(context, source, '--certificate').catch(async (error: unknown) => {
    if (source !== '-') await refuseDer(context, name);
    throw error;
  });
  refusePrivateKey(text, name);
  return text;
}

/** Many identity providers offer both forms for download: the other one is never UTF-8. */
async function refuseDer(context: IdpRun['context'], name: string): Promise<void> {
  const bytes = await readBytes(context, name, '--certificate');
  if (bytes[0] !== 0x30) return;
  const { X509Certificate } = await import('node:crypto');
  try {
    new X509Certificate(bytes);
  } catch {
    return;
  }
  throw new ValidationError(`${name} is a DER certificate, and --certificate takes PEM`, {
    hint: shell`openssl x509 -inform der -in ${name} -out ${`${name}.pem`}`,
    details: { field: 'certificate' },
  });
}

/** What the file of --metadata says. Throws ValidationError, naming the file. */
export async function metadataIn(
  { context }: Pick<IdpRun, 'context'>,
  source: string,
): Promise<IdentityProvider> {
  const { readSamlMetadata } = await import('./saml-metadata.ts');
  const text = await readFileOrStdin(context, source, '--metadata');
  try {
    return readSamlMetadata(text);
  } catch (error) {
    if (!(error instanceof ValidationError)) throw error;
    throw new ValidationError(`${nameOf(source)}: ${error.message}`, { hint: error.hint, cause: error });
  }
}
