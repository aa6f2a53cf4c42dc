import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ValidationError } from '../../../../src/errors.ts';
import { certificateFacts, toPem } from '../../../../src/jobs/saml/certificate.ts';
import { readSamlMetadata, readXml } from '../../../../src/jobs/saml/saml-input.ts';
import { CERTIFICATE, METADATA } from '../../../helpers/certificate.ts';
import { growth, LINEAR } from '../../../helpers/growth.ts';

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
    [
      'a service provider',
      METADATA.replaceAll('IDPSSODescriptor', 'SPSSODescriptor'),
      /does not describe an identity provider/,
    ],
    ['another document', '<html></html>', /it is a <html>/],
    ['no entity id', METADATA.replace('entityID', 'entity'), /lacks an entityID/],
    ['no address', METADATA.replaceAll('SingleSignOnService', 'Other'), /lacks a SingleSignOnService/],
    ['a key for encryption only', METADATA.replace('signing', 'encryption'), /lacks a signing certificate/],
    [
      'an empty certificate',
      METADATA.replace(/<ds:X509Certificate>[^<]*/, '<ds:X509Certificate>'),
      /lacks a signing/,
    ],
    ['a DTD', `<!DOCTYPE x [<!ENTITY a "b">]>${METADATA}`, /has a DTD/],
    ['half of it', METADATA.slice(0, 400), /cannot be read: line \d+, column \d+: /],
    [
      'a wrong end',
      METADATA.replace('</md:IDPSSODescriptor>', '</md:Other>'),
      /cannot be read: line \d+, column \d+: unexpected close tag/,
    ],
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
    expect(
      await certificateFacts(`text before\n${CERTIFICATE}`, new Date('2041-11-07T04:00:00Z')),
    ).toMatchObject({
      subject: 'CN=login.tarnpost.example, O=Tarnpost',
      validTo: '2041-11-17',
      daysLeft: 9,
    });
    const late = await certificateFacts(CERTIFICATE, new Date('2042-01-01T00:00:00Z'));
    expect(late?.daysLeft).toBeLessThan(0);
  });

  it.each([['', 'none', toPem('AAAA'), CERTIFICATE.slice(0, 200)]])('is none: %j', async (text) => {
    expect(await certificateFacts(text, new Date())).toBeUndefined();
  });
});
