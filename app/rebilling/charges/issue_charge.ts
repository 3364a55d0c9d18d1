import type { Actor } from '#app/audit/record_event'
import { sha256Of, storeFile } from '#app/files/store_file'
import { bookGroupInvoice } from '#app/invoices/group/book_group_invoice'
import { registerGroupInvoice } from '#app/invoices/group/register_group_invoice'
import { issueInvoice } from '#app/issuing/invoices/issue_invoice'
import type { IssuedInvoice } from '#app/issuing/invoices/new_invoice'
import { invoiceFile } from '#app/issuing/pdf/invoice_file'
import { inTransaction, type Transaction } from '#app/kernel/database/sql'
import { DomainError } from '#app/kernel/domain_error'
import { addDays, type CalendarDate } from '#app/kernel/time/calendar_date'
import { postBooks } from '#app/ledger/actions/post_books'
import { isMonthOpen } from '#app/ledger/queries/periods'
import { type Charge, lockCharge } from '#app/rebilling/charges/charge'
import { documentLinesOf } from '#app/rebilling/charges/charged_lines'
import { groupSupplier } from '#app/rebilling/charges/group_supplier'
import { moveCharge } from '#app/rebilling/charges/move_charge'
import { settleIssued } from '#app/rebilling/charges/settle_issued'
import type { DocumentLine } from '#app/rebilling/postings/document_lines'
import { issueBooks } from '#app/rebilling/postings/issue_books'
import { REBILLING } from '#app/rebilling/rebilling_labels'
import { rebillingWorkflow } from '#app/rebilling/workflows/rebilling_workflow'

const DUE_DAYS = 30

export type IssuedCharge = { id: number; number: string; isSettled: boolean }

/**
 * Issues an approved charge on a day: its document with the next number of the company that charges, both books, and the invoice of
 * the other company with its paper, or nothing of it. One that takes another back makes that one rectified. On the current account
 * it is settled at once. Throws E_PERIOD_CLOSED at `issued_on` with the company, E_INACTIVE, E_RECTIFIES, what issuing refuses, and
 * CR001 where its costs have changed meanwhile.
 */
export function issueCharge(
  { chargeId, issuedOn }: { chargeId: number; issuedOn: CalendarDate },
  actor: Actor
): Promise<IssuedCharge> {
  return inTransaction(async (trx) => {
    const charge = await lockCharge(chargeId, trx)
    rebillingWorkflow.next(charge.status, 'issue')
    await refuseUnready(charge, issuedOn, trx)
    const original = await lockOriginal(charge, trx)
    const lines = await documentLinesOf(charge, trx)
    const dueOn = charge.dueOn && charge.dueOn >= issuedOn ? charge.dueOn : addDays(issuedOn, DUE_DAYS)
    const issued = await issueInvoice(trx, {
      issuerSiteId: charge.originSiteId,
      recipient: { siteId: charge.targetSiteId },
      treatment: charge.treatment,
      issuedOn,
      dueOn,
      description: charge.concept,
      lines: lines.map(({ concept, baseMinor }) => ({
        description: concept,
        baseMinor,
        ...(charge.vatCodeId === null ? {} : { taxCodeId: charge.vatCodeId }),
      })),
      ...rectification(charge, original),
      source: { type: REBILLING, id: charge.id },
      actor,
    })
    if (issued.totalMinor !== charge.totalMinor)
      throw new Error(
        `${issued.number} comes to ${issued.totalMinor}, charge ${charge.id} to ${charge.totalMinor}`
      )
    const targetInvoiceId = await receive({ charge, original, issued, lines, issuedOn, dueOn, actor }, trx)
    const posted = {
      charge,
      number: issued.number,
      issuedInvoiceId: issued.id,
      targetInvoiceId,
      lines,
      actor,
    }
    const { groupKey, entries } = await postBooks(
      {
        sourceType: REBILLING,
        sourceId: charge.id,
        key: 'issued:1',
        postedOn: issuedOn,
        books: await issueBooks({ ...posted, postedOn: issuedOn }, trx),
        createdBy: actor.userId,
      },
      trx
    )
    const entry = entries.find(({ siteId }) => siteId === charge.targetSiteId)
    if (targetInvoiceId !== null && entry)
      await bookGroupInvoice({ invoiceId: targetInvoiceId, ...entry, postedOn: issuedOn, actor }, trx)
    await moveCharge(
      charge,
      {
        transition: 'issue',
        actor,
        reason: issued.number,
        also: `issued_on = :issuedOn, due_on = :dueOn, invoice_number = :number, issued_invoice_id = :issuedId, target_invoice_id = :targetInvoiceId::bigint, group_key = :groupKey::uuid, issued_at = now()`,
        values: { issuedOn, dueOn, number: issued.number, issuedId: issued.id, targetInvoiceId, groupKey },
      },
      trx
    )
    const isSettled = await settleIssued(
      { charge: { ...charge, status: 'issued' }, original, actor, on: issuedOn },
      trx
    )
    return { id: charge.id, number: issued.number, isSettled }
  })
}

