import { describe, expect, it } from 'vitest';
import { parseReference } from '../../../src/commands/references.ts';

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
    ['spaceId', 'https://x.example/__proto__/constructor/s'],
  ])('%s %s is taken as it is', (param, text) => {
    expect(parseReference(param, text)).toBeUndefined();
  });
});
