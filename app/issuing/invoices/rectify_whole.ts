import type { Actor } from '#app/audit/record_event'
import { issueInvoice } from '#app/issuing/invoices/issue_invoice'
import type { IssuedInvoice, NewLine, Rectification } from '#app/issuing/invoices/new_invoice'
import type { Scheme, Supply } from '#app/issuing/invoices/tax_treatment'
import { inTransaction, oneRow, rows, type Transaction } from '#app/kernel/database/sql'
import { DomainError } from '#app/kernel/domain_error'
import { today } from '#app/kernel/time/calendar_date'

type Asked = { invoiceId: number; cause: Rectification['cause']; reason: string; actor: Actor }
type Original = {
  siteId: number
  number: string
  sourceType: string | null
  recipientSiteId: number | null
  recipientName: string
  recipientTaxId: string
  recipientIdType: '02' | '03' | '04' | '05' | '06' | '07' | null
  recipientCountry: string | null
  recipientAddress: string | null
  isRectified: boolean
}

/**
 * Rectifies the whole of an invoice that nothing else stands behind: another one by differences with every line in negative. One with
 * a source is rectified where that is at home.
 */
export function rectifyWhole(asked: Asked): Promise<IssuedInvoice> {
  return inTransaction(async (trx) => {
    const { invoiceId, cause, reason, actor } = asked
    const original = await lockOriginal(invoiceId, trx)
    if (original.sourceType !== null)
      throw new DomainError('E_ISSUE_RECTIFIES', 'Rectifique el documento del que procede la factura.')
    if (original.isRectified)
      throw new DomainError('E_ISSUE_RECTIFIES', `La factura ${original.number} ya está rectificada.`)
    return issueInvoice(trx, {
      issuerSiteId: original.siteId,
      recipient: recipientOf(original),
      treatment: 'invoice',
      issuedOn: today(),
      description: `Rectificación de ${original.number}: ${reason}`.slice(0, 500),
      lines: await negativeLines(invoiceId, trx),
      rectifies: { invoiceIds: [invoiceId], method: 'differences', cause },
      actor,
    })
  })
}

function lockOriginal(invoiceId: number, trx: Transaction): Promise<Original> {
  return oneRow<Original>(
    `select i.site_id, i.number, i.source_type, i.recipient_site_id, i.recipient_name, i.recipient_tax_id, i.recipient_id_type,
        i.recipient_country, i.recipient_address,
        exists (select 1 from issued_invoice_rectifications r join issued_invoices o on o.id = r.invoice_id
                 where r.rectified_id = i.id and o.status = 'issued') as is_rectified
       from issued_invoices i where i.id = :invoiceId for update of i`,
    { invoiceId },
    trx
  )
}

const recipientOf = (original: Original) =>
  original.recipientSiteId !== null
    ? { siteId: original.recipientSiteId }
    : {
        name: original.recipientName,
        taxId: original.recipientTaxId,
        ...(original.recipientIdType === null ? {} : { idType: original.recipientIdType }),
        ...(original.recipientCountry === null ? {} : { country: original.recipientCountry }),
        ...(original.recipientAddress === null ? {} : { address: original.recipientAddress }),
      }

async function negativeLines(invoiceId: number, trx: Transaction): Promise<NewLine[]> {
  const lines = await rows<{
    description: string
    baseMinor: number
    taxCodeId: number
    scheme: Scheme
    supply: Supply
  }>(
    `select description, base_minor, tax_code_id, scheme, supply from issued_invoice_lines where invoice_id = :invoiceId order by position`,
    { invoiceId },
    trx
  )
  return lines.map((line) => ({ ...line, baseMinor: -line.baseMinor }))
}
