// Words that people use for what commands call by another name.

/** Each line: words that mean nearly the same here. */
export const RELATED: readonly string[] = [
  'delete remove erase destroy drop',
  'create add new start',
  'update change edit set rename modify configure',
  'restore undelete recover trash back bring',
  'member people person user colleague employee staff account someone',
  'permission access role rights allowed share',
  'edit write permission access',
  'admin role permission members',
  'hostname domain dns subdomain url',
  'published live public online visible',
  'publish launch release deploy',
  'unpublish offline private hide',
  'git github gitlab repository sync branch',
  'cr change request pull review draft',
  'comment feedback discussion thread reply',
  'review approve approval reviewer',
  'merge accept finish',
  'inbox waiting attention action pending assigned',
  'link broken dead url reference',
  'redirect moved old url address forward',
  'export backup download copy archive save markdown',
  'import migrate upload load ingest',
  'openapi api spec specification swagger',
  'saml sso sign login single identity provider okta',
  'translation language locale localize translate',
  'glossary term wording',
  'customization theme logo color brand look appearance design',
  'audit log event activity trail happened',
  'history changed undo changes',
  'undo revert reverse rollback back',
  'search find look',
  'team group',
  'invite join onboard',
  'collection folder',
  'space book project',
  'site website portal docs',
  'page article document',
  'storage asset image file upload attachment',
  'variant site space section structure',
  'structure navigation section tab menu order',
  'conversation support ticket chat',
  'pdf print',
  'integration app plugin extension',
  'ai agent assistant answer usage',
  'font typeface',
  'visitor audience adaptive auth claim',
  'seats billing plan usage',
  'token key secret credential',
  'doctor diagnose problem wrong troubleshoot',
  'profile host switch account',
  'sandbox try demo local test',
  'revision version snapshot',
  'move transfer relocate',
  'duplicate copy clone',
  'ready mergeable conflicts',
  'inactive leaver left offboard',
];

/** What commands are looked for by, beside their own words. */
export const FORMER: Readonly<Record<string, string>> = {
  'permissions list': 'who can edit see read access rights of space',
  'permissions effective': 'who can edit see read what someone may do',
  'members list': 'who are the admins, inactive people, seats',
  'members remove': 'offboard someone who left',
  'members update': 'make someone admin, change role',
  'audit-events list': 'who changed deleted did what and when',
  'links check': 'dead 404',
  'git status': 'why does sync fail, stalled, out of date',
  'cr inbox': 'what waits for me, needs my review',
  'hostnames get': 'custom domain dns status certificate',
  export: 'backup everything markdown',
  'sso list': 'email domains',
  'orgs search': 'find text in all spaces',
  'spaces trash': 'deleted spaces',
  'customization set': 'logo theme colors',
  'redirects push': 'many redirects from csv',
};

/**
 * Whole questions that say by their form what is looked for: a first word, and one that comes later. Two expressions
 * instead of one with `.*` between them, which takes the square of the length where the second word is missing.
 */
export const PHRASES: readonly {
  first: RegExp;
  later: RegExp;
  paths: readonly string[];
}[] = [
  {
    first: /\bwho\b/,
    later: /\b(?:can|may|has|have)\b/,
    paths: ['access who-can', 'permissions list', 'permissions effective'],
  },
  {
    first: /\bwho\b/,
    later: /\b(?:deleted|changed|edited|removed|added|created|merged|moved|published|did)\b/,
    paths: ['audit-events list'],
  },
  {
    first: /\b(?:make|promote|demote)\b/,
    later: /\b(?:admin|creator|editor|reviewer|reader|guest)s?\b/,
    paths: ['members update'],
  },
  { first: /\bwho\b/, later: /\b(?:is|are)\b/, paths: ['members list'] },
];
