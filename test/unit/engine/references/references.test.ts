import { describe, expect, it } from 'vitest';
import { parseReference } from '../../../../src/engine/references/pasted.ts';

describe('a pasted reference', () => {
  it.each([
    ['spaceId', 'https://app.example.com/o/ORG/s/SPACE', { organizationId: 'ORG', spaceId: 'SPACE' }],
    [
      'changeRequestId',
      'https://app.example.com/o/ORG/s/SPACE/~/changes/42',
      { organizationId: 'ORG', spaceId: 'SPACE', changeRequestId: '42' },
    ],
    ['spaceId', 'https://api.example.com/v1/spaces/SPACE', { spaceId: 'SPACE' }],
    [
      'siteId',
      'https://api.example.com/v1/orgs/ORG/sites/SITE/publish',
      { organizationId: 'ORG', siteId: 'SITE' },
    ],
    [
      'siteSectionId',
      'https://host.example/prefix/v1/orgs/ORG/sites/SITE/sections/SECTION',
      { organizationId: 'ORG', siteId: 'SITE', siteSectionId: 'SECTION' },
    ],
    ['siteId', 'https://app.example.com/o/ORG/sites/SITE', { organizationId: 'ORG', siteId: 'SITE' }],
    [
      'spaceId',
      'https://api.example.com/v1/spaces/spaces/content/page/sites',
      { spaceId: 'spaces', pageId: 'sites' },
    ],
    ['spaceId', 'sandbox:/o/ORG/s/SPACE', { organizationId: 'ORG', spaceId: 'SPACE' }],
    ['integrationName', 'sandbox:/v1/integrations/map', { integrationName: 'map' }],
    ['specSlug', 'https://h.example/v1/orgs/O/openapi/p%20q', { organizationId: 'O', specSlug: 'p q' }],
    ['specSlug', 'https://h.example/v1/orgs/O/openapi/%zz', { organizationId: 'O', specSlug: '%zz' }],
    ['changeRequestId', 'C# and F##7', { spaceId: 'C# and F#', changeRequestId: '7' }],
    ['changeRequestId', 'Guides#7', { spaceId: 'Guides', changeRequestId: '7' }],
    ['changeRequestId', '#7', { changeRequestId: '7' }],
  ])('%s %s', (param, text, found) => {
    expect(parseReference(param, text)).toEqual(found);
  });

  it.each([
    ['spaceId', 'Guides'],
    ['spaceId', 'https://app.example.com/o/ORG'],
    ['changeRequestId', '42'],
    ['spaceId', 'https://'],
    ['spaceId', '__proto__'],
    ['spaceId', 'sandbox:/tmp/file.db'],
    ['spaceId', 'Guides#7'],
    ['spaceId', 'https://x.example/__proto__/constructor/s'],
  ])('%s %s is taken as it is', (param, text) => {
    expect(parseReference(param, text)).toBeUndefined();
  });
});
