import type { ReportPeriod } from '#app/kernel/time/report_period'

type Parts = Record<string, string | number | readonly (string | number)[] | null>

/** A page with its query; lists are written `name[]=a&name[]=b`. */
function link(path: string, parts: Parts): string {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(parts)) {
    if (value === null) continue
    if (typeof value === 'object') for (const one of value) search.append(`${name}[]`, String(one))
    else search.append(name, String(value))
  }
  return `${path}?${search}`
}

/** States of an invoice that the report counts as spent: decided, not refused. */
export const COUNTED_STATUSES = ['approved', 'booked', 'disputed'] as const

/** The invoices behind a figure of the period. */
export const invoicesLink = (siteId: number, { from, to }: ReportPeriod, more: Parts = {}): string =>
  link('/invoices', {
    site_ids: [siteId],
    status: COUNTED_STATUSES,
    issued_from: from,
    issued_to: to,
    worth: 1,
    ...more,
  })

export const openInvoicesLink = (siteId: number, tab: 'approval' | 'alarms'): string =>
  link('/invoices', { tab, site_ids: [siteId], worth: 1 })

export const buffersLink = (siteId: number): string =>
  link('/paysuppliers', { tab: 'buffer', site_ids: [siteId], worth: 1 })

/** The open invoices whose operation was until a day. */
export const pendingLink = (siteId: number, until: string): string =>
  link('/resumen/vencimientos', { site_ids: [siteId], operation_to: until })

/** Open alarms of a severity. */
export const alarmsLink = (siteId: number, severity: string): string =>
  link('/analisar-facturas', { severity: [severity], site_ids: [siteId] })

/** Balance, what is held and what is available of an account. */
export const heldLink = (accountId: number): string => link('/resumen/retenido', { account_id: accountId })

/** The mayor of an account of the plan. */
export const ledgerLink = (ledgerAccountId: number): string => `/accounts/plan/${ledgerAccountId}/ledger`

export const accountsLink = (siteId: number): string => link('/accounts', { site_ids: [siteId] })

export const accountLink = (accountId: number): string => `/accounts/${accountId}/edit`

/** Movements of an account in some days: received, paid, or those in certain states. */
export const movementsLink = (accountId: number, { from, to }: ReportPeriod, more: Parts = {}): string =>
  link(`/accounts/${accountId}/edit`, { tab: 'movements', booked_from: from, booked_to: to, ...more })

export const RECEIVED = { amount_min: '0.01' }
export const PAID = { amount_max: '-0.01' }
