// The read that shows a single thing by its id, for what has one.
import type { Operation } from '../../api/operation.ts';
import type { Run } from '../model/command-type.ts';
import type { Input } from '../run/input.ts';
import { KINDS } from './reference-kinds.ts';

type Load = (onChangeRequest: boolean) => Promise<Operation>;

/** By path parameter. */
const READERS: Readonly<Record<string, Load>> = {
  organizationId: async () => (await import('../../api/people/organizations.ts')).getOrganization,
  collectionId: async () => (await import('../../api/content/collections.ts')).getCollection,
  spaceId: async () => (await import('../../api/content/spaces.ts')).getSpace,
  changeRequestId: async () => (await import('../../api/review/change-requests.ts')).getChangeRequest,
  siteId: async () => (await import('../../api/sites/sites.ts')).getSite,
  siteMcpServerId: async () => (await import('../../api/sites/site-agent-settings.ts')).getMcpServer,
  siteContextConnectionId: async () =>
    (await import('../../api/insights/context-connections.ts')).getConnection,
  siteContextRecordId: async () => (await import('../../api/insights/context-connections.ts')).getRecord,
  siteFindingId: async () => (await import('../../api/insights/site-findings.ts')).getFinding,
  siteScanId: async () => (await import('../../api/insights/site-findings.ts')).getScan,
  siteTopicId: async () => (await import('../../api/insights/site-findings.ts')).getTopic,
  siteQuestionId: async () => (await import('../../api/insights/questions.ts')).getQuestion,
  siteQuestionAnswerId: async () => (await import('../../api/insights/questions.ts')).getAnswer,
  fontId: async () => (await import('../../api/sites/fonts.ts')).getFont,
  siteChannelId: async () => (await import('../../api/sites/site-agent-settings.ts')).getChannel,
  hostname: async () => (await import('../../api/sites/site-publishing.ts')).getHostname,
  subdomain: async () => (await import('../../api/sites/site-publishing.ts')).getSubdomain,
  userId: async () => (await import('../../api/people/members.ts')).getMember,
  teamId: async () => (await import('../../api/people/members.ts')).getTeam,
  integrationName: async () => (await import('../../api/integrations/integrations.ts')).getIntegration,
  specSlug: async () => (await import('../../api/integrations/openapi.ts')).getOpenApiSpec,
  samlProviderId: async () => (await import('../../api/people/invites.ts')).getSamlProvider,
  translationId: async () => (await import('../../api/translations/translations.ts')).getTranslation,
  glossaryEntryId: async () => (await import('../../api/translations/translations.ts')).getGlossaryEntry,
  importRunId: async () => (await import('../../api/content/imports.ts')).getImportRun,
  commentId: async (onChangeRequest) => {
    const { getChangeRequestComment, getComment } = await import('../../api/review/comments.ts');
    return onChangeRequest ? getChangeRequestComment : getComment;
  },
  commentReplyId: async (onChangeRequest) => {
    const { getChangeRequestCommentReply, getCommentReply } = await import('../../api/review/comments.ts');
    return onChangeRequest ? getChangeRequestCommentReply : getCommentReply;
  },
};

/** The operation that reads a thing named by `param`; undefined where only a list holds it, or nothing shows it. */
export const readerOf = async (param: string, onChangeRequest: boolean): Promise<Operation | undefined> =>
  Object.hasOwn(READERS, param) ? READERS[param]?.(onChangeRequest) : undefined;

/** That operation, where the list of these things shows each of them with the very schema of the read. */
export async function listedReaderOf(
  param: string,
  onChangeRequest: boolean,
): Promise<Operation | undefined> {
  const reader = await readerOf(param, onChangeRequest);
  const list = reader && (await KINDS[param]?.list(onChangeRequest));
  const shown = list?.result?.properties?.items?.items;
  return shown !== undefined && shown === reader?.result ? reader : undefined;
}

/**
 * What a list has just shown of a thing stands for reading it, where a read by its id would show the same. `place` has
 * the other parameters of that read.
 */
export async function noteShown(
  run: Run,
  param: string,
  item: Record<string, unknown>,
  place: Input,
): Promise<void> {
  const reader = await listedReaderOf(param, place.changeRequestId !== undefined);
  if (!reader) return;
  const shown: Input = { ...place, [param]: item[KINDS[param]?.key ?? 'id'] };
  const names = Object.keys(reader.params.properties);
  if (names.every((name) => typeof shown[name] === 'string'))
    run.noteRead(reader, Object.fromEntries(names.map((name) => [name, shown[name]])), item);
}
