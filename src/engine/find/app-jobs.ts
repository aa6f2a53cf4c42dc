// Jobs that the platform's API does not offer: where in the web app they are done, and which commands come near.

export interface AppJob {
  /** What somebody wants to do. */
  job: string;
  /** Where in the app. */
  place: string;
  /** What docs does for it. */
  here: string;
  /** Words that people use for it. */
  words: string;
  /** Words of which one must be there: the others alone mean something else. */
  needs: string;
}

export const APP_JOBS = {
  domain: {
    job: 'Add a custom domain',
    place: 'open the site, then Settings > Domain and redirects',
    here: 'docs hostnames --help',
    words: 'add create connect set up attach point use custom own dns cname subdomain site',
    needs: 'domain hostname cname dns',
  },
  git: {
    job: 'Authorize git sync',
    place: 'open the space or site, then Git Sync',
    here: 'docs git --help',
    words: 'git github gitlab sync set up repository repo access',
    needs: 'connect authorize authorise link enable configure setup',
  },
  invitations: {
    job: 'List, resend or withdraw invitations',
    place: 'open the organization, then Settings > Members',
    here: 'docs invites --help',
    words: 'list show pending open sent withdraw cancel revoke resend see who',
    needs: 'invitation invite invited',
  },
  billing: {
    job: 'Change the plan or billing',
    place: 'open the organization, then Settings > Billing',
    here: 'docs report seats',
    words: 'change upgrade downgrade cancel pay credit',
    needs: 'billing payment subscription invoice plan card',
  },
  token: {
    job: 'Create an API token',
    place: 'open your account, then Settings > Developer',
    here: 'docs auth login',
    words: 'create generate new make get revoke personal api access developer key',
    needs: 'token',
  },
  account: {
    job: 'Delete an account or an organization',
    place: 'open its settings',
    here: 'docs orgs --help',
    words: 'delete close leave remove my own whole',
    needs: 'account organization',
  },
} as const satisfies Readonly<Record<string, AppJob>>;

/** Where it is done, for the help that `here` leads to. */
export const placeInApp = ({ job, place }: AppJob): string => `${job} in the app: ${place}.`;

/** The same as the hint of a command that cannot do it. */
export const inApp = (given: AppJob): string => `${placeInApp(given)} Here: ${given.here}`;
