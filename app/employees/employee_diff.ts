import { changedFields } from '#app/audit/record_event'

/**
 * What tells of a person or of their pay. The trail of events is never rewritten, and these must be forgotten six years
 * after somebody leaves, so an event only says that they changed.
 */
const PERSONAL = new Set([
  'firstName',
  'lastName',
  'taxId',
  'socialSecurityNo',
  'birthDate',
  'email',
  'phone',
  'address',
  'grossYearlyMinor',
  'netMonthlyMinor',
  'irpfPercent',
])

const HIDDEN = '•••'

/** The changes of an employee as an event may keep them; null when nothing changed. */
export function employeeDiff(
  before: Record<string, unknown>,
  after: Record<string, unknown>
): Record<string, [unknown, unknown]> | null {
  const changes = changedFields(before, after)
  if (!changes) return null
  return Object.fromEntries(
    Object.entries(changes).map(([field, [was, is]]): [string, [unknown, unknown]] =>
      PERSONAL.has(field) ? [field, [hidden(was), hidden(is)]] : [field, [was, is]]
    )
  )
}

const hidden = (value: unknown) => (value === null || value === undefined || value === '' ? null : HIDDEN)
