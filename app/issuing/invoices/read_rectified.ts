import type { NewInvoice } from '#app/issuing/invoices/new_invoice'
import type { CopiedRecipient } from '#app/issuing/invoices/read_parties'
import { rows, type Transaction } from '#app/kernel/database/sql'
import { DomainError } from '#app/kernel/domain_error'

/** What an invoice rectifies: the others, and what a substitution takes the place of. */
export type Rectified = {
  ids: readonly number[]
  invoiceType: string
  rectification: 'S' | 'I'
  /** Of a substitution only. */
  replaced: { baseMinor: number; vatMinor: number; surchargeMinor: number } | null
}

type Found = {
  id: number
  number: string
  siteId: number
  treatment: string
  invoiceType: string
  status: string
  recipientTaxId: string | null
  baseMinor: number
  vatMinor: number
  surchargeMinor: number
}

/**
 * The invoices that one rectifies, locked; null where it rectifies none. Throws E_ISSUE_RECTIFIES for what is not an invoice of the
 * same company and recipient, or was annulled.
 */
export async function readRectified(
  { rectifies, issuerSiteId }: Pick<NewInvoice, 'rectifies' | 'issuerSiteId'>,
  recipient: CopiedRecipient,
  trx: Transaction
): Promise<Rectified | null> {
  if (!rectifies) return null
  const ids = [...new Set(rectifies.invoiceIds)].toSorted((a, b) => a - b)
  const found = await rows<Found>(
    `select id, number, site_id, treatment, invoice_type, status, recipient_tax_id, base_minor, vat_minor, surcharge_minor
       from issued_invoices where id = any(:ids::bigint[]) order by id for update`,
    { ids },
    trx
  )
  if (found.length === 0 || found.length !== ids.length) refuse('Elija la factura que se rectifica.')
  for (const invoice of found) refuseUnfit(invoice, issuerSiteId, recipient)
  const isSubstitution = rectifies.method === 'substitution'
  const sum = (name: 'baseMinor' | 'vatMinor' | 'surchargeMinor') =>
    found.reduce((total, invoice) => total + invoice[name], 0)
  return {
    ids,
    invoiceType: found.some(({ invoiceType }) => ['F2', 'R5'].includes(invoiceType)) ? 'R5' : rectifies.cause,
    rectification: isSubstitution ? 'S' : 'I',
    replaced: isSubstitution
      ? { baseMinor: sum('baseMinor'), vatMinor: sum('vatMinor'), surchargeMinor: sum('surchargeMinor') }
      : null,
  }
}

function refuseUnfit(invoice: Found, siteId: number, { taxId }: CopiedRecipient): void {
  const { number } = invoice
  if (invoice.siteId !== siteId || invoice.treatment !== 'invoice')
    refuse(`${number} no es una factura de la empresa que emite.`)
  if (invoice.status !== 'issued') refuse(`La factura ${number} está anulada: no se rectifica.`)
  if (invoice.recipientTaxId !== taxId) refuse(`La factura ${number} es de otro destinatario.`)
}

function refuse(message: string): never {
  throw new DomainError('E_ISSUE_RECTIFIES', message, { field: 'rectifies' })
}
