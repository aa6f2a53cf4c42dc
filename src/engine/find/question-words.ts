// The words of a question or a command that say something, each in the form that all its endings share.

import type { Topic } from '../model/load.ts';

// Words that people use for what commands call by another name.

/** Verbs of two words, and the one that commands have for them. */
const PHRASAL: readonly (readonly [phrase: RegExp, word: string])[] = [
  [/\bturn(?:ed|ing)? (?:it |them )?on\b|\bswitch(?:ed|ing)? on\b|\bset(?:ting)? up\b/gi, 'enable'],
  [/\bturn(?:ed|ing)? (?:it |them )?off\b|\bswitch(?:ed|ing)? off\b/gi, 'disable'],
  [/\bback(?:ed|ing)? up\b/gi, 'backup'],
  [/\b(?:bring|get|put|roll|go|take) (?:it |them |this |that )?back\b/gi, 'restore'],
  [/\b(?:log|sign)(?:ged|ging|ing)? ?in\b/gi, 'login'],
  [/\b(?:log|sign)(?:ged|ging|ing)? ?out\b/gi, 'logout'],
  [/\bsingle[ -](?:login|sign[ -]?on)\b/gi, 'sso'],
  [/\btake (?:\S+ ){0,3}(?:offline|down)\b|\bpull down\b/gi, 'unpublish'],
  [/\bget rid of\b|\bthrow away\b|\bclean up\b/gi, 'delete'],
  [/\bas (?:it|they) (?:was|were)\b|\b(?:before|earlier|former) versions?\b/gi, 'revision'],
  [/\bpull requests?\b|\bmerge requests?\b/gi, 'change request'],
];

/** Each line: words that mean nearly the same here. */
const RELATED: readonly string[] = [
  'delete remove erase destroy drop',
  'create add new start enable',
  'enable install activate add',
  'disable uninstall deactivate off remove',
  'compare diff difference versus changes',
  'respond reply answer',
  'csv spreadsheet excel rows bulk file directory',
  'yesterday today week month ago recently',
  'visit view traffic popular reading insights events',
  'old outdated stale unmaintained',
  'unused orphan backlinks',
  'version revision history was earlier previous past',
  'give grant assign permission access',
  'update change edit set rename modify configure',
  'restore undelete recover trash back bring',
  'member people person user colleague employee staff account someone',
  'contractor freelancer engineer writer teammate member',
  'reader visitor customer audience',
  'question searching ask asked search query',
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
  'storage asset image picture photo screenshot file upload attachment',
  'variant site space section structure',
  'structure navigation section tab menu',
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
  'inactive leaver left quit offboard',
];

