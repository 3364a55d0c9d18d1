/** The constraint or unique index that a statement ran into, by its name; null when the error is anything else. */
export function violatedConstraint(error: unknown): string | null {
  if (typeof error !== 'object' || error === null || !('constraint' in error)) return null
  return typeof error.constraint === 'string' ? error.constraint : null
}

/** Whether a row could not go because another one names it. */
export function isForeignKeyViolation(error: unknown): boolean {
  return typeof error === 'object' && error !== null && 'code' in error && error.code === '23503'
}
