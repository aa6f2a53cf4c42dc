// What takes each operation back, or why nothing does.
import type { ResourceId } from '../api/index.ts';
import type { Reversal, Reversals } from './reversals/reversal.ts';

type Load = () => Promise<{ default: Reversals }>;

const spaces: Load = () => import('./reversals/spaces.ts');
const sites: Load = () => import('./reversals/sites.ts');
const content: Load = () => import('./reversals/content.ts');
const people: Load = () => import('./reversals/people.ts');

/** By the first word of the operation's id. */
const MODULES: Readonly<Partial<Record<ResourceId, Load>>> = {
  spaces,
  collections: spaces,
  sites,
  siteSections: sites,
  siteSectionGroups: sites,
  siteSpaces: sites,
  siteStructure: sites,
  adaptiveSchema: sites,
  orgs: people,
  linkInvites: people,
  members: people,
  teams: people,
  teamMembers: people,
  saml: people,
  conversations: people,
  integrations: people,
  installations: people,
};

/** The reversal of an operation by its id; undefined for one that is not known. */
export async function reversalOf(operationId: string): Promise<Reversal | undefined> {
  const [resource = ''] = operationId.split('.');
  const load = new Map<string, Load>(Object.entries(MODULES)).get(resource);
  const { default: reversals } = await (load ?? content)();
  return new Map<string, Reversal>(Object.entries(reversals)).get(operationId);
}