/** What commands are looked for by, beside their own words. */
export const WORDS_OF: Readonly<Record<string, string>> = {
  'permissions list': 'who can edit see read access rights of space',
  'permissions effective': 'who can edit see read what someone may do',
  'permissions grant': 'give edit write read rights access to a person',
  'permissions revoke': 'end take away access rights',
  'access matrix': 'permissions report everyone spreadsheet export csv',
  'members list': 'who are the admins, inactive people, seats',
  'members remove': 'offboard someone who left company delete user person',
  'members offboard': 'someone who left leaves the company, offboarding, delete user person',
  'members update': 'make someone admin, change role',
  'members reconcile': 'many users from a spreadsheet, directory, sync scim, okta',
  'teams sync': 'okta directory people in a team',
  'teams members add': 'put people in a team',
  'audit-events list': 'audit log, who changed deleted did what and when',
  'links check': 'dead broken 404',
  'git status': 'why does sync fail, stalled, broken, out of date, out of sync',
  'git import': 'sync a branch of a repository into a space, pull',
  'git export': 'sync a space to a branch of a repository, push',
  'git installations create': 'connect github gitlab repository space',
  'report inactive': 'who has not signed in for long, unused accounts',
  'report seats': 'licenses, how many people, billing',
  'report stale': 'old outdated pages',
  'pages edit': 'hide from search engines, noindex, rename, upload image picture photo screenshot',
  'pages lint': 'old outdated empty, clean after an import, broken markdown',
  'pages replace': 'text everywhere word search and replace',
  'collections create': 'folder for spaces',
  'sandbox init': 'try out without an account quickstart fake local',
  'sandbox clone': 'staging copy to try or test changes safely before production',
  'sandbox serve': 'test fake mock local api server',
  'publishing auth update':
    'visitors readers must log in login before reading, private docs, jwt password protect',
  'publishing auth get': 'visitors readers login jwt',
  'publishing auth regenerate': 'signing key jwt',
  'invites send': 'members add invite many people from a file colleague',
  'hostnames delete': 'custom domain',
  'hostnames check': 'point custom domain here, certificate, verify dns',
  'hostnames get': 'custom domain dns status certificate',
  'access of': 'what can someone see access a person has',
  'access who-can': 'who has access, can edit see read write a space or site, rights',
  'access why': 'reason for access',
  'access can': 'may I, am I allowed, do I have permission rights to do it',
  'insights events': 'page views, traffic, readers, nobody reads, analytics, popular pages, statistics',
  'plan show': 'review before it happens runs, dry run preview',
  'files backlinks': 'where an image or file is used, unused',
  'revisions page': 'former text of a page, older version of a page last week, as it was',
  'revisions changes': 'compare versions',
  'sites unpublish': 'take down offline, make private',
  'sites publish': 'put live online, go live',
  'sites update': 'make private public visibility',
  'sites setup': 'wizard new site questions',
  'sites create': 'new site',
  'sites apply': 'site as code',
  'sites pull': 'site as code',
  'sites spaces add': 'variant',
  'sites spaces list': 'variant',
  'share-links create': 'private link',
  'spaces update': 'lock edit mode rename',
  'spaces trash': 'deleted spaces',
  'spaces restore': 'bring back undelete deleted',
  'cr create': 'draft branch',
  'cr inbox': 'what waits for me, waiting, needs my review',
  'cr update': 'close archive reopen',
  'cr edit': 'upload image file page older version',
  'cr reviews create': 'approve',
  'cr sync': 'resolve merge conflict, update from main, rebase',
  'comments list': 'unresolved open',
  export: 'backup back up everything download markdown copy',
  'export verify': 'check backup',
  restore: 'from a backup',
  'sso list': 'email domains',
  'saml create': 'set up sso single sign on okta',
  'saml check': 'certificate',
  'members add-sso': 'require single sign on',
  'orgs update': 'require sso single sign on',
  'orgs search': 'find a page text in all spaces',
  'customization set': 'logo theme colors favicon footer links',
  'customization get': 'logo theme colors favicon footer links',
  'redirects push': 'many redirects from csv import',
  'redirects create': 'old url moved forward',
  'integrations events list': 'webhook deliveries',
  'integrations tail': 'webhook',
  'integrations list': 'webhook',
  'release cut': 'new version versions of docs, deploy',
  'profiles use': 'switch account, another user',
  'auth login': 'account, another user, token, authenticate',
  'auth token': 'which token',
  'users update': 'my name photo avatar',
  doctor: 'troubleshoot, proxy, connection',
  completion: 'tab shell',
  undo: 'revert roll back mistake accident oops wrong change',
  mcp: 'claude cursor agents ai',
  'mcp install': 'claude cursor agents ai',
  skill: 'claude agents ai',
  'openapi push': 'swagger',
  'openapi list': 'swagger',
  'openapi create': 'swagger',
  'conversations list': 'support tickets',
  'conversations ingest': 'support tickets',
  'questions list': 'what readers ask',
  'translations create': 'add a language localize',
};

/** What help topics are looked for by. */
export const TOPIC_WORDS: Readonly<Record<Topic, string>> = {
  agents: 'mcp claude cursor codex ai llm skill',
  backup: 'backup restore migrate disaster recovery archive',
  conflicts: 'conflict conflicting resolve merge both changed ours theirs rebase',
  environment: 'env variable proxy pager color read only mode DOCS_TOKEN',
  'exit-codes': 'status code return',
  flags: 'options global dry run',
  output: 'json csv table yaml tsv ndjson format jq filter sort where fields columns',
  plans: 'csv rows bulk many spreadsheet plan apply dry run review preview approve map columns',
  references: 'id title name url number reference ambiguous',
  scripting: 'ci script bulk many retry stdin pipe cron automation resume',
  testing: 'mock fake api jest vitest test server',
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
    later: /\b(?:can|may)\b|\b(?:has|have)\b.{1,80}\b(?:access|rights?|permissions?|roles?|levels?)\b/,
    paths: ['access who-can', 'permissions list', 'permissions effective'],
  },
  {
    first: /\bwho\b/,
    later: /\b(?:deleted|changed|edited|removed|added|created|merged|moved|published|did)\b/,
    paths: ['audit-events list'],
  },
  {
    first: /\b(?:deleted|changed|edited|removed|added|created|merged|moved|published)\b/,
    later: /\b(?:by who|whom|and who)\b/,
    paths: ['audit-events list'],
  },
  {
    first: /\b(?:make|promote|demote)\b/,
    later: /\b(?:admin|creator|editor|reviewer|reader|guest)s?\b/,
    paths: ['members update'],
  },
  { first: /\bwho\b/, later: /\b(?:is|are)\b/, paths: ['members list'] },
  {
    first: /\b(?:remove|delete|kick)\b/,
    later: /\b(?:user|person|member|colleague|employee)\b(?: who (?:has )?(?:left|quit))?$/,
    paths: ['members offboard'],
  },
  {
    first: /\b(?:find|search for|look for|where is)\b/,
    later: /\b(?:page|article)$/,
    paths: ['orgs search'],
  },
  {
    first: /\b(?:upload|add|insert)\b/,
    later: /\b(?:image|picture|photo|screenshot)s?\b/,
    paths: ['pages edit'],
  },
  { first: /\b(?:broken|dead)\b/, later: /\blinks?\b/, paths: ['links check'] },
  { first: /\bclean\b/, later: /\bimport(?:ed)?\b/, paths: ['pages lint'] },
  { first: /\bwhat (?:can|may)\b/, later: /\b(?:see|read|edit|access|do)\b/, paths: ['access of'] },
  { first: /\bwhat is\b/, later: /\b(?:this|that|an?) (?:id|url|name)\b/, paths: ['whatis'] },
];

