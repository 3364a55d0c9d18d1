import { createHash } from 'node:crypto'
import type { CalendarDate } from '#app/kernel/time/calendar_date'

/** What a run looks at; an empty list means all of them. Days are days of issue, both included. */
export type RunScope = {
  siteIds: number[]
  from: CalendarDate
  to: CalendarDate
  providerIds: number[]
  rules: string[]
  withPaid: boolean
}

/** The same for two runs over the same: only one of them goes on at a time. */
export function scopeKey(scope: RunScope): string {
  const sorted = {
    ...scope,
    siteIds: [...scope.siteIds].sort((a, b) => a - b),
    providerIds: [...scope.providerIds].sort((a, b) => a - b),
    rules: [...scope.rules].sort(),
  }
  return createHash('sha256')
    .update(JSON.stringify(Object.entries(sorted).sort()))
    .digest('hex')
    .slice(0, 32)
}

/** The invoices of a scope, as a condition on `i` with its values. */
export function scopeFilter({ siteIds, from, to, providerIds, withPaid }: RunScope) {
  const where = [
    'i.issued_on between :from::date and :to::date',
    `i.status not in ('received', 'analysing', 'cancelled', 'rejected', 'duplicate')`,
  ]
  if (siteIds.length > 0) where.push('i.site_id = any(:siteIds::bigint[])')
  if (providerIds.length > 0) where.push('i.provider_id = any(:providerIds::bigint[])')
  if (!withPaid) where.push(`i.payment_state <> 'paid'`)
  return { where: where.join(' and '), bindings: { from, to, siteIds, providerIds } }
}
