import type { AuditContext, Policy } from '#app/invoices/audit/audit_context'

type Amount = { siteId: number | null; minor: number }

/** How many approvals an amount needs in a company. The most specific policy wins, as when it is approved (area 02). */
export function approvalsFor({ siteId, minor }: Amount, { policies }: AuditContext): number {
  const amount = Math.abs(minor)
  const isAbout = (policy: Policy) =>
    policy.fromMinor <= amount && (policy.siteId === siteId || policy.siteId === null)
  const [first] = policies.filter(isAbout).sort((a, b) => rankOf(a) - rankOf(b) || b.fromMinor - a.fromMinor)
  return first?.required ?? 1
}

const rankOf = ({ siteId, isForInvoices }: Policy) => (siteId === null ? 2 : 0) + (isForInvoices ? 0 : 1)

/** Amounts in cents at which an approval of this company ends or a further one begins, ascending. */
export function limitsOf(siteId: number | null, { limits, policies }: AuditContext): number[] {
  const ends = limits.filter((limit) => limit.siteId === siteId).map(({ maxMinor }) => maxMinor)
  const begins = policies
    .filter((policy) => (policy.siteId === siteId || policy.siteId === null) && policy.fromMinor > 0)
    .map(({ fromMinor }) => fromMinor)
  return [...new Set([...ends, ...begins])].sort((a, b) => a - b)
}

/** Whether one amount passes a limit that another does not: it needs more approvals, or somebody with a higher maximum. */
export function passesMore(amount: Amount, than: Amount, context: AuditContext): boolean {
  if (approvalsFor(amount, context) > approvalsFor(than, context)) return true
  const ends = context.limits.filter(({ siteId }) => siteId === amount.siteId).map(({ maxMinor }) => maxMinor)
  return ends.some((end) => Math.abs(than.minor) <= end && Math.abs(amount.minor) > end)
}
