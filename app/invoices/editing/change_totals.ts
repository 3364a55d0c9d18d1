import type { Actor } from '#app/audit/record_event'
import { changeInvoice } from '#app/invoices/editing/change_invoice'
import { learnInvoice } from '#app/invoices/learning/learn_invoice'
import type Invoice from '#app/invoices/models/invoice'
import { findTaxCode } from '#app/invoices/queries/tax_codes'
import { execute, type Transaction } from '#app/kernel/database/sql'
import { DomainError } from '#app/kernel/domain_error'
import { formatAmount } from '#app/kernel/money/money'

type Group = { vatCodeId: number; baseMinor: number; vatMinor: number; surchargeMinor: number }

export type Totals = {
  groups: Group[]
  withholdingMinor: number
  suppliedMinor: number
  totalMinor: number
}

type Common = { invoiceId: number; actor: Actor; lockVersion: number }

/**
 * Corrects the totals as printed, a row a tax rate; those of a credit note may be given positive and are kept
 * negative. Throws at `total` when base + tax - withholding + suplidos is not the total, at `groups.n.vat_code_id` for
 * a rate given twice or of another territory. Lines that no longer add up stay, with an alarm.
 */
export function changeTotals({ invoiceId, actor, lockVersion, ...given }: Common & Totals) {
  refuseWrongSum(given)
  refuseRepeatedCode(given.groups)
  return changeInvoice({
    invoiceId,
    actor,
    lockVersion,
    action: 'totals_changed',
    edit: async (invoice, trx) => {
      const totals = invoice.docType === 'credit_note' && given.totalMinor > 0 ? turned(given) : given
      invoice.merge({
        baseMinor: sum(totals.groups, 'baseMinor'),
        vatMinor: sum(totals.groups, 'vatMinor'),
        surchargeMinor: sum(totals.groups, 'surchargeMinor'),
        withholdingMinor: totals.withholdingMinor,
        suppliedMinor: totals.suppliedMinor,
        totalMinor: totals.totalMinor,
      })
      await writeGroups(invoice, totals.groups, trx)
      await learnInvoice(invoice, 'totals', actor.userId, trx)
    },
  })
}

const sum = (groups: Group[], part: Exclude<keyof Group, 'vatCodeId'>) =>
  groups.reduce((total, group) => total + group[part], 0)

function refuseWrongSum({ groups, withholdingMinor, suppliedMinor, totalMinor }: Totals): void {
  const taxed = sum(groups, 'baseMinor') + sum(groups, 'vatMinor') + sum(groups, 'surchargeMinor')
  const computed = taxed - withholdingMinor + suppliedMinor
  if (computed === totalMinor) return
  throw new DomainError(
    'E_TOTAL',
    `El total no coincide: base + IVA − retención = ${formatAmount(computed, 'EUR')}, indicado ${formatAmount(totalMinor, 'EUR')}.`,
    { field: 'total' }
  )
}

function refuseRepeatedCode(groups: Group[]): void {
  const repeated = groups.findIndex(
    ({ vatCodeId }, index) => groups.findIndex((other) => other.vatCodeId === vatCodeId) !== index
  )
  if (repeated === -1) return
  throw new DomainError('E_TAX_REPEATED', 'Este tipo de IVA ya está en otra fila: sume sus importes.', {
    field: `groups.${repeated}.vat_code_id`,
  })
}

/** A credit note given with positive amounts. */
const turned = ({ groups, withholdingMinor, suppliedMinor, totalMinor }: Totals): Totals => ({
  groups: groups.map(({ vatCodeId, baseMinor, vatMinor, surchargeMinor }) => ({
    vatCodeId,
    baseMinor: -baseMinor,
    vatMinor: -vatMinor,
    surchargeMinor: -surchargeMinor,
  })),
  withholdingMinor: -withholdingMinor,
  suppliedMinor: -suppliedMinor,
  totalMinor: -totalMinor,
})

async function writeGroups(invoice: Invoice, groups: Group[], trx: Transaction): Promise<void> {
  await execute(`delete from invoice_tax_groups where invoice_id = :id`, { id: invoice.id }, trx)
  for (const [index, group] of groups.entries()) {
    await findTaxCode(
      { id: group.vatCodeId, use: 'vat', siteId: invoice.siteId, field: `groups.${index}.vat_code_id` },
      trx
    )
    await execute(
      `insert into invoice_tax_groups (invoice_id, vat_code_id, base_minor, vat_minor, surcharge_minor) values (:invoiceId, :vatCodeId, :baseMinor, :vatMinor, :surchargeMinor)`,
      { invoiceId: invoice.id, ...group },
      trx
    )
  }
}
