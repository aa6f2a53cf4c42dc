// The operations that the sandbox does not do, and why: the only list of them. It answers 501 to each by its name.
import type { OperationId } from '../api/index.ts';

/** Whole sentences, as in every note on what the sandbox does. */
const absent: Readonly<Partial<Record<OperationId, string>>> = {
  'siteChannels.list': 'The sandbox is connected to no chat tools.',
  'siteChannels.create': 'The sandbox is connected to no chat tools.',
  'siteChannels.get': 'The sandbox is connected to no chat tools.',
  'siteChannels.update': 'The sandbox is connected to no chat tools.',
  'siteChannels.delete': 'The sandbox is connected to no chat tools.',
  'siteStyleguide.template': 'The sandbox has no templates of whole sites.',
  'siteStyleguide.create': 'The sandbox has no AI agent that writes by a styleguide.',
  'siteStyleguide.run': 'The sandbox has no AI agent that writes by a styleguide.',
  'siteStyleguide.runs': 'The sandbox has no AI agent that writes by a styleguide.',
  'changeRequestConversations.list': 'The sandbox has no AI agent to talk to.',
  'changeRequestConversations.update': 'The sandbox has no AI agent to talk to.',
  'changeRequestConversations.delete': 'The sandbox has no AI agent to talk to.',
  'styleguides.list': 'The sandbox has no spaces that are style guides.',
  'styleguides.templates': 'The templates for style guides are texts of the platform.',
};

/** Why the sandbox does not do an operation; undefined for one that it does. */
export const whyAbsent = (id: string): string | undefined => new Map(Object.entries(absent)).get(id);

/** @internal For the tests that compare it with the handlers. */
export const absentOperations: readonly string[] = Object.keys(absent);
