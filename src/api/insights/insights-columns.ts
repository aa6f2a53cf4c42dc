// What events of visitors can be counted by: each column with the values it has.
import type { TSchema } from '@sinclair/typebox';
import { ContentRef } from '../content/content-ref.ts';
import { builders, DateTime, Enum, Nullable, Uri } from '../schema.ts';

const { Bool, Integer, Num, Obj, Str, Union, Null, Literal } = builders;

const words = (text: string): readonly string[] => text.split(' ');
const oneOf = (text: string): TSchema => Enum(words(text));

export const EVENT_TYPES = words(
  'page_view page_markdown_request search_open search_type_query search_open_result page_post_feedback page_post_feedback_comment agent_feedback ask_question ask_view ask_rate_response link_click api_client_open api_client_request ad_click ad_display trademark_click llms_request mcp_request rss_request',
);
export const INTERVALS = ['hour', 'day', 'week', 'month'] as const;
/** Numbers that are counted, rather than what they are counted by. */
export const MEASURES = ['eventsCount', 'sessionsCount', 'visitorsCount'] as const;

/** The bots the platform knows; newer hosts may know more. */
const Bot = Nullable(Str());
const text = Nullable(Str());

export const COLUMN_VALUES = {
  datetime: DateTime(),
  dayOfWeek: Integer({ minimum: 1, maximum: 7 }),
  hourOfDay: Integer({ minimum: 0, maximum: 23 }),
  url: Uri(),
  urlPath: Str(),
  eventType: Enum(EVENT_TYPES),
  eventsCount: Num(),
  sessionsCount: Num(),
  visitorsCount: Num(),
  siteSection: text,
  siteSpace: text,
  siteShareKey: text,
  displayContext: oneOf('site server embed mcp'),
  page: Union([Null(), Obj({ page: text, space: Str() })]),
  visitorGeoCountry: text,
  visitorGeoPoint: Union([Obj({ latitude: Num(), longitude: Num(), h3: Str() }), Null()]),
  visitorDevice: oneOf('desktop tablet mobile unknown'),
  visitorBrowser: oneOf('chrome firefox safari edge ie opera unknown'),
  visitorOS: oneOf('windows macos linux android ios unknown'),
  visitorBot: Bot,
  visitorLanguage: text,
  eventLinkTargetValue: ContentRef,
  eventLinkTargetKind: oneOf('url page file anchor space collection user reusable-content'),
  eventLinkTargetDomain: text,
  eventLinkPosition: oneOf('announcement header footer sidebar content'),
  eventAPIOperationPath: text,
  eventAPIOperationMethod: text,
  eventLLMSVariant: Nullable(Enum(['standard', 'full'])),
  eventPageNotFoundType: Nullable(Literal('conditional')),
  eventMarkdownSource: Nullable(Literal('page-action')),
  eventSearchQuery: Str(),
  eventSearchResultRecordId: text,
  eventPageFeedbackRating: oneOf('bad ok good'),
  eventPageFeedbackComment: Str(),
  eventAskResponseRating: Integer(),
  pageFeedbackRating: Obj({ ok: Num(), good: Num(), bad: Num() }),
  askResponseRating: Obj({ positive: Num(), negative: Num() }),
  referrer: Str(),
  referrerDomain: Str(),
  utmSource: Str(),
  utmMedium: Str(),
  utmCampaign: Str(),
  utmTerm: Str(),
  utmContent: Str(),
  visitorAuthenticated: Nullable(Bool()),
  visitorClaimProperty: Str(),
  visitorClaim: Str(),
  eventAdDomain: Str(),
  eventAdPlacement: Literal('aside'),
  eventTrademarkPlacement: oneOf('sidebar ad footer pdf embed'),
} as const satisfies Record<string, TSchema>;
