// What customers of the demo asked its support.
import type { ConversationInput } from '../../api/insights/conversations.ts';
import { ingestConversations } from '../actions/insights/conversations/ingest.ts';
import { ADMIN, ORGANIZATION, userId } from './people.ts';
import type { Story } from './story.ts';

interface Ticket {
  number: number;
  days: number;
  subject: string;
  question: string;
  answer: string;
}

const TICKETS: Ticket[] = [
  {
    number: 1041,
    days: 62,
    subject: 'Webhook signature does not match',
    question: 'The webhook signature you send never matches what we compute. Which secret signs the webhook?',
    answer: 'Each endpoint has its own secret; it stands on the page of the endpoint.',
  },
  {
    number: 1058,
    days: 48,
    subject: 'Verify webhook signature',
    question:
      'How do we verify the webhook signature in our own code? The signature header is not explained.',
    answer: 'Compute HMAC-SHA256 over the raw body and compare.',
  },
  {
    number: 1073,
    days: 30,
    subject: 'Label printer prints blank pages',
    question: 'Our Zebra label printer prints blank labels from your PDF. Do you have labels in ZPL?',
    answer: 'Ask for the label with format=zpl.',
  },
  {
    number: 1090,
    days: 17,
    subject: 'ZPL labels for the printer',
    question: 'Is there a way to get labels as ZPL? PDF labels come out blank on the printer.',
    answer: 'Yes: format=zpl.',
  },
  {
    number: 1102,
    days: 9,
    subject: 'Customs forms',
    question:
      'A parcel to Norway came back for missing customs declarations. Where do I enter the customs value?',
    answer: 'In the field customs of the shipment.',
  },
  {
    number: 1117,
    days: 3,
    subject: 'Webhook retries and signature',
    question: 'Is the webhook signature the same when a webhook is retried?',
    answer: 'No: the time is part of it.',
  },
];

/** Taken in on the day each was closed. */
export function addConversations(story: Story): void {
  for (const ticket of TICKETS) {
    story.setDaysAgo(ticket.days);
    ingestConversations(story.as(userId(ADMIN)), ORGANIZATION, [
      conversationOf(ticket, story.daysAgo(ticket.days)),
    ]);
  }
}

function conversationOf({ number, subject, question, answer }: Ticket, createdAt: string): ConversationInput {
  return {
    id: `ticket-${number}`,
    subject,
    parts: [
      { type: 'message', role: 'user', body: question },
      { type: 'message', role: 'team-member', body: answer },
    ],
    metadata: {
      url: `https://support.tarnpost.example/tickets/${number}`,
      attributes: { channel: 'email' },
      createdAt,
    },
  };
}
