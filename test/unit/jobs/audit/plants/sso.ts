// Faults of single sign-on and of certificates.

import { writeFileSync } from 'node:fs';
import { createSamlProvider } from '../../../../../src/api/people/invites.ts';
import { certificate, rsaKeys } from '../certificates.ts';
import { addPerson } from '../garden.ts';
import type { Plant, Plants } from '../plant.ts';

const certificatePlant = (label: string, make: (now: Date) => string): Plant => ({
  async plant({ call, organizationId, clock, sandbox }) {
    const { id } = await call(createSamlProvider, {
      ...{ organizationId, label, ssoURL: 'https://idp.example/sso', entityID: 'https://idp.example' },
      certificate: certificate(clock.now),
    });
    // The platform took it when it was sound.
    sandbox.db.run('UPDATE samlProviders SET certificate = ? WHERE id = ?', make(clock.now), id);
    return [id];
  },
  fill({ file, clock }, { target }) {
    const path = `${file}.pem`;
    writeFileSync(path, certificate(clock.now));
    return { '<provider>': target.id, '<file>': path };
  },
});

export const plants: Plants = {
  'sso/not-enforced': async ({ sandbox, organizationId }) => {
    sandbox.db.run(
      "UPDATE organizations SET settings = json_set(settings, '$.sso', json('false')) WHERE id = ?",
      organizationId,
    );
    return [organizationId];
  },
  'sso/member-outside': async (garden) => {
    const id = addPerson(garden, 'password', 'edit');
    garden.sandbox.db.run('UPDATE members SET sso = 0 WHERE user = ?', id);
    return [id];
  },
  'saml/certificate-expired': certificatePlant('Expired', (now) => certificate(now, { to: -2 })),
  'saml/certificate-ends-soon': certificatePlant('Soon', (now) => certificate(now, { to: 12 })),
  'saml/certificate-not-yet-valid': certificatePlant('Early', (now) => certificate(now, { from: 5 })),
  'saml/certificate-weak': certificatePlant('Weak', (now) => certificate(now, { keys: rsaKeys(1024) })),
  'saml/certificate-wrong-chain': certificatePlant('Chain', (now) =>
    [certificate(now), certificate(now, { keys: rsaKeys(3072) })].join('\n'),
  ),
};
