// Made by npm run contract from version 0.202.0 of the published contract.
import type { Static } from '@sinclair/typebox';
import { Body, RichDocument } from '../content/rich-document.ts';
import { SiteQuestion, SiteQuestionStats } from './question-shapes.generated.ts';
import { builders } from '../schema.ts';

const {
  ArrayOf,
  Bool,
  DateTime,
  Enum,
  Integer,
  Literal,
  Nullable,
  Num,
  Obj,
  Optional,
  Paging,
  Str,
  Union,
  Uri,
  pageOf,
} = builders;

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

export const SiteQuestionAnswer = Obj({
  object: Literal('site-question-answer'),
  id: Str(),
  question: Obj({
    id: Str(),
    type: Enum(['exploring', 'how-to', 'troubleshooting', 'reference', 'unknown']),
  }),
  topics: ArrayOf(Str()),
  input: Obj({ text: Str(), raw: Str() }),
  thread: Optional(Obj({ id: Str(), previous: Str() })),
  session: Optional(Obj({ visitorId: Str(), sessionId: Str() })),
  feedback: Optional(Obj({ rating: Union([Literal(-1), Literal(1)]) })),
  responseId: Str(),
  language: Str(),
  answered: Enum(['no', 'partially', 'yes']),
  helpfulness: Enum(['low', 'medium', 'high']),
  relevance: Enum(['relevant', 'spam', 'off-topic', 'unclear']),
  channel: Union([
    Obj({ type: Enum(['site', 'embed', 'api']) }),
    Obj({
      type: Enum(['builtin:slack', 'builtin:discord', 'builtin:github', 'builtin:linear']),
      id: Nullable(Str()),
    }),
  ]),
  createdAt: DateTime(),
  updatedAt: Optional(DateTime()),
  urls: Obj({ location: Uri() }),
});
export type SiteQuestionAnswer = Static<typeof SiteQuestionAnswer>;

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

