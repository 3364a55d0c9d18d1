import type Invoice from '#app/invoices/models/invoice'
import { execute, type Transaction } from '#app/kernel/database/sql'

/** A credit note's total is negative and an invoice's is not: turns every amount of a locked invoice when it is not so. */
export async function signAmounts(invoice: Invoice, trx: Transaction): Promise<void> {
  const isCredit = invoice.docType === 'credit_note'
  if (isCredit ? invoice.totalMinor <= 0 : invoice.totalMinor >= 0) return
  invoice.merge({
    baseMinor: -invoice.baseMinor,
    vatMinor: -invoice.vatMinor,
    surchargeMinor: -invoice.surchargeMinor,
    withholdingMinor: -invoice.withholdingMinor,
    suppliedMinor: -invoice.suppliedMinor,
    totalMinor: -invoice.totalMinor,
    advanceMinor: 0 - invoice.advanceMinor,
    prepaidMinor: 0 - invoice.prepaidMinor,
    retainedMinor: 0 - invoice.retainedMinor,
    roundingMinor: 0 - invoice.roundingMinor,
  })
  await execute(
    `update invoice_lines set base_minor = -base_minor, vat_minor = -vat_minor, withholding_minor = -withholding_minor, updated_at = now() where invoice_id = :id`,
    { id: invoice.id },
    trx
  )
  await execute(
    `update invoice_tax_groups set base_minor = -base_minor, vat_minor = -vat_minor, surcharge_minor = -surcharge_minor where invoice_id = :id`,
    { id: invoice.id },
    trx
  )
}
