import { listEvents } from '#app/audit/list_events'
import { rows } from '#app/kernel/database/sql'
import { paymentsOf } from '#app/ledger/document_payments'
import { approvalRows } from '#app/loans/approvals/approval_rows'
import { readCompensation, transfersOf } from '#app/loans/compensations/compensation'
import { documentOf } from '#app/loans/compensations/decide_compensation'
import { fingerprintOf, openDebts } from '#app/loans/compensations/open_debts'
import { NETTING_LABELS, RESIDUALS } from '#app/loans/loan_labels'
import type { LoanViewer } from '#app/loans/queries/loan_viewer'
import { compensationWorkflow } from '#app/loans/workflows/compensation_workflow'

/** Everything the page of one netting shows. */
export async function compensationPage(id: number, viewer: LoanViewer) {
  const found = await readCompensation(id)
  const names = await namesOf(found.siteIds)
  const money = (minor: number) => ({ minor, currency: found.currency })
  const isOpen = found.status === 'proposed'
  const [lines, transfers, entries, events] = await Promise.all([
    linesOf(id, names, money),
    transferLines(id, names, money),
    entriesOf(found.groupKey, viewer),
    listEvents('loan_compensation', id),
  ])
  return {
    compensation: {
      id,
      number: found.number,
      cutOffOn: found.cutOffOn,
      postedOn: found.postedOn,
      mode: NETTING_LABELS[found.mode],
      residual: RESIDUALS[found.residual],
      includesInterest: found.includesInterest,
      total: money(found.totalMinor),
      fingerprint: found.fingerprint,
      state: found.status,
      status: {
        label: compensationWorkflow.label(found.status),
        tone: compensationWorkflow.tone(found.status),
      },
      /** The balances are not those that were proposed any more: it cannot be posted. */
      isChanged: isOpen && fingerprintOf(found, (await openDebts(found)).debts) !== found.fingerprint,
    },
    actions: viewer.isOwn ? compensationWorkflow.available(found.status, viewer.role) : [],
    approvals: isOpen ? await approvalRows(documentOf(found), viewer.id) : null,
    lines,
    transfers,
    entries: entries.map(({ minor, ...entry }) => ({ ...entry, amount: money(minor) })),
    events,
  }
}

type Names = ReadonlyMap<number, string>
type ToMoney = (minor: number) => { minor: number; currency: string }

async function namesOf(siteIds: readonly number[]): Promise<Names> {
  const found = await rows<{ id: number; name: string }>(
    `select id, legal_name::text as name from sites where id = any(:ids::bigint[])`,
    { ids: [...siteIds] }
  )
  return new Map(found.map(({ id, name }) => [id, name]))
}

/** Each debt once, as its creditor has it. */
async function linesOf(id: number, names: Names, money: ToMoney) {
  const found = await rows<{
    id: number
    loanId: number | null
    number: string | null
    siteId: number
    partnerId: number
    principalMinor: number
    interestMinor: number
  }>(
    `select n.id, n.loan_id, l.number, n.site_id, n.partner_site_id as partner_id, n.principal_minor, n.interest_minor from loan_compensation_lines n left join loans l on l.id = n.loan_id
      where n.loan_compensation_id = :id and n.side = 'receivable' order by n.id`,
    { id }
  )
  return found.map((line) => ({
    id: line.id,
    loan: line.loanId === null ? null : { id: line.loanId, number: line.number ?? '' },
    debtor: names.get(line.partnerId) ?? '',
    creditor: names.get(line.siteId) ?? '',
    principal: money(line.principalMinor),
    interest: money(line.interestMinor),
    total: money(line.principalMinor + line.interestMinor),
  }))
}

async function transferLines(id: number, names: Names, money: ToMoney) {
  const transfers = await transfersOf(id)
  const orders = await paymentsOf(
    'loan_payment',
    transfers.flatMap(({ paymentId }) => paymentId ?? [])
  )
  return transfers.map(({ id: transferId, fromId, toId, amountMinor, paymentId }) => {
    const order = orders.findLast(({ documentId }) => documentId === paymentId)
    return {
      id: transferId,
      from: names.get(fromId) ?? '',
      to: names.get(toId) ?? '',
      amount: money(amountMinor),
      order: order ? { id: order.id, number: order.number } : null,
    }
  })
}

type Entry = {
  id: number
  entryNo: number
  site: string
  postedOn: string
  description: string
  minor: number
}

/** Its entries in the books of the companies that the reader works with. */
const entriesOf = (groupKey: string | null, { siteIds }: LoanViewer) =>
  rows<Entry>(
    `select e.id, e.entry_no, s.code as site, e.posted_on, e.description, x.minor from journal_entries e join sites s on s.id = e.site_id
       cross join lateral (select sum(base_minor) filter (where base_minor > 0)::bigint as minor from journal_lines l where l.entry_id = e.id) x
      where e.group_key = :groupKey::uuid and (:all or e.site_id = any(:siteIds::bigint[])) order by e.id`,
    { groupKey, all: siteIds === 'all', siteIds: siteIds === 'all' ? [] : siteIds }
  )
