import type { Actor } from '#app/audit/record_event'
import { refuseOtherKind } from '#app/invoices/approval/refuse_other_kind'
import { rehearseBooking } from '#app/invoices/booking/book_invoice'
import { isDuePossible } from '#app/invoices/editing/due_rules'
import { refuseWithoutRate } from '#app/invoices/intake/keep_rate'
import type Invoice from '#app/invoices/models/invoice'
import { oneRow, row, type Transaction } from '#app/kernel/database/sql'
import { DomainError } from '#app/kernel/domain_error'

type Facts = {
  siteStatus: string
  lines: number
  unclassified: number
  foreignCenters: number
  groups: number
  baseMinor: number
  vatMinor: number
  surchargeMinor: number
  bankIsUsable: boolean
}

/**
 * Throws, in words, whatever would keep an invoice from being approved and booked: what is missing, what does not add
 * up, what belongs to somebody else, an open blocking alarm. The posting is rehearsed.
 */
export async function refuseUnready(invoice: Invoice, actor: Actor, trx: Transaction): Promise<void> {
  if (invoice.isInQuarantine)
    throw new DomainError(
      'E_QUARANTINE',
      'La factura llegó por la página pública: acéptela o rechácela antes de seguir.'
    )
  refuseOtherKind(invoice)
  refuseMissing(invoice)
  refuseWrongDue(invoice)
  const facts = await readFacts(invoice, trx)
  if (facts.siteStatus === 'archived') throw new DomainError('E_SITE', 'La empresa está archivada.')
  await refuseWithoutRate(invoice, trx)
  if (facts.lines === 0) throw new DomainError('E_LINES', 'La factura debe conservar al menos una línea.')
  if (facts.unclassified > 0)
    throw new DomainError('E_UNCLASSIFIED', 'Clasifique todas las líneas antes de enviarla.')
  if (facts.foreignCenters > 0)
    throw new DomainError('E_CENTER', 'Una línea tiene un centro de otra empresa: corríjala.')
  if (!facts.bankIsUsable)
    throw new DomainError('E_BANK', 'La cuenta de pago elegida no se puede usar: elija otra.')
  refuseWrongTaxes(invoice, facts)
  refuseUnboundCredit(invoice)
  await refuseBlocked(invoice, trx)
  await rehearseBooking(invoice, actor, trx)
}

function refuseMissing(invoice: Invoice): void {
  const missing = [
    invoice.siteId ? null : 'la empresa',
    invoice.providerId ? null : 'el proveedor',
    invoice.invoiceNumber ? null : 'el número',
    invoice.issuedOn ? null : 'la fecha de emisión',
  ].filter((part) => part !== null)
  if (missing.length > 0) throw new DomainError('E_INCOMPLETE', `Falta completar ${missing.join(', ')}.`)
}

function refuseWrongDue(invoice: Invoice): void {
  if (!isDuePossible(invoice))
    throw new DomainError(
      'E_DUE_PARTS',
      'Lo anticipado, pagado y retenido supera el total de la factura: corrija «Importe a pagar».'
    )
}

function refuseWrongTaxes(invoice: Invoice, { groups, baseMinor, vatMinor, surchargeMinor }: Facts): void {
  if (groups === 0) throw new DomainError('E_INCOMPLETE', 'Falta completar los importes.')
  if (
    baseMinor !== invoice.baseMinor ||
    vatMinor !== invoice.vatMinor ||
    surchargeMinor !== invoice.surchargeMinor
  )
    throw new DomainError(
      'E_TAX_GROUPS',
      'Los importes por tipo de IVA no suman la base y el IVA de la factura: corrija los totales.'
    )
}

function refuseUnboundCredit(invoice: Invoice): void {
  if (invoice.docType !== 'credit_note') return
  if (invoice.totalMinor > 0)
    throw new DomainError('E_CREDIT_SIGN', 'Un abono no puede aumentar lo que se debe: revise sus importes.')
  if (!invoice.rectifiesInvoiceId && !invoice.rectificationNote)
    throw new DomainError(
      'E_RECTIFIES',
      'Indique en «Tipo y concepto» la factura que rectifica el abono, o el motivo de que no la haya.'
    )
}

/** B1 and B5 wait for the bank detail to be verified; they stop the payment, not the approval of the invoice itself. */
async function refuseBlocked(invoice: Invoice, trx: Transaction): Promise<void> {
  const blocking = await row<{ message: string }>(
    `select message from invoice_alarms where invoice_id = :id and status = 'open' and severity = 'blocking' and rule_code not in ('B1', 'B5') order by id limit 1`,
    { id: invoice.id },
    trx
  )
  if (blocking) throw new DomainError('E_ALARM', `Hay una alarma bloqueante: ${blocking.message}`)
}

function readFacts(invoice: Invoice, trx: Transaction): Promise<Facts> {
  return oneRow<Facts>(
    `select s.status as site_status, l.*, g.*,
        :bankId::bigint is null or exists (select 1 from provider_banks b where b.id = :bankId and b.provider_id = :providerId and b.disabled_at is null
          and b.verification not in ('rejected', 'blacklisted')) as bank_is_usable
       from sites s
       cross join (select count(*)::int as lines, count(*) filter (where category_id is null or account_code is null)::int as unclassified,
                count(*) filter (where center_id is not null and center_id not in (select id from site_centers where site_id = :siteId))::int as foreign_centers
           from invoice_lines where invoice_id = :id) l
       cross join (select count(*)::int as groups, coalesce(sum(base_minor), 0)::bigint as base_minor, coalesce(sum(vat_minor), 0)::bigint as vat_minor,
                coalesce(sum(surcharge_minor), 0)::bigint as surcharge_minor from invoice_tax_groups where invoice_id = :id) g
      where s.id = :siteId`,
    {
      id: invoice.id,
      siteId: invoice.siteId,
      providerId: invoice.providerId,
      bankId: invoice.providerBankId,
    },
    trx
  )
}
