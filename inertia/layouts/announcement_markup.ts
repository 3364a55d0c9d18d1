export type MarkupToken = { text: string; style: 'plain' | 'bold' | 'italic' }

/**
 * The lines of an announcement and the pieces of each: `**text**` is bold, `*text*` italic, a newline a line break.
 * Anything else, HTML included, stays text.
 */
export function announcementLines(content: string): MarkupToken[][] {
  return content.split(/\r?\n/).map(lineTokens)
}

function lineTokens(line: string): MarkupToken[] {
  return line
    .split(/(\*\*[^*]+\*\*|\*[^*]+\*)/)
    .filter((part) => part !== '')
    .map(token)
}

function token(part: string): MarkupToken {
  if (/^\*\*[^*]+\*\*$/.test(part)) return { text: part.slice(2, -2), style: 'bold' }
  if (/^\*[^*]+\*$/.test(part)) return { text: part.slice(1, -1), style: 'italic' }
  return { text: part, style: 'plain' }
}

/** Where the button of an announcement may lead: an https address or a path of ours; anything else is null. */
export function announcementLink(url: string | null): { href: string; isExternal: boolean } | null {
  if (url === null) return null
  if (/^https:\/\/[^\s]+$/i.test(url)) return { href: url, isExternal: true }
  return /^\/(?![/\\])\S*$/.test(url) ? { href: url, isExternal: false } : null
}
