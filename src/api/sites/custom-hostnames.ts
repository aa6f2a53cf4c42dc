// Domains of sites and organizations, and the subdomains of organizations (src/api/README.md#hostnames).
import type { Static } from '@sinclair/typebox';
import { Enum, operation, Type } from '../schema.ts';
import { HOSTNAME } from './sites.ts';

const { Object: Obj, String: Str, Optional, Literal, Union, Boolean: Bool } = Type;

const OrganizationPointer = Obj({ type: Literal('organization'), organization: Str() });
const SitePointer = Obj({ type: Literal('site'), site: Str() });

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

export const CustomHostname = Obj({
  object: Literal('custom-hostname'),
  hostname: Str({ pattern: HOSTNAME, maxLength: 512 }),
  target: Union([OrganizationPointer, SitePointer]),
  isActive: Bool(),
  status: Optional(Enum(HOSTNAME_STATES)),
  urls: Obj({ location: Str() }),
});
export type CustomHostname = Static<typeof CustomHostname>;

const HostnameRef = Obj({ hostname: Str({ description: 'domain, such as docs.example.com' }) });

export const getHostname = operation('customHostnames.get', {
  method: 'GET',
  path: '/v1/custom-hostnames/{hostname}',
  summary: 'Show the state of a domain',
  params: HostnameRef,
  result: CustomHostname,
});

/** It has no body: the platform looks at the DNS again. */
export const checkHostname = operation('customHostnames.check', {
  method: 'PATCH',
  path: '/v1/custom-hostnames/{hostname}',
  summary: 'Check the DNS of a domain again',
  params: HostnameRef,
  success: [204],
  errors: [400, 409],
});

export const deleteHostname = operation('customHostnames.delete', {
  method: 'DELETE',
  path: '/v1/custom-hostnames/{hostname}',
  summary: 'Remove a domain',
  params: HostnameRef,
});

export const Subdomain = Obj({
  object: Literal('subdomain'),
  subdomain: Str({ minLength: 3, maxLength: 32, pattern: '^[a-z0-9][a-z0-9-]{1,30}[a-z0-9]$' }),
  target: OrganizationPointer,
  isActive: Bool(),
});

export const getSubdomain = operation('customHostnames.subdomain', {
  method: 'GET',
  path: '/v1/subdomains/{subdomain}',
  summary: 'Show which organization a subdomain belongs to',
  params: Obj({ subdomain: Str({ description: 'subdomain of the platform' }) }),
  result: Subdomain,
});
