// Demo spaces for the organization itself: "Handbook", "Release notes" and an old one that was deleted.
import type { DemoPage } from './page.ts';

export const handbook: DemoPage[] = [
  {
    title: 'How we work',
    emoji: '🧭',
    markdown: `We are 34 people in four time zones. Writing is how we meet.

* Decisions stand in this handbook, not in a chat.
* A page has one owner. Anybody may propose a change; the owner merges it.
* What is older than a year and nobody defends is deleted.

Start with your [first week](joining/first-week.md).
`,
  },
  {
    title: 'Joining',
    group: true,
    pages: [
      {
        title: 'First week',
        markdown: `| Day | What |
| --- | --- |
| Monday | Laptop, accounts, lunch with your team |
| Tuesday | Ship a parcel to yourself, with the [public guide](https://docs.tarnpost.example/guides) |
| Wednesday | Shadow support for two hours |
| Thursday | Your first change request to this handbook: mend what confused you |
| Friday | Talk with your lead about the first month |
`,
      },
      {
        title: 'Accounts and access',
        markdown: `Everything is behind single sign-on. Ask in \`#access\`; two people of the operations team approve.

Production needs hardware keys. See [on-call](../engineering/on-call.md) before you ask for it.
`,
      },
    ],
  },
  {
    title: 'Engineering',
    markdown: `How we build and run the platform.
`,
    pages: [
      {
        title: 'On-call',
        emoji: '📟',
        markdown: `One week, Monday 10:00 to Monday 10:00 Oslo time. Two people: first and second.

1. Acknowledge within 5 minutes.
2. Open a channel \`#inc-<date>-<word>\`.
3. Stop the damage before you look for the cause.
4. Write the [review](incident-reviews.md) within three working days.
`,
      },
      {
        title: 'Incident reviews',
        markdown: `A review has no villain. It answers four questions: what did customers see, what did we see, why did it take as long as it took, what do we change.

{% hint style="success" %}
The best reviews of last year: *The carrier that answered 200*, *Leap second, leap label*.
{% endhint %}
`,
      },
      {
        title: 'Releases',
        markdown: `We release on every working day but Friday. A release is a tag; the notes go into the space **Release notes**.

\`\`\`bash
git tag -a v2.41.0 -m "Returns lapse after 60 days"
git push origin v2.41.0
\`\`\`
`,
      },
    ],
  },
  {
    title: 'Time off',
    markdown: `Thirty days, and you must take twenty of them. Tell your team two weeks ahead; put it into the calendar; then be gone.
`,
  },
];

export const releaseNotes: DemoPage[] = [
  {
    title: '2.41',
    slug: '2-41',
    description: 'Returns that lapse, faster labels',
    markdown: `* Return labels lapse after 60 days when they were not used.
* Labels are made in 180 ms, it was 420 ms.
* \`GET /v2/shipments\` can filter by carrier.
`,
  },
  {
    title: '2.40',
    slug: '2-40',
    markdown: `* New carrier: Nordfrakt (NO, SE).
* Webhook attempts show the answer we got.
`,
  },
  {
    title: '2.39',
    slug: '2-39',
    markdown: `* Addresses in Japan are checked down to the block.
* Fixed: a weight of exactly 31,500 g was refused.
`,
  },
];

export const oldGuides: DemoPage[] = [
  {
    title: 'Guides for version 1',
    markdown: `Version 1 is switched off on 30 September 2026. The current guides stand in the space **Guides**.
`,
  },
];