/** Words that say nothing about the command. */
const IDLE = new Set(
  (
    'a an the to of in on at by for from with and or as is are be been was do does did done how what which where when why ' +
    'i me my we us our you your it its this that these those there can could should would may might must will want need ' +
    'please all any some every each have has had get gets make let lets docs command one ones than into out up who whom whose am ' +
    'many much more most only just also still yet anymore not no nor if so too own other another about under over through them they ' +
    'their see via he him his she her whole thing things everything something way use using her again after before without while ' +
    'whether tell me show same like help go goes gone correctly properly currently really somehow'
  ).split(' '),
);

/** `turn on` as `enable`: neither word alone says what both say. */
const inOneWord = (question: string): string =>
  PHRASAL.reduce((text, [phrase, word]) => text.replace(phrase, word), question);

/** Stems of what is written as a name: Priya, German. A first word is written so anyway. */
export const namesIn = (question: string): ReadonlySet<string> =>
  new Set((question.match(/(?<=\S\s{1,9})[A-Z][a-z]+/g) ?? []).flatMap(wordsOf));

/** Stems, without what says nothing; of an address only what kind of thing it is. */
export function wordsOf(text: string): string[] {
  const words = inOneWord(text)
    .replace(/[^\s@]{1,64}@[^\s@]{1,255}\.\w+/g, 'someone')
    .replace(/\b(?:[a-z0-9-]{1,63}\.){1,9}(?:com|org|io|net|dev|example)\b/gi, 'domain')
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .replace(/n['’]t\b|['’](?:s|re|ve|ll|d|m)\b/g, '')
    .match(/[a-z][a-z0-9]*|\b404\b/g);
  return (words ?? []).filter((word) => !IDLE.has(word)).map((word) => stemOf(word.replace(/body$/, 'one')));
}

/** It has little to do with pages, whatever its ending. */
const PAGER = /^pag(?:ers?|ing)$/;

function stemOf(word: string): string {
  if (PAGER.test(word)) return 'pager';
  let stem = word;
  for (const [ending, instead] of ENDINGS)
    if (stem.length - ending.length >= 3 && stem.endsWith(ending)) {
      stem = stem.slice(0, -ending.length) + instead;
      break;
    }
  return stem.replace(/(.)\1$/, '$1').replace(/(?<=..)e$/, '');
}

const ENDINGS: readonly (readonly [string, string])[] = [
  ['itations', 'it'],
  ['itation', 'it'],
  ['ations', 'at'],
  ['ation', 'at'],
  ['ies', 'y'],
  ['ions', ''],
  ['ion', ''],
  ['ings', ''],
  ['ing', ''],
  ['ers', ''],
  ['er', ''],
  ['ed', ''],
  ['es', ''],
  ['s', ''],
];

const RELATED_BY_STEM: ReadonlyMap<string, readonly string[]> = byStem();

/** Stems that mean nearly the same. */
export const relatedTo = (stem: string): readonly string[] => RELATED_BY_STEM.get(stem) ?? [];

function byStem(): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const line of RELATED) {
    const stems = [...new Set(wordsOf(line))];
    for (const stem of stems)
      found.set(stem, [...(found.get(stem) ?? []), ...stems.filter((one) => one !== stem)]);
  }
  return found;
}
