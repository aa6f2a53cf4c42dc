// What an integration is made of; shared by what is published and what is read.
import { Type, Uri } from '../schema.ts';

const {
  Array: ArrayOf,
  Object: Obj,
  String: Str,
  Optional,
  Literal,
  Union,
  Boolean: Bool,
  Number: Num,
  Record: RecordOf,
} = Type;

/** Names of integrations and domains of blocks. */
export const INTEGRATION_NAME = '^[a-zA-Z0-9-_.]+$';
export const INTEGRATION_TARGETS = ['all', 'site', 'space', 'organization'] as const;
export const INTEGRATION_VISIBILITIES = ['public', 'private', 'unlisted'] as const;
export const INTEGRATION_CATEGORIES = [
  'analytics',
  'collaboration',
  'content',
  'gitsync',
  'marketing',
  'visitor-auth',
  'other',
] as const;
export const INTEGRATION_SCOPES = [
  'space:content:read',
  'space:content:write',
  'space:metadata:read',
  'space:metadata:write',
  'space:git:sync',
  'page:feedback:read',
  'site:metadata:read',
  'site:views:read',
  'site:script:inject',
  'site:script:cookies',
  'site:visitor:auth',
  'site:adaptive:read',
  'site:adaptive:write',
  'openapi:read',
  'openapi:write',
  'conversations:ingest',
] as const;

export const Block = Obj({
  id: Str(),
  title: Str({ minLength: 2, maxLength: 40 }),
  description: Optional(Str({ maxLength: 150 })),
  icon: Optional(Str()),
  urlUnfurl: Optional(ArrayOf(Str())),
  markdown: Optional(Obj({ codeblock: Str(), body: Optional(Str()) })),
});

export const ContentSource = Obj({
  id: Str(),
  title: Str({ minLength: 2, maxLength: 40 }),
  description: Optional(Str({ maxLength: 150 })),
  icon: Optional(Str()),
  configuration: Optional(Obj({ componentId: Str() })),
});

const labels = { title: Optional(Str({ maxLength: 30 })), description: Optional(Str({ maxLength: 100 })) };

/** One setting, of one of four kinds (src/api/README.md#integrations). */
const Property = Union([
  Obj({
    ...labels,
    type: Literal('string'),
    default: Optional(Str()),
    completion_url: Optional(Str()),
    enum: Optional(ArrayOf(Str())),
  }),
  Obj({ ...labels, type: Literal('number'), default: Optional(Num()) }),
  Obj({ ...labels, type: Literal('boolean'), default: Optional(Bool()) }),
  Obj({ ...labels, type: Literal('button'), callback_url: Str(), button_text: Str() }),
]);
const Configuration = Union([
  Obj({ componentId: Str() }),
  Obj({ properties: RecordOf(Str(), Property), required: Optional(ArrayOf(Str())) }),
]);

/** What an installation asks its owner: for the account, each space, each site. */
export const Configurations = Obj({
  account: Optional(Configuration),
  space: Optional(Configuration),
  site: Optional(Configuration),
});

export const ExternalLink = Obj({ url: Uri(), label: Str() });

/** A policy as one text, or by directive. */
export const ContentSecurityPolicy = Union([Str(), RecordOf(Str(), Str())]);
