import type { StatementIssue } from '#app/accounts/statements/parsed_statement'

/** A file that is wrong everywhere is told so this many times; the rest is only counted. */
const issuesMax = 500

/** Adds an issue to a list, or counts it in the last one when the list is full. */
export function addIssue(
  issues: StatementIssue[],
  code: string,
  message: string,
  line?: number | null
): void {
  if (issues.length < issuesMax) {
    issues.push(line === undefined || line === null ? { code, message } : { code, message, line })
  } else if (issues.length === issuesMax) {
    issues.push({
      code: 'too_many_issues',
      message: `Hay más de ${issuesMax} incidencias; se muestran las primeras.`,
    })
  }
}

/** Text of a file shown in a message: short and without control characters. */
export function quoted(text: string): string {
  const clean = text.replaceAll(/[\p{Cc}\p{Cf}\p{Co}\p{Cs}\ufffd]/gu, '?').trim()
  return `«${clean.length > 30 ? `${clean.slice(0, 30)}…` : clean}»`
}
