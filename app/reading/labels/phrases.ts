/** The words of a text: label phrases hold no blanks, as labels are compared without them. */
export function phrases(text: string): string[] {
  return text.trim().split(/\s+/)
}
