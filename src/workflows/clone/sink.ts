// Where a clone goes: what reading an organization hands on, free of how it is kept.
import type { Collection } from '../../api/content/collections.ts';
import type { Revision } from '../../api/content/content.ts';
import type { Space } from '../../api/content/spaces.ts';
import type { Member } from '../../api/people/members.ts';
import type { SamlProvider } from '../../api/people/saml.ts';
import type { TeamMember } from '../../api/people/team-members.ts';
import type { Team } from '../../api/people/teams.ts';
import type { ChangeRequest } from '../../api/review/change-requests.ts';
import type { CommentReply } from '../../api/review/comment-replies.ts';
import type { Comment } from '../../api/review/comments.ts';
import type { RequestedReviewer } from '../../api/review/reviewers.ts';
import type { Review } from '../../api/review/reviews.ts';
import type { Role } from '../../api/roles.ts';
import type { SiteCustomizationSettings } from '../../api/sites/customization.ts';
import type { SiteRedirect } from '../../api/sites/site-redirects.ts';
import type { SiteStructure } from '../../api/sites/site-structure.ts';
import type { Site } from '../../api/sites/sites.ts';

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
  redirects: readonly SiteRedirect[];
  customization: SiteCustomizationSettings | undefined;
  /** Of site spaces that look other than the site. */
  looks: readonly { siteSpace: string; customization: SiteCustomizationSettings }[];
  grants: readonly ReadGrant[];
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
  people(members: readonly Member[], teams: readonly ReadTeam[], saml: readonly SamlProvider[]): void;
  collections(collections: readonly Collection[]): void;
  grants(place: { kind: 'space' | 'collection' | 'site'; id: string }, grants: readonly ReadGrant[]): void;
  space(space: ReadSpace): void;
  sites(sites: readonly ReadSite[]): void;
  finish(spaceIds: readonly string[], at: string): void;
}
