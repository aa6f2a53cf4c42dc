// What identity providers give: metadata and certificates; of files that cannot be used it is said which.

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ValidationError } from '../../../../src/errors.ts';
import { certificateFacts, toPem } from '../../../../src/jobs/saml/certificate.ts';
import { readSamlMetadata, readXml } from '../../../../src/jobs/saml/saml-input.ts';
import { CERTIFICATE, METADATA } from '../../../helpers/certificate.ts';
import { sandboxedCli } from '../../../helpers/cli.ts';
import { growth, LINEAR } from '../../../helpers/growth.ts';
import { perFile } from '../../../helpers/lasting.ts';

describe('the metadata of an identity provider', () => {
  it('gives entity id, address and certificate', async () => {
    const found = readSamlMetadata(METADATA);
    expect(found).toMatchObject({
      entityId: 'https://idp.example/metadata',
      ssoUrl: 'https://idp.example/sso?a=1&b=2',
    });
    expect(found.certificate.trim()).toBe(CERTIFICATE.trim());
  });

  it('may stand among others, and name its key for everything', () => {
    const many = METADATA.replace(/<\?xml.*?-->/s, '<EntitiesDescriptor><EntityDescriptor entityID="sp"/>')
      .replace(' use="signing"', '')
      .concat('</EntitiesDescriptor>');
    expect(readSamlMetadata(many).entityId).toBe('https://idp.example/metadata');
  });

  it.each([
    ['a service provider', METADATA.replaceAll('IDPSSO', 'SPSSO'), /does not describe an identity provider/],
    ['another document', '<html></html>', /it is a <html>/],
    ['no entity id', METADATA.replace('entityID', 'entity'), /lacks an entityID/],
    ['no address', METADATA.replaceAll('SingleSignOnService', 'Other'), /lacks a SingleSignOnService/],
    ['a key for encryption only', METADATA.replace('signing', 'encryption'), /lacks a signing certificate/],
    ['an empty certificate', METADATA.replace(/(X509Certificate>)[^<]+/, '$1'), /lacks a signing/],
    ['a DTD', `<!DOCTYPE x [<!ENTITY a "b">]>${METADATA}`, /has a DTD/],
    ['half of it', METADATA.slice(0, 400), /cannot be read: line \d+, column \d+: /],
    ['a wrong end', METADATA.replace('</md:IDP', '</md:O'), /line \d+, column \d+: unexpected close tag/],
    ['no XML', 'hello', /cannot be read: line 1/],
    ['too many levels', '<a>'.repeat(200), /nests more than 100/],
    ['too much', `<a>${' '.repeat(1_000_001)}</a>`, /1,000,000 characters/],
  ])('is refused when it is %s', (_, text, message) => {
    expect(() => readSamlMetadata(text)).toThrow(message);
    expect(() => readSamlMetadata(text)).toThrow(ValidationError);
  });
});

describe('XML', () => {
  it('keeps texts and attributes with their entities', () => {
    const root = readXml(
      `\uFEFF<?xml version="1.0"?><a x='&lt;"&#65;' y="&#x42;&quot;"><b/>t<![CDATA[<&]]>&amp;</a>`,
    );
    expect(root).toMatchObject({ name: 'a', attributes: { x: '<"A', y: 'B"' }, text: 't<&&' });
    expect(root.children.map(({ name }) => name)).toEqual(['b']);
  });

  it.each([
    ['an entity of its own', '<a>&nope;</a>'],
    ['an attribute twice', '<a x="1" x="2"/>'],
    ['two roots', '<a/><b/>'],
    ['a bare ampersand', '<a>R&D</a>'],
  ])('is refused with %s', (_, text) => {
    expect(() => readXml(text)).toThrow(/the XML cannot be read: line 1, column \d+: /);
  });

  it('is read or refused, whatever comes, and never slowly', () => {
    const piece = fc.constantFrom(...`<>/a"'= &;`, '<!--', '-->', '<![CDATA[', ']]>');
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
        try {
          readXml(pieces.join(''));
        } catch (error) {
          expect(error).toBeInstanceOf(ValidationError);
        }
      }),
      { numRuns: 300 },
    );
    for (const unit of ['<', '<a ', '<a x="', '<!--', '<![CDATA[', '&', '<a>', '"']) {
      const work = (size: number) =>
        expect(() => readXml(unit.repeat(Math.floor(size / unit.length)))).toThrow();
      expect(growth(work, 12_500), unit).toBeLessThan(LINEAR);
    }
  });
});

describe('a certificate', () => {
  it('tells whose it is and how long it holds', async () => {
    const found = await certificateFacts(`text before\n${CERTIFICATE}`, new Date('2041-11-07T04:00:00Z'));
    const subject = 'CN=login.tarnpost.example, O=Tarnpost';
    expect(found).toMatchObject({ subject, validTo: '2041-11-17', daysLeft: 9 });
    const late = await certificateFacts(CERTIFICATE, new Date('2042-01-01T00:00:00Z'));
    expect(late?.daysLeft).toBeLessThan(0);
  });

  it.each([['', 'none', toPem('AAAA'), CERTIFICATE.slice(0, 200)]])('is none: %j', async (text) => {
    expect(await certificateFacts(text, new Date())).toBeUndefined();
  });
});

const cli = perFile(sandboxedCli);

const base64 = CERTIFICATE.replace(/-----[A-Z ]+-----|\s/g, '');
const PLACES = ['saml create Okta', 'saml update "Tarnpost login"', 'saml rotate "Tarnpost login"'];

it.each(PLACES)('%s names the command that makes PEM of a DER file', async (place) => {
  writeFileSync(join(cli.cwd, 'my idp.cer'), Buffer.from(base64, 'base64'));
  const { exitCode, stderr } = await cli(`${place} --certificate "my idp.cer"`);
  expect(exitCode).toBe(2);
  expect(stderr).toContain('my idp.cer is a DER certificate, and --certificate takes PEM\n');
  expect(stderr).toContain("hint: openssl x509 -inform der -in 'my idp.cer' -out 'my idp.cer.pem'\n");
});

const XML = (text: string) => `<EntityDescriptor entityID="x">${text}`;
const FILES = [
  ['certificate', 'text.pem', 'no certificate at all'],
  ['certificate', 'cut.pem', CERTIFICATE.slice(0, 200)],
  [
    'certificate',
    'mixed.pem',
    `${CERTIFICATE}\n-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----\n`,
  ],
  ['metadata', 'torn.xml', XML('')],
  ['metadata', 'service.xml', XML('<SPSSODescriptor/></EntityDescriptor>')],
  ['metadata', 'nobody.xml', XML('<IDPSSODescriptor/></EntityDescriptor>')],
  [
    'metadata',
    'odd.xml',
    XML(
      '<IDPSSODescriptor><KeyDescriptor><X509Certificate>AAAA</X509Certificate></KeyDescriptor><SingleSignOnService Location="https://x.test/"/></IDPSSODescriptor></EntityDescriptor>',
    ),
  ],
] as const;

it.each(PLACES.flatMap((place) => FILES.map(([flag, file, text]) => [place, flag, file, text] as const)))(
  '%s --%s %s names the file',
  async (place, flag, file, text) => {
    writeFileSync(join(cli.cwd, file), text);
    const { exitCode, stderr } = await cli(`${place} --${flag} ${file}`);
    if (flag === 'certificate') expect(exitCode).toBe(2);
    expect(exitCode, stderr).not.toBe(0);
    if (!(place.includes('rotate') && file === 'odd.xml')) expect(stderr).toContain(file);
  },
);
