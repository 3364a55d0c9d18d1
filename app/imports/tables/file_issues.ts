/**
 * Something a file says wrong, in Spanish and with its line (from 1) when it has one. The rest of the file is read all the
 * same: whoever imports it decides.
 */
export type FileIssue = { code: string; message: string; line?: number }

/** A file that is wrong everywhere is told so this many times; the rest is only counted. */
const issuesShownMax = 500

/** Adds an issue to a list. Every one is kept while a file is read: what is refused is decided by all of them. */
export function addIssue(issues: FileIssue[], code: string, message: string, line?: number | null): void {
  issues.push(line === undefined || line === null ? { code, message } : { code, message, line })
}

/** The issues as they are kept and shown: the first ones and, when there are more, how many were left out. */
export function firstIssues(issues: readonly FileIssue[], countMax: number = issuesShownMax): FileIssue[] {
  if (issues.length <= countMax) return [...issues]
  const message = `Hay ${issues.length} incidencias; se muestran las primeras ${countMax}.`
  return [...issues.slice(0, countMax), { code: 'too_many_issues', message }]
}

/** Text of a file shown in a message: short and without control characters. */
export function quoted(text: string): string {
  const clean = text.replaceAll(/[\p{Cc}\p{Cf}\p{Co}\p{Cs}\ufffd]/gu, '?').trim()
  return `«${clean.length > 30 ? `${clean.slice(0, 30)}…` : clean}»`
}
