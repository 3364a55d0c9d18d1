import { rows } from '#app/kernel/database/sql'
import { type ListedAttempt, listAttempts } from '#app/payments/proofs/proof_facts'

/** What the bank made of each submission. */
export async function attemptsOf(orderId: number) {
  return (await listAttempts(orderId)).map(attemptRow)
}

function attemptRow({ attemptNo, startedAt, badge, httpStatus, providerRef, error }: ListedAttempt) {
  return {
    attemptNo,
    startedAt: startedAt.toISOString(),
    status: badge,
    httpStatus,
    providerRef,
    error,
  }
}

/** Who decided what, the first in front. */
export async function decisionsOf(orderId: number) {
  const found = await rows<{
    id: number
    user: string
    decidedAt: Date
    site: string
    comment: string | null
    isOverride: boolean
    revoked: boolean
  }>(
    `select d.id, u.name as "user", d.decided_at, s.legal_name::text as site, d.comment, d.is_override, d.revoked_at is not null as revoked from approval_decisions d join users u on u.id = d.user_id join sites s on s.id = d.site_id
      where d.document_type = 'payment_order' and d.document_id = :orderId order by d.decided_at`,
    { orderId }
  )
  return found.map((decision) => ({ ...decision, decidedAt: decision.decidedAt.toISOString() }))
}

type Entry = {
  entryNo: number
  postedOn: string
  site: string
  account: string
  name: string
  amountMinor: number
  currency: string
}

/** What the books of these companies say of it, each line in the currency of its account. */
export async function entriesOf(orderId: number, companies: number[] | 'all') {
  const found = await rows<Entry>(
    `select e.entry_no, e.posted_on, s.code as site, a.code as account, a.name, l.amount_minor, l.currency from journal_entries e join journal_lines l on l.entry_id = e.id
       join ledger_accounts a on a.id = l.account_id join sites s on s.id = e.site_id where e.source_type = 'payment_order' and e.source_id = :orderId and (:all or e.site_id = any(:ids::bigint[])) order by e.id, l.line_no`,
    { orderId, all: companies === 'all', ids: companies === 'all' ? [] : companies }
  )
  return found.map(({ amountMinor, currency, ...line }) => ({
    ...line,
    amount: { minor: amountMinor, currency },
  }))
}
