import { rows } from '#app/kernel/database/sql'

export type TaxChoices = {
  vat: { value: string; label: string }[]
  withholding: { value: string; label: string }[]
}

/** Taxes of today that suppliers and categories may have by default. */
export async function listTaxChoices(): Promise<TaxChoices> {
  const codes = await rows<{ value: string; label: string; isWithholding: boolean }>(
    `select id::text as value, name as label, kind in ('irpf', 'irnr') as is_withholding from tax_codes
      where kind <> 're' and (valid_to is null or valid_to >= current_date) order by kind, rate_basis_points desc`
  )
  const choices = (isWithholding: boolean) =>
    codes.filter((code) => code.isWithholding === isWithholding).map(({ value, label }) => ({ value, label }))
  return { vat: choices(false), withholding: choices(true) }
}
