// Files of an identity provider that cannot be used: what is said of them names the file.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { CERTIFICATE } from '../../../helpers/certificate.ts';
import { sandboxedCli } from '../../../helpers/cli.ts';
import { perFile } from '../../../helpers/lasting.ts';

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

const FILES: Readonly<Record<string, string>> = {
  'text.pem': 'no certificate at all',
  'cut.pem': CERTIFICATE.slice(0, 200),
  'mixed.pem': `${CERTIFICATE}\n-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----\n`,
};

it.each(PLACES.flatMap((place) => Object.keys(FILES).map((file) => [place, file] as const)))(
  '%s --certificate %s names the file',
  async (place, file) => {
    writeFileSync(join(cli.cwd, file), FILES[file] ?? '');
    const { exitCode, stderr } = await cli(`${place} --certificate ${file}`);
    expect([exitCode, stderr]).toEqual([2, expect.stringContaining(file)]);
  },
);

const XML: Readonly<Record<string, string>> = {
  'torn.xml': '<EntityDescriptor entityID="x">',
  'service.xml': '<EntityDescriptor entityID="x"><SPSSODescriptor/></EntityDescriptor>',
  'nobody.xml': '<EntityDescriptor entityID="x"><IDPSSODescriptor/></EntityDescriptor>',
  'odd.xml':
    '<EntityDescriptor entityID="x"><IDPSSODescriptor><KeyDescriptor><X509Certificate>AAAA</X509Certificate></KeyDescriptor><SingleSignOnService Location="https://x.test/"/></IDPSSODescriptor></EntityDescriptor>',
};

it.each(PLACES.flatMap((place) => Object.keys(XML).map((file) => [place, file] as const)))(
  '%s --metadata %s names the file',
  async (place, file) => {
    writeFileSync(join(cli.cwd, file), XML[file] ?? '');
    const { exitCode, stderr } = await cli(`${place} --metadata ${file}`);
    expect(exitCode, stderr).not.toBe(0);
    if (!(place.includes('rotate') && file === 'odd.xml')) expect(stderr).toContain(file);
  },
);
