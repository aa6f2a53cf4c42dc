// Certificate and metadata of an identity provider, read and checked before anything is sent.

import { SaxesParser } from 'saxes';
import type { FlagsOf } from '../../engine/model/command-type.ts';
import { flag, type Option } from '../../engine/model/option.ts';
import { readBytes, readFileOrStdin } from '../../engine/run/input.ts';
import type { Run } from '../../engine/run/run.ts';
import { ValidationError } from '../../errors.ts';
import { shell } from '../../files/shell-word.ts';
import { certificateFacts, holdsPrivateKey, toPem } from './certificate.ts';

export const IDP_FLAGS = [
  flag('--certificate <file>', 'certificate of the identity provider, as a PEM file, or - for stdin'),
  flag('--metadata <file>', 'SAML metadata file with entity ID, URL and certificate, or - for stdin'),
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

async function checkCertificate({ input, context, flags }: IdpRun): Promise<void> {
  if (typeof input.certificate !== 'string') return;
  const source = sourceOf(flags);
  refusePrivateKey(input.certificate, source);
  if (input.certificate.length > 10_000) return;
  if (await certificateFacts(input.certificate, context.now())) return;
  throw unreadable(source);
}

export const unreadable = (source: string): ValidationError =>
  new ValidationError(`${source} is not a readable PEM certificate`, {
    hint: 'use a PEM file, which starts with -----BEGIN CERTIFICATE-----',
    details: { field: 'certificate' },
  });

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
  const text = await readFileOrStdin(context, source, '--metadata');
  try {
    return readSamlMetadata(text);
  } catch (error) {
    if (!(error instanceof ValidationError)) throw error;
    throw new ValidationError(`${nameOf(source)}: ${error.message}`, { hint: error.hint, cause: error });
  }
}

// What an identity provider says of itself in its SAML metadata.

// A reader for the XML of identity providers: elements, attributes, text. No DTD, so no entities to expand.

export interface XmlElement {
  /** Local name, without its prefix. */
  name: string;
  attributes: Readonly<Record<string, string>>;
  children: XmlElement[];
  text: string;
}

const MOST_CHARACTERS = 1_000_000;
const DEEPEST = 100;

/** The root element of a document. Throws ValidationError for what is not well-formed, or has a DTD. */
export function readXml(source: string): XmlElement {
  const text = source.replace(/^\uFEFF/, '');
  if (text.length > MOST_CHARACTERS) throw broken('has more than 1,000,000 characters');
  const root: XmlElement = { name: '', attributes: {}, children: [], text: '' };
  const open = [root];
  const parser = new SaxesParser({ xmlns: false, position: true });
  const addText = (piece: string) => {
    const element = open.at(-1);
    if (element) element.text += piece;
  };
  // What is not well-formed is not guessed at: the first error ends it.
  parser.on('error', ({ message }) => {
    throw broken(`cannot be read: ${described(message)}`);
  });
  parser.on('doctype', () => {
    throw broken('has a DTD, which is not read');
  });
  parser.on('opentag', ({ name, attributes }) => {
    const element: XmlElement = {
      name: localName(name),
      attributes: Object.fromEntries(
        Object.entries(attributes).map(([key, value]) => [localName(key), value]),
      ),
      children: [],
      text: '',
    };
    open.at(-1)?.children.push(element);
    open.push(element);
    if (open.length > DEEPEST) throw broken(`nests more than ${DEEPEST} levels`);
  });
  parser.on('closetag', () => open.pop());
  parser.on('text', addText);
  parser.on('cdata', addText);
  parser.write(text).close();
  const [document] = root.children;
  if (!document) throw broken('cannot be read: no element');
  return document;
}

const localName = (name: string) => name.slice(name.indexOf(':') + 1);

/** `3:7: unclosed tag: a` to `line 3, column 7: unclosed tag: a`. */
const described = (message: string): string =>
  message.replace(/^(\d+):(\d+): /, 'line $1, column $2: ').replace(/\.$/, '');

const broken = (what: string) => new ValidationError(`the XML ${what}`);

export interface IdentityProvider {
  entityId: string;
  ssoUrl: string;
  /** PEM. */
  certificate: string;
  /** All that it signs with, the first one among them: a provider names the next one before it takes it. */
  certificates: string[];
}

/** The binding browsers are redirected by comes first, then the one they post by. */
const BINDINGS = ['HTTP-Redirect', 'HTTP-POST'];

/** Takes metadata XML. Throws ValidationError, naming what is missing. */
export function readSamlMetadata(source: string): IdentityProvider {
  const document = readXml(source);
  const entities = elements(document, 'EntityDescriptor');
  for (const entity of entities) {
    const [provider] = elements(entity, 'IDPSSODescriptor');
    if (provider) return describe(entity, provider);
  }
  const found = entities.length === 0 ? `a <${document.name}>` : 'a service provider';
  throw new ValidationError(`the metadata does not describe an identity provider: it is ${found}`, {
    hint: 'download the metadata of the identity provider, not of the service',
  });
}

function describe(entity: XmlElement, provider: XmlElement): IdentityProvider {
  const entityId = entity.attributes.entityID;
  if (!entityId) throw missing('an entityID');
  const services = elements(provider, 'SingleSignOnService');
  const [service] = BINDINGS.flatMap((binding) =>
    services.filter(({ attributes }) => attributes.Binding?.endsWith(`:${binding}`)),
  );
  const ssoUrl = (service ?? services[0])?.attributes.Location;
  if (!ssoUrl) throw missing('a SingleSignOnService');
  const certificates = certificatesOf(provider).map(toPem);
  const [certificate] = certificates;
  if (certificate === undefined) throw missing('a signing certificate');
  return { entityId, ssoUrl, certificate, certificates };
}

function certificatesOf(provider: XmlElement): string[] {
  const keys = elements(provider, 'KeyDescriptor');
  const signing = keys.filter(({ attributes }) => attributes.use === 'signing');
  const other = keys.filter(({ attributes }) => attributes.use === undefined);
  return (signing.length > 0 ? signing : other).flatMap((key) => {
    const text = elements(key, 'X509Certificate')[0]?.text ?? '';
    return text.trim() === '' ? [] : [text];
  });
}

const missing = (what: string) => new ValidationError(`the metadata of the identity provider lacks ${what}`);

/** All elements of a name, the root among them, outermost first. */
function elements(root: XmlElement, name: string): XmlElement[] {
  const own = root.name === name ? [root] : [];
  return [...own, ...root.children.flatMap((child) => elements(child, name))];
}
