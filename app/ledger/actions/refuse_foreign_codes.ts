import { type Client, oneRow } from '#app/kernel/database/sql'
import { DomainError } from '#app/kernel/domain_error'

type Codes = { vatCodeId: number | null; withholdingCodeId: number | null }

/** Throws at the field where a tax is no VAT, or no withholding. `fields`: what each is called in its form. */
export async function refuseForeignCodes(
  { vatCodeId, withholdingCodeId }: Codes,
  fields: { vat: string; withholding: string },
  client?: Client
): Promise<void> {
  const { isVat, isWithholding } = await oneRow<{ isVat: boolean; isWithholding: boolean }>(
    `select :vatCodeId::bigint is null or exists (select 1 from tax_codes where id = :vatCodeId and kind in ('iva', 'igic', 'ipsi', 'exempt', 'reverse_charge', 'not_subject')) as is_vat,
        :withholdingCodeId::bigint is null or exists (select 1 from tax_codes where id = :withholdingCodeId and kind in ('irpf', 'irnr')) as is_withholding`,
    { vatCodeId, withholdingCodeId },
    client
  )
  const field = isVat ? (isWithholding ? null : fields.withholding) : fields.vat
  if (field) throw new DomainError('E_CODE', 'El valor seleccionado no es válido.', { field })
}

/** Fields of a form that calls them by the names of their columns. */
export const TAX_FIELDS = { vat: 'vat_code_id', withholding: 'withholding_code_id' }
