// Made by npm run contract from version 0.202.0 of the published contract.
import type { Static } from '@sinclair/typebox';
import { SiteQuestion, SiteQuestionStats } from './question-shapes.generated.ts';
import { builders } from '../schema.ts';

const { ArrayOf, DateTime, Enum, Literal, Num, Obj, Optional, Paging, Str, Union, Uri, pageOf } = builders;

export const SiteQuestionAnswerSource = Union([
  Obj({
    object: Literal('site-question-answer-source'),
    id: Str(),
    weight: Num(),
    title: Str(),
    urls: Obj({ location: Uri() }),
    type: Literal('page'),
    space: Str(),
    revision: Str(),
    page: Str(),
  }),
  Obj({
    object: Literal('site-question-answer-source'),
    id: Str(),
    weight: Num(),
    title: Str(),
    urls: Obj({ location: Uri() }),
    type: Literal('record'),
    record: Str(),
    connector: Optional(Str()),
  }),
]);
export type SiteQuestionAnswerSource = Static<typeof SiteQuestionAnswerSource>;

export const listSiteQuestions = {
  method: 'GET',
  path: '/v1/orgs/{organizationId}/sites/{siteId}/questions',
  query: Obj({
    ...Paging,
    from: Optional(DateTime()),
    to: Optional(DateTime()),
    type: Optional(Enum(['exploring', 'how-to', 'troubleshooting', 'reference', 'unknown'])),
    relevance: Optional(ArrayOf(Enum(['relevant', 'spam', 'off-topic', 'unclear']))),
    channelType: Optional(
      ArrayOf(
        Enum([
          'site',
          'embed',
          'api',
          'builtin:slack',
          'builtin:discord',
          'builtin:github',
          'builtin:linear',
        ]),
      ),
    ),
    answered: Optional(ArrayOf(Enum(['no', 'partially', 'yes']))),
    topic: Optional(ArrayOf(Str())),
    order: Optional(Enum(['asc', 'desc'], { default: 'desc' })),
    sort: Optional(Enum(['askedAt', 'stats.answered', 'stats.feedback', 'stats.answers'])),
  }),
  result: pageOf(SiteQuestion),
  paging: 'pages',
  only: '0.202.0',
} as const;

export const getSiteQuestionById = {
  method: 'GET',
  path: '/v1/orgs/{organizationId}/sites/{siteId}/questions/{siteQuestionId}',
  query: Obj({
    from: Optional(DateTime()),
    to: Optional(DateTime()),
    relevance: Optional(ArrayOf(Enum(['relevant', 'spam', 'off-topic', 'unclear']))),
    channelType: Optional(
      ArrayOf(
        Enum([
          'site',
          'embed',
          'api',
          'builtin:slack',
          'builtin:discord',
          'builtin:github',
          'builtin:linear',
        ]),
      ),
    ),
    answered: Optional(ArrayOf(Enum(['no', 'partially', 'yes']))),
  }),
  result: SiteQuestion,
  only: '0.202.0',
} as const;

export const listSiteQuestionSources = {
  method: 'GET',
  path: '/v1/orgs/{organizationId}/sites/{siteId}/questions/{siteQuestionId}/sources',
  query: Obj({
    ...Paging,
    from: Optional(DateTime()),
    to: Optional(DateTime()),
    relevance: Optional(ArrayOf(Enum(['relevant', 'spam', 'off-topic', 'unclear']))),
    channelType: Optional(
      ArrayOf(
        Enum([
          'site',
          'embed',
          'api',
          'builtin:slack',
          'builtin:discord',
          'builtin:github',
          'builtin:linear',
        ]),
      ),
    ),
    answered: Optional(ArrayOf(Enum(['no', 'partially', 'yes']))),
  }),
  result: pageOf(SiteQuestionAnswerSource),
  paging: 'pages',
  only: '0.202.0',
} as const;

export const getSiteQuestionStats = {
  method: 'GET',
  path: '/v1/orgs/{organizationId}/sites/{siteId}/question-stats',
  query: Obj({
    from: Optional(DateTime()),
    to: Optional(DateTime()),
    topic: Optional(ArrayOf(Str())),
    relevance: Optional(ArrayOf(Enum(['relevant', 'spam', 'off-topic', 'unclear']))),
    channelType: Optional(
      ArrayOf(
        Enum([
          'site',
          'embed',
          'api',
          'builtin:slack',
          'builtin:discord',
          'builtin:github',
          'builtin:linear',
        ]),
      ),
    ),
    answered: Optional(ArrayOf(Enum(['no', 'partially', 'yes']))),
  }),
  result: SiteQuestionStats,
  only: '0.202.0',
} as const;
