// What an identity provider says of itself in its SAML metadata.
import { ValidationError } from '../errors.ts';
import { toPem } from './certificate.ts';
import { readXml, type XmlElement } from './xml.ts';

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
