// The demo's organization, its people and their teams.
import type { Role } from '../../api/roles.ts';
import { members, organizations, teamMembers, teams, users } from '../db/people/organizations.ts';
import { demoId, type Story } from './story.ts';

export const ORGANIZATION = demoId('organization', 'Tarnpost');

interface Person {
  name: string;
  /** null: a guest. */
  role: Role | null;
  /** Days before the demo was made. */
  joined: number;
  /** Absent: never. */
  seen?: number;
  disabled?: true;
  domain?: string;
}

/** One of every role. */
const PEOPLE: Person[] = [
  { name: 'Ines Okafor', role: 'admin', joined: 400, seen: 0 },
  { name: 'Tomas Lindqvist', role: 'create', joined: 380, seen: 1 },
  { name: 'Mei Tanaka', role: 'review', joined: 340, seen: 0 },
  { name: 'Jonas Weber', role: 'edit', joined: 210, seen: 2 },
  { name: 'Priya Nair', role: 'comment', joined: 160, seen: 3 },
  { name: 'Lucas Ferreira', role: 'read', joined: 120, seen: 30 },
  { name: 'Sofia Marchetti', role: null, joined: 45, seen: 6, domain: 'marchetti-writes.example' },
  { name: 'Bram de Vries', role: 'edit', joined: 390, seen: 200, disabled: true },
  { name: 'Aiko Mori', role: 'read', joined: 4 },
];

export const ADMIN = 'Ines Okafor';
export const userId = (name: string) => demoId('user', name);

export function addPeople({ sandbox, daysAgo }: Story): void {
  const { db } = sandbox;
  addOrganization(db, daysAgo(400));
  for (const { name, role, joined, seen, disabled, domain = 'tarnpost.example' } of PEOPLE) {
    const [first = ''] = name.toLowerCase().split(' ');
    users(db).insert({
      id: userId(name),
      displayName: name,
      email: `${first}@${domain}`,
      createdAt: daysAgo(joined),
    });
    members(db).insert({
      organization: ORGANIZATION,
      user: userId(name),
      role,
      disabled: disabled ? 1 : 0,
      joinedAt: daysAgo(joined),
      lastSeenAt: seen === undefined ? null : daysAgo(seen),
    });
  }
  addTeam(db, 'Documentation', daysAgo(300), ['Mei Tanaka', 'Tomas Lindqvist', 'Jonas Weber']);
  addTeam(db, 'Support', daysAgo(150), ['Priya Nair', 'Lucas Ferreira']);
}

type Db = Story['sandbox']['db'];

function addOrganization(db: Db, createdAt: string): void {
  organizations(db).insert({
    id: ORGANIZATION,
    title: 'Tarnpost',
    hostname: 'tarnpost',
    defaultRole: 'read',
    createdAt,
    settings: {
      type: 'business',
      useCase: 'productDocs',
      plan: 'pro_2024',
      emailDomains: ['tarnpost.example'],
      sso: false,
      ai: true,
      inviteLinks: true,
      mergeRules: { type: 'none' },
      trial: { status: 'notapplicable', count: 0 },
    },
  });
}

/** The first one owns the team. */
function addTeam(db: Db, title: string, createdAt: string, [owner = '', ...members]: string[]): void {
  const id = demoId('team', title);
  teams(db).insert({ id, organization: ORGANIZATION, title, createdAt });
  teamMembers(db).put({ team: id, user: userId(owner), role: 'owner' });
  for (const member of members) teamMembers(db).put({ team: id, user: userId(member), role: 'member' });
}