/** Said before anything is written, in the words of the page; the books and the database refuse the same. */
async function refuseUnready(charge: Charge, day: CalendarDate, trx: Transaction): Promise<void> {
  const { originSiteId, originName, targetSiteId, targetName } = charge
  if (!charge.targetIsActive)
    throw new DomainError('E_INACTIVE', `${targetName} no está activa: la refacturación queda retenida.`)
  for (const { siteId, name } of [
    { siteId: originSiteId, name: originName },
    { siteId: targetSiteId, name: targetName },
  ])
    if (!(await isMonthOpen(siteId, day, trx)))
      throw new DomainError('E_PERIOD_CLOSED', `El periodo está cerrado en ${name}.`, { field: 'issued_on' })
}

/** What it takes back or corrects, under its lock. Throws E_RECTIFIES where that was not issued, or is being paid. */
async function lockOriginal(charge: Charge, trx: Transaction): Promise<Charge | null> {
  const originalId = charge.reversesId ?? charge.correctsId
  if (originalId === null) {
    if (charge.treatment === 'invoice' && charge.totalMinor < 0)
      throw new DomainError(
        'E_RECTIFIES',
        `${charge.number} es un abono y no hay ninguna factura de esta regla que rectificar: descártela o use una nota de cargo.`
      )
    return null
  }
  const original = await lockCharge(originalId, trx)
  if (charge.reversesId !== null) rebillingWorkflow.next(original.status, 'rectify')
  if (original.issuedInvoiceId === null || original.status === 'rectified')
    throw new DomainError(
      'E_RECTIFIES',
      `Emita antes ${original.number}, que es la refacturación que corrige ${charge.number}.`
    )
  return original
}

/** Amounts below zero rectify an invoice by what they change of it. */
function rectification(charge: Charge, original: Charge | null) {
  const invoiceId = original?.issuedInvoiceId ?? null
  if (charge.treatment !== 'invoice' || invoiceId === null) return {}
  return { rectifies: { invoiceIds: [invoiceId], method: 'differences' as const, cause: 'R1' as const } }
}

type Received = {
  charge: Charge
  original: Charge | null
  issued: IssuedInvoice
  lines: readonly DocumentLine[]
  issuedOn: CalendarDate
  dueOn: CalendarDate
  actor: Actor
}

/** The invoice that the other company has of it, with its paper; a debit note and what was paid in its name are none. */
async function receive(received: Received, trx: Transaction): Promise<number | null> {
  const { charge, original, issued, lines, issuedOn, dueOn, actor } = received
  if (charge.vatCodeId === null) return null
  if (charge.requiredTarget === null) throw new Error(`Charge ${charge.id} was never approved`)
  const bytes = await invoiceFile(issued.id, trx)
  const file = await storeFile({ name: `${issued.number}.pdf`, bytes, createdBy: actor.userId }, trx)
  return registerGroupInvoice(
    {
      siteId: charge.targetSiteId,
      providerId: await groupSupplier(charge.originSiteId, actor, trx),
      number: issued.number,
      issuedOn,
      dueOn,
      concept: charge.concept,
      rectifiesInvoiceId: original?.targetInvoiceId ?? null,
      taxCodeId: charge.vatCodeId,
      vatMinor: issued.vatMinor,
      lines,
      file: { id: file.id, sha256: sha256Of(bytes), pages: 1 },
      approved: {
        documentType: REBILLING,
        documentId: charge.id,
        required: charge.requiredTarget,
        said: `Aprobada con la refacturación ${charge.number}`,
      },
      actor,
    },
    trx
  )
}
