// Domains of sites and organizations, and the subdomains of organizations (src/api/README.md#hostnames).
import { resource, valuesOf } from '../schema.ts';
import * as wire from './custom-hostnames.generated.ts';
import { CustomHostname } from './custom-hostnames.generated.ts';

export const HOSTNAME_STATES = valuesOf(CustomHostname.properties.status);

const op = resource('customHostnames', {
  says: { hostname: 'domain, such as docs.example.com', subdomain: 'subdomain of the platform' },
});
export const getHostname = op('get', 'Show the state of a domain', wire.getCustomHostname);
/** It has no body: the platform looks at the DNS again. */
export const checkHostname = op('check', 'Check the DNS of a domain again', wire.dnsRevalidateCustomHostname);
export const deleteHostname = op('delete', 'Remove a domain', wire.removeCustomHostname);

export const getSubdomain = op('subdomain', 'Show which organization a subdomain belongs to', {
  ...wire.getSubdomain,
});
