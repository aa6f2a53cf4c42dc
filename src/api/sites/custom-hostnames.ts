// Domains of sites and organizations, and the subdomains of organizations (src/api/README.md#hostnames).
import type { Static } from '@sinclair/typebox';
import { operation, Type } from '../schema.ts';
import * as wire from './custom-hostnames.generated.ts';

const { Object: Obj, String: Str } = Type;

export const HOSTNAME_STATES = [
  'dns_passed',
  'dns_wrong_cname',
  'dns_no_cname',
  'dns_cloudflare_proxied',
  'dns_wrong_caa',
  'live',
  'ssl_unknown',
  'ssl_pending',
  'ssl_failed',
  'ssl_retry_expired',
  'invalid_domain',
  'internal_error',
] as const;

export const CustomHostname = wire.CustomHostname;
export type CustomHostname = Static<typeof CustomHostname>;

const HostnameRef = Obj({ hostname: Str({ description: 'domain, such as docs.example.com' }) });

export const getHostname = operation('customHostnames.get', {
  ...wire.getCustomHostname,
  summary: 'Show the state of a domain',
  params: HostnameRef,
});

/** It has no body: the platform looks at the DNS again. */
export const checkHostname = operation('customHostnames.check', {
  ...wire.dnsRevalidateCustomHostname,
  summary: 'Check the DNS of a domain again',
  params: HostnameRef,
  errors: [400, 409],
});

export const deleteHostname = operation('customHostnames.delete', {
  ...wire.removeCustomHostname,
  summary: 'Remove a domain',
  params: HostnameRef,
});

export const Subdomain = wire.Subdomain;

export const getSubdomain = operation('customHostnames.subdomain', {
  ...wire.getSubdomain,
  summary: 'Show which organization a subdomain belongs to',
  params: Obj({ subdomain: Str({ description: 'subdomain of the platform' }) }),
});
