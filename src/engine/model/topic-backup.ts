// docs help backup: back up, restore and move content, from the first export to a site that is published again.

export const BACKUP = `Back up, restore and move

A backup is an export of pages, files, comments, settings and open change requests, in a folder of Markdown and JSON. Earlier
revisions and change requests that were merged or archived are not in it.

  docs export --all-spaces --to ./backup --files --comments --settings --change-requests
  docs export verify ./backup

Run the first line again to bring it up to date: only what changed is fetched. --settings keeps order, hidden pages,
variables, collections, and each site as a site file. --change-requests writes a patch for each page that an open change
request edits, its reviews and its comments; without it, export says how many are open and left out. Keep the folder in git, or copy it elsewhere.

To restore, look first, then run it without --dry-run:

  docs restore ./backup --space Guides --as "Guides (restored)" --dry-run
  docs restore ./backup --space Guides --into Guides --yes
  docs restore ./backup --space Guides --page webhooks --yes
  docs restore ./backup --all-spaces --collections --all-sites --dry-run

Pages go through a change request, which is merged at the end. Pages, files and spaces get new IDs, links and pictures are kept, and
comments become notes with author and date. Sites are made from their site files: structure, customization, redirects, share
links with new URLs. They stay unpublished unless --publish is given. Members, teams and access are not restored. If a
restore is interrupted, run it again with --resume: nothing is made twice.

With --change-requests, open change requests are opened again on the restored pages: you become their author, reviewers are
asked again, and who opened and reviewed them is their first comment.

What cannot be restored is said before anything is sent. docs restore ./backup --how lists it page by page, and asks the host
which ways it offers. Groups, link pages, covers, layouts and variables need git import:

  docs restore ./backup --space Guides --to-repository https://git.acme.com/guides.git --as "Guides (restored)"

pushes the files to a new branch with your own git, and imports it; the host must be able to read that URL without a
password. With a folder instead of the URL, the files are only written: push them yourself, and run docs git import.

To move spaces to another organization or host, name a profile for each side:

  docs migrate --from acme --to newco --spaces Guides,API --sites "Acme Docs" --map ids.json

The source is only read, each host gets only the token of its profile, and ids.json says which ID became which.

To try any of this first, docs sandbox init --demo makes a local platform.
`;
