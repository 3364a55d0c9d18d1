import { type Client, row } from '#app/kernel/database/sql'
import { DomainError } from '#app/kernel/domain_error'
import type { Treatment } from '#app/rebilling/rebilling_labels'
import { chargedRate } from '#app/rebilling/settings/rule'

/** The tax that an invoice charges, in basis points; nothing else has any. Throws E_VAT at `vat_code_id` where none is chosen. */
export async function findVatRate(
  { treatment, vatCodeId }: { treatment: Treatment; vatCodeId: number | null },
  client?: Client
): Promise<number> {
  if (treatment !== 'invoice') return 0
  const code = await row<{ rate: number }>(
    `select ${chargedRate('t')} as rate from tax_codes t where t.id = :vatCodeId`,
    { vatCodeId },
    client
  )
  if (!code) throw new DomainError('E_VAT', 'Elija el IVA de la factura.', { field: 'vat_code_id' })
  return code.rate
}
