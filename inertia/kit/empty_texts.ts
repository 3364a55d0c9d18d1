/** What is sent of the texts of a form: without spaces around, null for what was left empty. */
export function nullForEmpty(texts: Record<string, string | null>): Record<string, string | null> {
  return Object.fromEntries(
    Object.entries(texts).map(([name, text]) => [
      name,
      text === null || text.trim() === '' ? null : text.trim(),
    ])
  )
}
