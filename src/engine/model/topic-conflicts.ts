// docs help conflicts: from a change request that conflicts with main to one that is merged.

export const CONFLICTS = `Conflicts

A change request conflicts when it and main changed the same lines of a page. See which pages, and what each side says:

  docs cr diff 2 --space Guides --against main

Pages in conflict are marked. For each of them, decide what the page should say:

  # main's version: drop the change of the request
  docs cr edit 2 --space Guides --revert-page rate-limits --yes

  # both, or something new: write the page as it should be, starting from main's version
  docs pages get rate-limits --space Guides --format markdown > page.md
  docs cr edit 2 --space Guides --revert-page rate-limits --yes
  docs cr sync 2 --space Guides
  docs cr edit 2 --space Guides --page rate-limits --file page.md

Then bring the request up to date and merge it:

  docs cr sync 2 --space Guides
  docs cr merge 2 --space Guides

Nothing of main is lost on the way: --revert-page changes the request only, and a sync only brings changes of main into it.
`;
