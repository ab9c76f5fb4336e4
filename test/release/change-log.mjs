// What CHANGELOG.md is made of: the sentences of the changesets, the new ones first, then the repairs.

/** The kind of change and its sentences, of a changeset's text. */
export function readChangeset(text) {
  const [, head, body] = /^---\n([^]*?)\n---\n([^]*)$/.exec(text.replaceAll('\r\n', '\n')) ?? [];
  const kind = /^'modelrack': (major|minor|patch)$/.exec(head ?? '')?.[1];
  if (kind === undefined)
    throw new Error(`a changeset must begin with "'modelrack': minor" or patch or major: ${text}`);
  return {
    kind,
    sentences: body
      .trim()
      .replaceAll(/\s*\n(?!\n)\s*/g, ' ')
      .replaceAll(/\n\n+/g, ' '),
  };
}

const headings = { major: 'What means something else now', minor: 'New', patch: 'Repaired' };

/** A section of the change log, under the version that it is about. */
export function renderSection(version, changesets) {
  const parts = Object.entries(headings).flatMap(([kind, heading]) => {
    const own = changesets.filter((changeset) => changeset.kind === kind);
    return own.length === 0 ? [] : [`### ${heading}\n\n${own.map(({ sentences }) => `- ${sentences}`).join('\n')}`];
  });
  return [`## ${version}`, ...parts].join('\n\n');
}

/** Puts a section above the last one. */
export function withSection(changeLog, section) {
  const at = changeLog.indexOf('\n## ');
  return at < 0
    ? `${changeLog.trimEnd()}\n\n${section}\n`
    : `${changeLog.slice(0, at + 1)}${section}\n\n${changeLog.slice(at + 1)}`;
}

/** What is said of one version, without its heading; undefined: nothing. */
export function sectionOf(changeLog, version) {
  const found = changeLog.split(/^## /m).find((section) => section.split('\n')[0] === version);
  return found?.slice(found.indexOf('\n')).trim();
}
