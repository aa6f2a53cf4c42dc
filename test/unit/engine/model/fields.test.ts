import { describe, expect, it } from 'vitest';
import { getPage } from '../../../../src/api/content/pages.ts';
import { updateSpace } from '../../../../src/api/content/spaces.ts';
import { importGit } from '../../../../src/api/integrations/git.ts';
import { builders, Enum, Nullable, Paging, resource } from '../../../../src/api/schema.ts';
import { listSites } from '../../../../src/api/sites/sites.ts';
import { fieldsOf } from '../../../../src/engine/model/fields.ts';

const flagsOf = (fields: ReturnType<typeof fieldsOf>) => fields.map(({ flag, kind }) => `${flag}:${kind}`);

describe('the fields of an operation', () => {
  it('are its body fields in kebab case, each of its kind', () => {
    expect(flagsOf(fieldsOf(updateSpace))).toEqual([
      'edit-mode:choice',
      'title:text',
      'default-level:choice',
      'language:choice',
      'merge-rules:json',
      'emoji:text',
      'icon:text',
    ]);
  });

  it('leave paging to us, and read lists of choices', () => {
    expect(flagsOf(fieldsOf(listSites))).toEqual([
      'space:text',
      'title:text',
      'published:boolean',
      'type:list',
    ]);
  });

  it('reach one level into objects of plain fields', () => {
    expect(flagsOf(fieldsOf(importGit))).toContain('git-info-provider:choice');
    expect(fieldsOf(importGit).find(({ flag }) => flag === 'git-info-url')?.path).toEqual(['gitInfo', 'url']);
  });

  it('are required only when all their ancestors are', () => {
    const inner = builders.Obj({ name: builders.Str() });
    const make = resource('x')('make', 'Make x', {
      method: 'POST',
      path: '/v1/x',
      body: builders.Obj({ must: inner, may: builders.Optional(inner) }),
    });
    expect(fieldsOf(make).map(({ flag, required }) => [flag, required])).toEqual([
      ['must-name', true],
      ['may-name', false],
    ]);
  });

  it('know null, and booleans among choices', () => {
    const set = resource('x')('set', 'Set x', {
      method: 'POST',
      path: '/v1/x',
      query: builders.Obj({ ...Paging }),
      body: builders.Obj({
        role: builders.Optional(Nullable(Enum(['admin', 'read']))),
        note: Nullable(builders.Str()),
      }),
    });
    expect(fieldsOf(set)).toMatchObject([
      { flag: 'page', kind: 'text' },
      { flag: 'role', kind: 'choice', values: ['admin', 'read'], nullable: true },
      { flag: 'note', kind: 'text', nullable: true },
    ]);
    expect(fieldsOf(getPage).find(({ flag }) => flag === 'evaluated')?.values).toEqual([
      'true',
      'false',
      'deterministic-only',
    ]);
  });
});
