// What a clone is filled with, and what its file offers for it.
import type { Collection } from '../../api/content/collections.ts';
import type { Revision } from '../../api/content/content.ts';
import type { Space } from '../../api/content/spaces.ts';
import type { Member } from '../../api/people/members.ts';
import type { Organization } from '../../api/people/organizations.ts';
import type { SamlProvider } from '../../api/people/saml.ts';
import type { User } from '../../api/people/users.ts';
import type { ClonedParts } from './parts.ts';
import type { ClonedGrant, ClonedTeam, GrantedPlace } from './people.ts';
import type { ClonedChangeRequest, ClonedComment } from './review.ts';
import type { ClonedSite } from './sites.ts';
import type { Bodies } from './tree.ts';

/** What is read of: the host, the organization and who reads it. */
export interface CloneSource {
  origin: string;
  organization: Organization;
  caller: User;
}

/** What a file knows of a space it holds: enough to fetch nothing twice. */
export interface KnownSpace {
  /** Of the source; the space may have changed here since. */
  revision: string;
  /** Hash of a text by what the source tells of it. */
  texts: Record<string, string>;
  /** The same of files. */
  files: Record<string, { hash: string; size: number }>;
  /** Whose pages and files are here. */
  revisions: readonly string[];
  grants: readonly ClonedGrant[];
  changeRequests: readonly ClonedChangeRequest[];
  comments: readonly ClonedComment[];
}

export interface ClonedSpace {
  /** Its place among all spaces. */
  index: number;
  space: Space;
  /** With what is in them: the one of the space and those of its change requests, where they are not here yet. */
  revisions: readonly { revision: Revision; bodies: Bodies }[];
  /** Grants, change requests and comments of it are as they are here, whatever was done to them since. */
  known: KnownSpace;
  /** False: it has no content, and nothing is known of it afterwards. */
  withContent: boolean;
}

export interface CloneFile {
  /** Nothing was kept in it yet. */
  readonly isNew: boolean;
  /** Of a clone without names that was filled to the end: marks of what was replaced. */
  readonly learned: ReadonlySet<string> | undefined;
  keepLearned(marks: ReadonlySet<string>): void;
  /** Whether any text in it is found. */
  holds(finds: (text: string) => boolean): boolean;
  /** When it was filled before, as ISO date and time; undefined: never to the end. */
  readonly filledAt: string | undefined;
  known(spaceId: string): KnownSpace | undefined;
  /** Keeps bytes or text; the same has the same hash. */
  keep(content: Uint8Array | string): string;
  people(members: readonly Member[], teams: readonly ClonedTeam[], saml: readonly SamlProvider[]): void;
  collections(collections: readonly Collection[]): void;
  grants(place: GrantedPlace, grants: readonly ClonedGrant[]): void;
  /** All of a space at once, or nothing of it. */
  space(space: ClonedSpace): void;
  /** Exactly these, once their spaces are there. */
  sites(sites: readonly ClonedSite[]): void;
  /** OpenAPI versions whose text is here. */
  versions(): ReadonlySet<string>;
  /** Exactly these of each part that is given, once spaces and sites are there. */
  parts(parts: ClonedParts): void;
  /** Removes the spaces that are not among these, and says when it was filled. */
  finish(spaceIds: readonly string[], at: string): void;
  /** A new token of whoever read the source. */
  token(): string;
  /** Removes the tokens that were made before the last one: call it once that one is kept. */
  endEarlierTokens(): void;
  close(): void;
}
