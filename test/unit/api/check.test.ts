// What is wrong with a value of several forms is said of the field that is wrong, as far as one form was meant.
import { describe, expect, it } from 'vitest';
import { check } from '../../../src/api/check.ts';
import { updateSpace } from '../../../src/api/content/spaces.ts';
import { ingestConversations } from '../../../src/api/insights/conversations.ts';
import { updateChangeRequestContent } from '../../../src/api/review/change-requests.ts';
import { ByWord, builders } from '../../../src/api/schema.ts';

const said = (schema: Parameters<typeof check>[0] | undefined, value: unknown) =>
  schema && check(schema, value).map(({ path, message }) => `${path} ${message}`.trim());

describe('a wrong value', () => {
  const message = { type: 'message', role: 'user', body: 'Hello' };

  it.each([
    ['of a list', [{ parts: [message] }, { id: 'a', parts: [{ ...message, role: 'cook' }] }], 'lacks "0.id"'],
    [
      'of an item',
      { id: 'a', parts: [{ ...message, body: 5 }] },
      'has a bad "parts.0.body": it must be text',
    ],
    ['of neither', 'Hello', ' or a list'],
  ])('%s names the field of a form', (_, value, wanted) => {
    expect(said(ingestConversations.body, value)?.[0]).toContain(wanted);
  });

  it('names the words that a map takes', () => {
    const { Enum, Str } = builders;
    expect(said(ByWord(Enum(['fr', 'pt-br']), Str()), { tlh: 'x' })).toEqual([
      'tlh is not a field here; known: fr, pt-br',
    ]);
  });

  it('names the field of the form that has most of its fields', () => {
    const forms = builders.Union([
      builders.Obj({ url: builders.Str() }),
      builders.Obj({ base64: builders.Str(), name: builders.Str() }),
    ]);
    expect(said(forms, { base64: 'aGk=' })).toEqual(['lacks "name"']);
    expect(said(forms, {})).toEqual(['must be {url} or {base64, name}']);
    expect(said(forms, { url: 5 })).toEqual(['has a bad "url": it must be text']);
  });

  it('names each form, also those of a union within, and a fixed text as it is written', () => {
    const { Literal, Union, Str, Obj, ArrayOf } = builders;
    const rules = Union([
      Obj({ type: Literal('rules'), rules: ArrayOf(Str()) }),
      Obj({ type: Literal('none') }),
    ]);
    const forms = Union([Obj({ type: Literal('inherit') }), rules]);
    expect(said(forms, { type: 'rules' })).toEqual(['lacks "rules"']);
    expect(said(forms, 'other')).toEqual(['must be {type: inherit} or {type: rules} or {type: none}']);
    expect(said(Union([Literal('all'), ArrayOf(Str())]), 'some')).toEqual(['must be all or a list']);
    expect(said(Literal('all'), 'some')).toEqual(['must be all']);
  });

  it('says which values tell the forms apart, of the form within the form that was meant, too', () => {
    const rules = { type: 'rules', rules: [{ rule: 'require_review' }] };
    const [problem] = updateSpace.body ? check(updateSpace.body, { mergeRules: rules }) : [];
    expect(problem).toMatchObject({ path: 'mergeRules', value: 'require_review' });
    expect(problem?.message).toMatch(
      /^has a bad "rules\.0\.rule": it must be one of require_specific_reviewers, .*require_at_least_one_review, .*custom$/,
    );
    expect(said(updateSpace.body, { mergeRules: { type: 'other' } })).toEqual([
      'mergeRules has a bad "type": it must be one of inherit, rules, none',
    ]);
    expect(said(updateChangeRequestContent.body, { changes: [{ page: 'start' }] })).toEqual([
      'changes.0 lacks "operation", one of update_page, insert_page, delete_page, revert_page, insert_files',
    ]);
  });
});
