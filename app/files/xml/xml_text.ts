/** Text between tags: what XML would read otherwise is escaped. */
export function escapeXml(text: string): string {
  return /[&<>]/.test(text)
    ? text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
    : text
}

/** An element around XML that is already written; nothing at all around nothing. */
export function tag(name: string, inside: string): string {
  return inside === '' ? '' : `<${name}>${inside}</${name}>`
}
