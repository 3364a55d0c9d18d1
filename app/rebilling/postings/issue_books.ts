import type { Actor } from '#app/audit/record_event'
import { groupInvoiceBook } from '#app/invoices/group/book_group_invoice'
import { issuedTaxLines } from '#app/issuing/invoices/issued_tax_lines'
import type { Transaction } from '#app/kernel/database/sql'
import type { CalendarDate } from '#app/kernel/time/calendar_date'
import { groupLine } from '#app/ledger/actions/group_account'
import type { BookDraft } from '#app/ledger/actions/post_books'
import type { DraftLine } from '#app/ledger/journal_draft'
import { roleCode } from '#app/ledger/queries/role_account'
import type { Charge } from '#app/rebilling/charges/charge'
import { costAccount } from '#app/rebilling/postings/cost_account'
import type { DocumentLine } from '#app/rebilling/postings/document_lines'
import { REBILLING } from '#app/rebilling/rebilling_labels'

export type Issued = {
  charge: Charge
  number: string
  issuedInvoiceId: number
  /** What the other company received, where that is an invoice. */
  targetInvoiceId: number | null
  lines: readonly DocumentLine[]
  postedOn: CalendarDate
  actor: Actor
}

/**
 * What both books get of a charge that is issued (area 32): who charges has the total with the other company against income, or
 * the account of the cost where it was paid in the other’s name, and the tax; who is charged has the cost and the tax that it
 * deducts. Both on their current account with each other (5523).
 */
export async function issueBooks(issued: Issued, trx: Transaction): Promise<BookDraft[]> {
  return [await originBook(issued, trx), await targetBook(issued, trx)]
}

async function originBook({ charge, number, issuedInvoiceId }: Issued, trx: Transaction): Promise<BookDraft> {
  const { originSiteId: siteId, targetSiteId: partnerId, totalMinor } = charge
  const owed = await groupLine(
    { siteId, partnerId, role: 'intercompany_current', amountMinor: totalMinor },
    trx
  )
  const earned =
    charge.treatment === 'suplido' ? await costLines(charge, trx) : await incomeLines(charge, trx)
  const taxes = charge.treatment === 'invoice' ? await issuedTaxLines(issuedInvoiceId, trx) : []
  return {
    siteId,
    journal: 'ventas',
    kind: charge.totalMinor < 0 ? 'rebilling.rectify' : 'rebilling.issue',
    description: `${number} a ${charge.targetName}: ${charge.concept}`.slice(0, 250),
    sourceType: REBILLING,
    sourceId: charge.id,
    lines: [{ ...owed, ...document(charge), memo: number }, ...earned, ...taxes],
  }
}

const document = ({ id }: Pick<Charge, 'id'>) => ({ documentType: REBILLING, documentId: id })

/** Base and margin are income of who charges. */
async function incomeLines(charge: Charge, trx: Transaction): Promise<DraftLine[]> {
  const { originSiteId: siteId, targetSiteId, baseMinor, markupMinor } = charge
  const prefix = charge.incomeAccount ?? (await roleCode(siteId, 'rebilling_income', trx))
  const account = await costAccount(siteId, prefix, trx)
  return [
    {
      accountId: account,
      amountMinor: -(baseMinor + markupMinor),
      counterpartyType: 'site',
      counterpartyId: targetSiteId,
      ...document(charge),
    },
  ]
}

/** What was paid in somebody’s name leaves the account where it was booked: it was never one’s own cost. */
async function costLines(charge: Charge, trx: Transaction): Promise<DraftLine[]> {
  const sums = new Map<string, number>()
  for (const { accountCode, amountMinor } of charge.costs)
    sums.set(accountCode, (sums.get(accountCode) ?? 0) + amountMinor)
  const lines: DraftLine[] = []
  for (const [code, amountMinor] of sums)
    if (amountMinor !== 0)
      lines.push({
        accountId: await costAccount(charge.originSiteId, code, trx),
        amountMinor: -amountMinor,
        counterpartyType: 'site',
        counterpartyId: charge.targetSiteId,
        ...document(charge),
      })
  return lines
}

async function targetBook(issued: Issued, trx: Transaction): Promise<BookDraft> {
  const { charge, number, targetInvoiceId, lines, postedOn, actor } = issued
  const { originSiteId: partnerId, targetSiteId: siteId } = charge
  if (targetInvoiceId !== null)
    return groupInvoiceBook({ invoiceId: targetInvoiceId, partnerId, postedOn, actor }, trx)
  const owed = await groupLine(
    { siteId, partnerId, role: 'intercompany_current', amountMinor: -charge.totalMinor },
    trx
  )
  return {
    siteId,
    journal: 'compras',
    kind: 'rebilling.receive',
    description: `${number} de ${charge.originName}: ${charge.concept}`.slice(0, 250),
    sourceType: REBILLING,
    sourceId: charge.id,
    lines: [...(await expenseLines(charge, lines, trx)), { ...owed, ...document(charge), memo: number }],
  }
}

async function expenseLines(
  charge: Charge,
  lines: readonly DocumentLine[],
  trx: Transaction
): Promise<DraftLine[]> {
  const { targetSiteId: siteId, originSiteId } = charge
  const sums = new Map<string, { code: string; categoryId: number | null; amountMinor: number }>()
  for (const { accountCode: code, categoryId, baseMinor } of lines) {
    const key = `${code}|${categoryId}`
    const known = sums.get(key)
    if (known) known.amountMinor += baseMinor
    else sums.set(key, { code, categoryId, amountMinor: baseMinor })
  }
  const drafted: DraftLine[] = []
  for (const { code, categoryId, amountMinor } of sums.values())
    if (amountMinor !== 0)
      drafted.push({
        accountId: await costAccount(siteId, code, trx),
        amountMinor,
        categoryId,
        counterpartyType: 'site',
        counterpartyId: originSiteId,
        ...document(charge),
      })
  return drafted
}
