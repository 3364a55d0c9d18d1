/** What may stand unescaped in the extended form of a name (RFC 8187 §3.2.1); `encodeURIComponent` lets four more through. */
const escaped = (text: string) =>
  encodeURIComponent(text).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`
  )

/**
 * The header `content-disposition` of a file to be kept under this name, whatever is in it: a header takes neither line ends
 * nor letters beyond Latin-1, and quotes end its value. Old readers get the name in ASCII, the others the whole (RFC 6266).
 */
export function attachmentHeader(name: string): string {
  const whole =
    name
      .toWellFormed()
      .replace(/\p{Cc}/gu, ' ')
      .replace(/[/\\]/g, '_')
      .trim() || 'archivo'
  const ascii = whole
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[^\x20-\x7e]/g, '_')
    .replace(/"/g, '_')
  return `attachment; filename="${ascii}"; filename*=UTF-8''${escaped(whole)}`
}
