// Where a clone goes: what reading an organization hands on, free of how it is kept.
import type { Collection } from '../../api/content/collections.generated.ts';
import type { Revision } from '../../api/content/content-shapes.ts';
import type { Space } from '../../api/content/spaces.generated.ts';
import type { IntegrationInstallation as Installation } from '../../api/integrations/integration-installations.generated.ts';
import type { Integration } from '../../api/integrations/integrations.generated.ts';
import type { OpenAPISpec as OpenApiSpec } from '../../api/integrations/openapi.generated.ts';
import type {
  OrganizationInviteLink,
  OrganizationSAMLProvider as SamlProvider,
} from '../../api/people/invites.generated.ts';
import type {
  OrganizationMember as Member,
  OrganizationTeam as Team,
  OrganizationTeamMember as TeamMember,
} from '../../api/people/members.generated.ts';
import type { ChangeRequest } from '../../api/review/change-requests.generated.ts';
import type { Comment, CommentReply } from '../../api/review/comments.generated.ts';
import type {
  ChangeRequestRequestedReviewer as RequestedReviewer,
  ChangeRequestReview as Review,
} from '../../api/review/reviews.generated.ts';
import type { Role } from '../../api/roles.ts';
import type { AdaptiveSchema } from '../../api/sites/adaptive-schema.ts';
import type { SiteCustomizationSettings } from '../../api/sites/customization.generated.ts';
import type {
  CustomHostname,
  ShareLink,
  SitePublishingAuth,
} from '../../api/sites/site-publishing.generated.ts';
import type { SiteRedirect } from '../../api/sites/site-redirects.generated.ts';
import type { SiteSpace, SiteStructure } from '../../api/sites/site-structure.generated.ts';
import type { Site } from '../../api/sites/sites.generated.ts';
import type { GlossaryEntry, Translation } from '../../api/translations/translations.generated.ts';

export interface ReadGrant {
  subject: 'user' | 'team';
  id: string;
  role: Role;
}

export interface ReadComment {
  comment: Comment;
  replies: readonly CommentReply[];
}

export interface ReadChangeRequest {
  changeRequest: ChangeRequest;
  reviews: readonly Review[];
  requested: readonly RequestedReviewer[];
  comments: readonly ReadComment[];
}

/** What is known of a space that was read before: enough to fetch nothing twice. */
export interface KnownSpace {
  revision: string;
  /** Hash of a text by what the source tells of it. */
  texts: Record<string, string>;
  files: Record<string, { hash: string; size: number }>;
  revisions: readonly string[];
  grants: readonly ReadGrant[];
  changeRequests: readonly ReadChangeRequest[];
  comments: readonly ReadComment[];
}

/** A revision with the hashes of its texts and files, by their ids. */
export interface ReadRevision {
  revision: Revision;
  bodies: { pages: Map<string, string>; files: Map<string, { hash: string; size: number }> };
}

export interface ReadSpace {
  index: number;
  space: Space;
  revisions: readonly ReadRevision[];
  known: KnownSpace;
  withContent: boolean;
}

export interface ReadSite {
  site: Site;
  structure: SiteStructure;
  siteSpaces: readonly SiteSpace[];
  redirects: readonly SiteRedirect[];
  customization: SiteCustomizationSettings | undefined;
  /** Of site spaces that look other than the site. */
  looks: readonly { siteSpace: string; customization: SiteCustomizationSettings }[];
  grants: readonly ReadGrant[];
  /** What may not be read, or is not there, is absent. */
  shareLinks?: readonly Omit<ShareLink, 'urls'>[];
  hostname?: CustomHostname;
  auth?: Omit<SitePublishingAuth, 'privateKey'>;
  adaptiveSchema?: AdaptiveSchema;
}

/** `source` is absent where it is in the clone already. */
export interface ReadOpenApiVersion {
  id: string;
  createdAt?: string;
  source?: { text: string; format: 'json' | 'yaml' };
}

/** A specification with its versions, the oldest first. */
export interface ReadOpenApi {
  spec: OpenApiSpec;
  versions: readonly ReadOpenApiVersion[];
}

/** A space or site that an installation is on by name, or has settings on. */
export interface ReadBinding extends Pick<Installation, 'configuration' | 'externalIds'> {
  kind: 'space' | 'site';
  target: string;
  selected: boolean;
}

export interface ReadInstallation {
  installation: Installation;
  integration: Integration;
  bindings: readonly ReadBinding[];
}

/** Of the whole organization. What is absent could not be read: it stays as it was. */
export interface ReadParts {
  openApi?: readonly ReadOpenApi[];
  translations?: readonly Translation[];
  glossary?: readonly GlossaryEntry[];
  /** Those that the organization publishes. */
  integrations?: readonly Integration[];
  installations?: readonly ReadInstallation[];
  linkInvites?: readonly OrganizationInviteLink[];
}

export interface ReadTeam {
  team: Team;
  members: readonly TeamMember[];
}

/** Every method does all of what it is given, or throws and does nothing of it. */
export interface CloneSink {
  readonly filledAt: string | undefined;
  known(spaceId: string): KnownSpace | undefined;
  /** Keeps bytes or text; the same has the same hash. */
  keep(content: Uint8Array | string): string;
  /** Exactly these of each that is given. */
  people(
    members: readonly Member[],
    teams: readonly ReadTeam[] | undefined,
    saml: readonly SamlProvider[] | undefined,
  ): void;
  collections(collections: readonly Collection[]): void;
  grants(place: { kind: 'space' | 'collection' | 'site'; id: string }, grants: readonly ReadGrant[]): void;
  space(space: ReadSpace): void;
  sites(sites: readonly ReadSite[]): void;
  /** OpenAPI versions whose text is here. */
  versions(): ReadonlySet<string>;
  /** Exactly these of each part, once spaces and sites are there. */
  parts(parts: ReadParts): void;
  finish(spaceIds: readonly string[], at: string): void;
}
