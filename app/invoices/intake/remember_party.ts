import type { Actor } from '#app/audit/record_event'
import type Invoice from '#app/invoices/models/invoice'
import { execute, row, type Transaction } from '#app/kernel/database/sql'
import { normalizeTaxId } from '#app/kernel/identifiers/tax_id'

type Side = 'provider' | 'site'
const PRINTED = {
  provider: { taxId: 'providerTaxId', name: 'providerName', column: 'provider_id' },
  site: { taxId: 'customerTaxId', name: 'customerName', column: 'site_id' },
} as const

/**
 * Keeps that the issuer, or the receiver, as this document prints it stands for the one that was just chosen; what was
 * said of it before is forgotten. Gives false when the document prints neither a tax id nor a name.
 */
export async function rememberParty(
  invoice: Invoice,
  side: Side,
  actor: Actor,
  trx: Transaction
): Promise<boolean> {
  const { taxId: taxIdField, name: nameField, column } = PRINTED[side]
  const chosen = side === 'provider' ? invoice.providerId : invoice.siteId
  const printed = await row<{ taxId: string | null; name: string | null }>(
    `select reading #>> array['fields', :taxIdField, 'value'] as tax_id, reading #>> array['fields', :nameField, 'value'] as name from invoices where id = :id`,
    { id: invoice.id, taxIdField, nameField },
    trx
  )
  const taxId = printed?.taxId ? normalizeTaxId(printed.taxId) : null
  const name = printed?.name?.trim() || null
  if (!chosen || (!taxId && (!name || name.length < 3))) return false
  const party = { taxId, name }
  await execute(
    `update invoice_party_aliases set forgotten_at = now() where forgotten_at is null and ${column} is not null
        and tax_id is not distinct from :taxId::citext and name_norm is not distinct from normalized_name(:name::text)`,
    party,
    trx
  )
  await execute(
    `insert into invoice_party_aliases (tax_id, name_norm, ${column}, invoice_id, created_by) values (:taxId, normalized_name(:name::text), :chosen, :invoiceId, :userId)`,
    { ...party, chosen, invoiceId: invoice.id, userId: actor.userId },
    trx
  )
  return true
}
