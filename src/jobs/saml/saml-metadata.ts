// What an identity provider says of itself in its SAML metadata.

import { SaxesParser } from 'saxes';
import { ValidationError } from '../../errors.ts';
import { toPem } from './certificate.ts';

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