export const SiteQuestionAnswerWithResponse = Obj({
  object: Literal('site-question-answer'),
  id: Str(),
  question: Obj({
    id: Str(),
    type: Enum(['exploring', 'how-to', 'troubleshooting', 'reference', 'unknown']),
  }),
  topics: ArrayOf(Str()),
  input: Obj({ text: Str(), raw: Str() }),
  thread: Optional(Obj({ id: Str(), previous: Str() })),
  session: Optional(Obj({ visitorId: Str(), sessionId: Str() })),
  feedback: Optional(Obj({ rating: Union([Literal(-1), Literal(1)]) })),
  responseId: Str(),
  language: Str(),
  answered: Enum(['no', 'partially', 'yes']),
  helpfulness: Enum(['low', 'medium', 'high']),
  relevance: Enum(['relevant', 'spam', 'off-topic', 'unclear']),
  channel: Union([
    Obj({ type: Enum(['site', 'embed', 'api']) }),
    Obj({
      type: Enum(['builtin:slack', 'builtin:discord', 'builtin:github', 'builtin:linear']),
      id: Nullable(Str()),
    }),
  ]),
  createdAt: DateTime(),
  updatedAt: Optional(DateTime()),
  urls: Obj({ location: Uri() }),
  response: Obj({
    id: Str(),
    role: Enum(['user', 'assistant', 'developer']),
    steps: ArrayOf(
      Obj({
        content: Optional(RichDocument),
        reasoning: Optional(RichDocument),
        toolCalls: Optional(
          ArrayOf(
            Union([
              Obj({
                tool: Literal('getPageContent'),
                spaceId: Str(),
                revisionId: Str(),
                page: Obj({
                  id: Str(),
                  type: Enum(['document', 'group', 'link', 'computed']),
                  title: Str(),
                  path: Optional(Str()),
                }),
              }),
              Obj({
                tool: Literal('getRecordContent'),
                siteId: Str(),
                recordId: Str(),
                title: Str(),
                url: Optional(Uri()),
              }),
              Obj({ tool: Literal('getPages'), spaceId: Str(), revisionId: Str() }),
              Obj({ tool: Literal('getReusableContents'), spaceId: Str(), revisionId: Str() }),
              Obj({
                tool: Literal('search'),
                query: Str(),
                results: ArrayOf(
                  Union([
                    Obj({
                      type: Literal('page'),
                      spaceId: Str(),
                      pageId: Str(),
                      revisionId: Str(),
                      anchor: Optional(Str()),
                      title: Str(),
                      description: Optional(Str()),
                    }),
                    Obj({
                      type: Literal('record'),
                      siteId: Str(),
                      recordId: Str(),
                      title: Str(),
                      description: Optional(Str()),
                      url: Optional(Uri()),
                    }),
                  ]),
                ),
              }),
              Obj({
                tool: Literal('editPage'),
                spaceId: Str(),
                page: Obj({
                  id: Str(),
                  type: Enum(['document', 'group', 'link', 'computed']),
                  title: Str(),
                  path: Optional(Str()),
                }),
                baseRevisionId: Optional(Str()),
                changeRequestId: Optional(Str()),
              }),
              Obj({
                tool: Literal('createPage'),
                spaceId: Str(),
                page: Obj({
                  id: Str(),
                  type: Enum(['document', 'group', 'link', 'computed']),
                  title: Str(),
                  path: Optional(Str()),
                }),
                baseRevisionId: Optional(Str()),
                changeRequestId: Optional(Str()),
              }),
              Obj({
                tool: Literal('deletePage'),
                spaceId: Str(),
                page: Obj({
                  id: Str(),
                  type: Enum(['document', 'group', 'link', 'computed']),
                  title: Str(),
                  path: Optional(Str()),
                }),
                baseRevisionId: Optional(Str()),
                changeRequestId: Optional(Str()),
              }),
              Obj({
                tool: Literal('renamePage'),
                spaceId: Str(),
                page: Obj({
                  id: Str(),
                  type: Enum(['document', 'group', 'link', 'computed']),
                  title: Str(),
                  path: Optional(Str()),
                }),
                title: Str(),
                baseRevisionId: Optional(Str()),
                changeRequestId: Optional(Str()),
              }),
              Obj({
                tool: Literal('movePage'),
                spaceId: Str(),
                page: Obj({
                  id: Str(),
                  type: Enum(['document', 'group', 'link', 'computed']),
                  title: Str(),
                  path: Optional(Str()),
                }),
                to: Optional(
                  Obj({
                    id: Str(),
                    type: Enum(['document', 'group', 'link', 'computed']),
                    title: Str(),
                    path: Optional(Str()),
                  }),
                ),
                moveType: Enum(['within', 'before', 'after']),
                baseRevisionId: Optional(Str()),
                changeRequestId: Optional(Str()),
              }),
              Obj({ tool: Literal('listModifiedPages'), spaceId: Str() }),
              Obj({
                tool: Literal('getPageDiff'),
                spaceId: Str(),
                page: Obj({
                  id: Str(),
                  type: Enum(['document', 'group', 'link', 'computed']),
                  title: Str(),
                  path: Optional(Str()),
                }),
              }),
              Obj({
                tool: Literal('createReusableContent'),
                spaceId: Str(),
                baseRevisionId: Str(),
                reusableContent: Obj({ id: Str(), title: Str(), document: Optional(Str()) }),
              }),
              Obj({
                tool: Literal('editReusableContent'),
                spaceId: Str(),
                baseRevisionId: Str(),
                reusableContent: Obj({ id: Str(), title: Str(), document: Optional(Str()) }),
              }),
              Obj({
                tool: Literal('getReusableContent'),
                spaceId: Str(),
                revisionId: Str(),
                reusableContent: Obj({ id: Str(), title: Str(), document: Optional(Str()) }),
              }),
              Obj({ tool: Literal('getVariables'), spaceId: Str(), revisionId: Str() }),
              Obj({
                tool: Literal('updateVariables'),
                spaceId: Str(),
                baseRevisionId: Str(),
                page: Optional(
                  Obj({
                    id: Str(),
                    type: Enum(['document', 'group', 'link', 'computed']),
                    title: Str(),
                    path: Optional(Str()),
                  }),
                ),
              }),
              Obj({ tool: Literal('getTags'), spaceId: Str(), revisionId: Str() }),
              Obj({ tool: Literal('updateTags'), spaceId: Str(), baseRevisionId: Str() }),
              Obj({
                tool: Literal('createChangeRequest'),
                spaceId: Str(),
                action: Enum(['create', 'update']),
                changeRequest: Obj({ id: Str(), number: Num(), subject: Str() }),
              }),
              Obj({ tool: Literal('getChangeRequestDetails'), spaceId: Str(), changeRequestId: Str() }),
              Obj({ tool: Literal('setChangeRequestDetails'), spaceId: Str(), changeRequestId: Str() }),
              Obj({
                tool: Literal('archiveChangeRequest'),
                spaceId: Str(),
                changeRequestId: Str(),
                reason: Str(),
              }),
              Obj({
                tool: Literal('comment'),
                spaceId: Str(),
                page: Optional(
                  Obj({
                    id: Str(),
                    type: Enum(['document', 'group', 'link', 'computed']),
                    title: Str(),
                    path: Optional(Str()),
                  }),
                ),
                commentId: Str(),
              }),
              Obj({
                tool: Literal('replyToComment'),
                spaceId: Str(),
                page: Optional(
                  Obj({
                    id: Str(),
                    type: Enum(['document', 'group', 'link', 'computed']),
                    title: Str(),
                    path: Optional(Str()),
                  }),
                ),
                commentId: Str(),
                replyId: Str(),
              }),
              Obj({
                tool: Literal('getComments'),
                spaceId: Str(),
                commentId: Optional(Str()),
                count: Optional(Integer()),
              }),
              Obj({
                tool: Literal('submitChangeRequestReview'),
                spaceId: Str(),
                changeRequestId: Str(),
                status: Enum(['changes-requested', 'approved']),
                reviewId: Str(),
                commentId: Str(),
              }),
              Obj({
                tool: Literal('startContentImport'),
                spaceId: Str(),
                changeRequestId: Str(),
                runId: Str(),
                url: Optional(Str()),
                files: Optional(ArrayOf(Str())),
              }),
              Obj({
                tool: Literal('checkContentImport'),
                runId: Str(),
                status: Enum(['pending', 'in-progress', 'completed', 'failed', 'cancelled']),
                importedPages: Num(),
                totalPages: Num(),
              }),
              Obj({
                tool: Literal('mcp'),
                mcpServerId: Str(),
                mcpToolName: Str(),
                mcpToolTitle: Optional(Str()),
              }),
              Obj({ tool: Literal('other'), summary: Obj({ icon: Str({ maxLength: 50 }), text: Str() }) }),
            ]),
          ),
        ),
        startCondition: Optional(Literal('compaction')),
        phase: Optional(Enum(['commentary', 'final_answer'])),
        timing: Optional(Obj({ reasoning: Optional(Obj({ start: DateTime(), end: DateTime() })) })),
        attachments: Optional(
          ArrayOf(
            Union([
              Obj({ type: Literal('image'), url: Uri({ maxLength: 2048 }), filename: Optional(Str()) }),
              Obj({
                type: Literal('file'),
                url: Uri({ maxLength: 2048 }),
                filename: Str(),
                contentType: Str(),
              }),
              Obj({
                type: Literal('import-file'),
                url: Uri({ maxLength: 2048 }),
                filename: Str(),
                contentType: Str(),
              }),
            ]),
          ),
        ),
        context: Optional(
          Obj({
            location: Optional(Obj({ spaceId: Str(), pageId: Str() })),
            comments: Optional(ArrayOf(Obj({ id: Str(), content: Optional(Str()) }))),
            selection: Optional(
              Obj({
                anchorKey: Nullable(Str()),
                anchorOffset: Integer(),
                focusKey: Nullable(Str()),
                focusOffset: Integer(),
                content: Optional(Str()),
              }),
            ),
          }),
        ),
      }),
    ),
    task: Optional(
      Union([
        Obj({
          type: Literal('respond_to_comment'),
          spaceId: Str(),
          changeRequestId: Optional(Str()),
          commentId: Str(),
        }),
        Obj({ type: Literal('review_change_request'), spaceId: Str(), changeRequestId: Str() }),
        Obj({ type: Literal('implement_change_request'), spaceId: Str(), changeRequestId: Str() }),
      ]),
    ),
    response: Optional(
      Obj({ stopReason: Optional(Literal('aborted')), id: Optional(Str()), previous: Optional(Str()) }),
    ),
    createdAt: Optional(DateTime()),
  }),
});
export type SiteQuestionAnswerWithResponse = Static<typeof SiteQuestionAnswerWithResponse>;

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

