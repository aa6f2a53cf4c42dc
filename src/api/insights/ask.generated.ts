// Made by npm run contract from version 0.202.0 of the published contract.
import type { Static } from '@sinclair/typebox';
import { Body } from '../content/rich-document.ts';
import { builders } from '../schema.ts';

const { ArrayOf, Bool, Enum, Literal, Obj, Optional, Str, Union, Uri } = builders;

export const SearchAIAnswerStream = Obj({
  type: Literal('answer'),
  answer: Obj({
    answer: Optional(Body),
    followupQuestions: ArrayOf(Str()),
    sources: ArrayOf(
      Union([
        Obj({
          type: Literal('page'),
          reason: Optional(Str()),
          page: Str(),
          revision: Str(),
          space: Str(),
          sections: ArrayOf(Str()),
        }),
        Obj({
          type: Literal('record'),
          reason: Optional(Str()),
          record: Str(),
          site: Str(),
          title: Str(),
          url: Uri(),
        }),
      ]),
    ),
  }),
});
export type SearchAIAnswerStream = Static<typeof SearchAIAnswerStream>;

export const streamAskInSite = {
  method: 'POST',
  path: '/v1/orgs/{organizationId}/sites/{siteId}/ask',
  query: Obj({ format: Optional(Enum(['document', 'markdown'])) }),
  body: Obj({
    question: Str({ maxLength: 512 }),
    context: Optional(Obj({ siteSpaceId: Optional(Str()), goal: Optional(Str({ maxLength: 1024 })) })),
    scope: Union([
      Obj({
        mode: Literal('default'),
        currentSiteSpace: Optional(Str()),
        restrictTo: Optional(Str({ minLength: 2, maxLength: 1 })),
      }),
      Obj({
        mode: Literal('default'),
        currentSiteSpace: Str(),
        restrictTo: Enum(['currentSiteSpace', 'otherSiteSpaces']),
      }),
      Obj({ mode: Literal('specific'), siteSpaceIds: ArrayOf(Str()) }),
      Obj({ mode: Literal('all') }),
    ]),
    session: Optional(Obj({ visitorId: Str(), sessionId: Str() })),
  }),
  result: ArrayOf(SearchAIAnswerStream),
  streams: true,
} as const;

export const streamAskInOrganization = {
  method: 'GET',
  path: '/v1/orgs/{organizationId}/ask/stream',
  query: Obj({ query: Str(), format: Optional(Enum(['document', 'markdown'])), details: Optional(Bool()) }),
  result: ArrayOf(SearchAIAnswerStream),
  streams: true,
  token: 'any',
} as const;

export const streamRecommendedQuestionsInSite = {
  method: 'GET',
  path: '/v1/orgs/{organizationId}/sites/{siteId}/ask/questions',
  query: Obj({ siteSpaceId: Optional(Str()), spaceId: Optional(Str()) }),
  result: ArrayOf(Obj({ question: Str() })),
  streams: true,
} as const;

export const getRecommendedQuestionsInOrganization = {
  method: 'GET',
  path: '/v1/orgs/{organizationId}/ask/questions',
  result: Obj({ questions: ArrayOf(Str()) }),
} as const;
