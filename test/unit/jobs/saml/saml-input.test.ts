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