export const listSiteQuestionAnswers = {
  method: 'GET',
  path: '/v1/orgs/{organizationId}/sites/{siteId}/answers',
  query: Obj({
    ...Paging,
    question: Optional(Str()),
    from: Optional(DateTime()),
    to: Optional(DateTime()),
    language: Optional(Str()),
    answered: Optional(ArrayOf(Enum(['no', 'partially', 'yes']))),
    helpfulness: Optional(Enum(['low', 'medium', 'high'])),
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
    'question.type': Optional(Enum(['exploring', 'how-to', 'troubleshooting', 'reference', 'unknown'])),
    topic: Optional(Str()),
    thread: Optional(Str()),
  }),
  result: pageOf(SiteQuestionAnswer),
  paging: 'pages',
  only: '0.202.0',
} as const;

export const getSiteQuestionAnswerById = {
  method: 'GET',
  path: '/v1/orgs/{organizationId}/sites/{siteId}/answers/{siteQuestionAnswerId}',
  result: SiteQuestionAnswerWithResponse,
  only: '0.202.0',
} as const;

export const getSiteQuestionAnswerThreadById = {
  method: 'GET',
  path: '/v1/orgs/{organizationId}/sites/{siteId}/answers/{siteQuestionAnswerId}/thread',
  result: ArrayOf(SiteQuestionAnswerWithResponse),
  only: '0.202.0',
} as const;

export const listSiteQuestionAnswerSources = {
  method: 'GET',
  path: '/v1/orgs/{organizationId}/sites/{siteId}/answers/{siteQuestionAnswerId}/sources',
  query: Obj({ ...Paging }),
  result: pageOf(SiteQuestionAnswerSource),
  paging: 'pages',
  only: '0.202.0',
} as const;

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
