import type { Actor } from '#app/audit/record_event'
import { execute, inTransaction, oneRow, row, type Transaction } from '#app/kernel/database/sql'
import { DomainError } from '#app/kernel/domain_error'
import { type LockedCost, lockCost } from '#app/legal/actions/lock_cost'
import { applyToInvoice } from '#app/payments/kinds/legal_procedure/apply_legal_cost'
import {
  type CostInvoice,
  lockInvoice,
  tellOfCost,
} from '#app/payments/kinds/legal_procedure/lock_cost_invoice'

type Link = { costId: number; invoiceId: number }

/**
 * The invoice of a cost has come. What is not paid yet takes its amounts and is paid with it from now on; what was paid
 * without it (funds on account, a fee) is applied to it, so that it is not paid twice. Throws E_INVOICE for an invoice of
 * others or not booked, E_ACCRUED for a cost that was booked as an expense without one, E_AMOUNT where more was paid than it owes.
 */
export async function linkCostInvoice({ costId, invoiceId }: Link, actor: Actor): Promise<void> {
  await inTransaction(async (trx) => {
    const invoice = await lockInvoice(invoiceId, trx)
    const cost = await lockCost(costId, trx)
    refuseStrange(cost, invoice)
    if (cost.invoiceId !== null || cost.appliedInvoiceId !== null)
      throw new DomainError('E_INVOICE', 'El coste ya tiene factura.', { field: 'invoice_id' })
    await refuseTaken(invoiceId, trx)
    if (cost.accrualEntryId !== null)
      throw new DomainError(
        'E_ACCRUED',
        'El coste se contabilizó como gasto sin factura: anúlelo y cree otro con ella.',
        { field: 'invoice_id' }
      )
    await tellOfCost(cost, 'legal_cost.linked', { invoice: [null, invoice.reference] }, actor, trx)
    if (cost.status === 'paid') await applyToInvoice(cost, invoice, actor, trx)
    else await take(cost, invoice, trx)
  })
}

/** The cost is paid apart from the invoice again. Throws E_PAID once something of it was paid or is in a payment. */
export async function unlinkCostInvoice(costId: number, actor: Actor): Promise<void> {
  await inTransaction(async (trx) => {
    const { invoiceId } = await oneRow<{ invoiceId: number | null }>(
      `select invoice_id from legal_procedure_costs where id = :costId`,
      { costId },
      trx
    )
    if (invoiceId === null)
      throw new DomainError('E_INVOICE', 'El coste no tiene factura: recargue la página.')
    const invoice = await lockInvoice(invoiceId, trx)
    const cost = await lockCost(costId, trx)
    if (cost.invoiceId !== invoiceId || cost.paidMinor > 0 || !['planned', 'payable'].includes(cost.status))
      throw new DomainError('E_PAID', 'La factura del coste está pagada o en pago: no se puede desvincular.')
    if (cost.status === 'payable' && cost.documentId === null)
      throw new DomainError('E_DOCUMENT', 'El coste no tiene otro documento: anúlelo y cree otro.')
    await execute(`update legal_procedure_costs set invoice_id = null where id = :costId`, { costId }, trx)
    await tellOfCost(cost, 'legal_cost.unlinked', { invoice: [invoice.reference, null] }, actor, trx)
  })
}

function refuseStrange({ siteId, providerId }: LockedCost, invoice: CostInvoice): void {
  if (invoice.siteId !== siteId || providerId === null || invoice.providerId !== providerId)
    throw new DomainError('E_INVOICE', 'La factura es de otra empresa o de otro proveedor.', {
      field: 'invoice_id',
    })
  if (invoice.status !== 'booked' || invoice.docType === 'credit_note' || invoice.currency !== 'EUR')
    throw new DomainError('E_INVOICE', 'Elija una factura contabilizada, en euros.', { field: 'invoice_id' })
}

async function refuseTaken(invoiceId: number, trx: Transaction): Promise<void> {
  const taken = await row(
    `select 1 as found from legal_procedure_costs where :invoiceId in (invoice_id, applied_invoice_id)`,
    { invoiceId },
    trx
  )
  if (taken) throw new DomainError('E_INVOICE', 'La factura ya es de otro coste.', { field: 'invoice_id' })
}

/** The cost becomes what the invoice says, and follows what is paid of it (also in the database). */
async function take(cost: LockedCost, invoice: CostInvoice, trx: Transaction): Promise<void> {
  if ((cost.status !== 'planned' && cost.status !== 'payable') || cost.paidMinor > 0)
    throw new DomainError('E_PAID', 'El coste está en pago o pagado en parte: espere a que termine.', {
      field: 'invoice_id',
    })
  const other = invoice.totalMinor - (invoice.baseMinor + invoice.vatMinor - invoice.withholdingMinor)
  await execute(
    `update legal_procedure_costs set invoice_id = :invoiceId, base_minor = :baseMinor, vat_minor = :vatMinor, withholding_minor = :withholdingMinor, total_minor = :totalMinor,
        due_on = coalesce(:dueOn, due_on), expense_account_id = case when status = 'planned' then null else expense_account_id end where id = :costId`,
    {
      costId: cost.id,
      invoiceId: invoice.id,
      // Surcharges and rounding of the invoice count as base: the total is what is owed.
      baseMinor: invoice.baseMinor + other,
      vatMinor: invoice.vatMinor,
      withholdingMinor: invoice.withholdingMinor,
      totalMinor: invoice.totalMinor,
      dueOn: invoice.dueOn,
    },
    trx
  )
  if (cost.status === 'planned') return
  await execute(
    `update legal_procedure_costs set paid_minor = :paidMinor, status = :status where id = :costId`,
    {
      costId: cost.id,
      paidMinor: Math.min(
        invoice.totalMinor,
        invoice.totalMinor + invoice.roundingMinor - invoice.outstandingMinor
      ),
      status: invoice.outstandingMinor === 0 ? 'paid' : invoice.live > 0 ? 'ordered' : 'payable',
    },
    trx
  )
}
