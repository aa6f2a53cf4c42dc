// Organizations, what they tell their agents, and what was done in them.
import { MergeRulesSpaceConfiguration } from '../content/spaces.generated.ts';
import { MERGE_RULES } from '../roles.ts';
import { builders, resource, valuesOf, withFields } from '../schema.ts';
import * as wire from './organizations.generated.ts';
import { BillingProduct } from './organizations.generated.ts';

export const PLANS = valuesOf(BillingProduct);

const op = resource('orgs', { says: { from: 'start of the time', to: 'end of the time' } });
export const listOrganizations = op('list', 'List the organizations you belong to', {
  ...wire.listOrganizationsForAuthenticatedUser,
  lists: { param: 'organizationId', noun: 'organization', names: ['title', 'hostname'] },
});
export const getOrganization = op('get', 'Show an organization', wire.getOrganizationById);
export const updateOrganization = op('update', 'Update the settings of an organization', {
  ...wire.updateOrganizationById,
  // `inherit` means the rules it has (src/api/README.md#merge-rules).
  body: withFields(wire.updateOrganizationById.body, {
    mergeRules: builders.Optional(MergeRulesSpaceConfiguration),
    hostname: builders.Optional(builders.Str({ pattern: '^[a-z0-9][a-z0-9-]{1,30}[a-z0-9]$' })),
  }),
  says: {
    title: 'new name',
    emailDomains: 'email domains whose users can join',
    hostname: 'default hostname of public content',
    defaultRole: 'role of members who join; if cleared, they are guests',
    logo: 'URL of the logo',
    sso: 'require single sign-on',
    ai: 'enable all AI features',
    inviteLinks: 'allow invite links',
    mergeRules: MERGE_RULES,
  },
});
export const joinOrganization = op('join', 'Join an organization with a verified email domain', {
  ...wire.joinOrganization,
});
export const searchOrganization = op('search', 'Search all spaces in an organization', {
  ...wire.searchOrganizationContent,
});
export const findOrganizations = op('find', 'Find the organizations that an email domain can join', {
  ...wire.getOrganizationsForEmailDomain,
  token: 'internal',
});
export const createOrganization = op('create', 'Create an organization', {
  ...wire.createOrganization,
  newer: 'the creation of organizations',
  says: {
    type: 'what kind of organization it is',
    useCase: 'what it is for',
    withDefaultSite: 'create a first site',
    openapiUrl: 'URL of an OpenAPI specification to start with',
    title: 'name',
    emailDomains: 'email domains whose users may join',
  },
});

export const getAiUsage = op('aiUsage', 'Show the AI credits an organization has used', {
  ...wire.getOrganizationAIUsage,
  newer: 'the AI usage of organizations',
  says: { interval: 'length of a period' },
});

const instructionsOp = resource('agentInstructions');
export const getAgentInstructions = instructionsOp('get', 'Show the instructions for AI agents', {
  ...wire.getOrganizationAgentInstructions,
});
export const setAgentInstructions = instructionsOp('set', 'Replace the instructions for AI agents', {
  ...wire.updateOrganizationAgentInstructions,
});

const styleguideOp = resource('styleguides', { newer: 'style guides' });
export const listStyleguides = styleguideOp('list', 'List the style guides of an organization', {
  ...wire.listOrganizationStyleguides,
});
export const listStyleguideTemplates = styleguideOp('templates', 'List the templates for style guides', {
  ...wire.listStyleguideTemplates,
});

const auditOp = resource('auditEvents', {
  newer: 'audit events',
  says: {
    from: 'only events from this time on (also --since)',
    to: 'only events before this time (also --until)',
  },
});
export const listAuditEvents = auditOp('list', 'List the audit events of an organization', {
  ...wire.listOrganizationAuditEvents,
  mostOnPage: 100,
  says: {
    action: 'only this action',
    actor: 'only events by this user or integration: ID',
    target: 'only events on the thing with this ID',
  },
});
export const getAuditEvent = auditOp('get', 'Show an audit event with its details', {
  ...wire.getOrganizationAuditEvent,
});
export const listAuditEventActions = auditOp('actions', 'List the actions that audit events are made for', {
  ...wire.listOrganizationAuditEventActions,
});
