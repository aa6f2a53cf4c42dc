import { describe, expect, it } from 'vitest';
import { operations } from '../../src/api/index.ts';
import { entries } from '../../src/commands/index.ts';
import { fieldsOf } from '../../src/engine/model/fields.ts';
import { allCommands } from '../../src/engine/model/load.ts';
import { KINDS } from '../../src/engine/references/reference-kinds.ts';

const commands = await allCommands(entries);
/** Parameters that name what has neither a title nor a list to search, or what the person types in full. */
const IDS_ONLY = new Set([
  'emailDomain',
  'inviteId',
  'pagePath',
  'commentId',
  'commentReplyId',
  'revisionId',
  'reviewId',
  'eventId',
  'versionId',
  'conversationId',
  'issueId',
  // By the integration: the command looks it up where it is installed.
  'installationId',
]);
/** Fields that name another thing, by what they are called. */
const NAMING =
  /^(spaces?|site|organization|collection|parent|users?|members|team|defaultTeam|authors|creator|contributor|requestedReviewer|owner|cluster|conversationsIssuesCluster|siteSection|sectionId|spaceId|defaultSite(Space|Section)|targetPage)$/;

describe('references', () => {
  it('can be given by name for every parameter that has one', () => {
    const params = new Set(operations.flatMap(({ params }) => Object.keys(params.properties)));
    expect([...params].filter((param) => !(param in KINDS) && !IDS_ONLY.has(param))).toEqual([]);
  });

  it('are looked up in the list that each kind says it uses', async () => {
    for (const [param, kind] of Object.entries(KINDS)) {
      expect([param, (await kind.list(false)).id]).toEqual([param, kind.listId]);
    }
  });

  it('can be given by name in every field that names a thing', () => {
    const missing = commands.flatMap(({ path, command }) => {
      const fields = command.operation ? fieldsOf(command.operation, command.hidden) : [];
      return fields.flatMap(({ path: field, flag, kind }) => {
        const name = field.join('.');
        const names = kind === 'text' || kind === 'list' ? NAMING.test(field.at(-1) ?? '') : false;
        const done = name in (command.refs ?? {});
        return names && !done ? [`${path} --${flag}`] : [];
      });
    });
    expect(missing).toEqual([]);
  });

  it('name kinds that there are', () => {
    const wrong = commands.flatMap(({ path, command }) =>
      Object.values(command.refs ?? {}).flatMap((kind) => (kind in KINDS ? [] : [`${path} ${kind}`])),
    );
    expect(wrong).toEqual([]);
  });
});
