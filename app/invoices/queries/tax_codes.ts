import { type Client, rows } from '#app/kernel/sql'

/** Tax codes of a company's territory, by rate in basis points. */
export type TaxCodes = {
  vat: Map<number, number>
  withholding: Map<number, number>
  exempt: number | null
  reverseCharge: number | null
}

export async function findTaxCodes(siteId: number | null, client?: Client): Promise<TaxCodes> {
  const found = await rows<{ id: number; code: string; kind: string; rateBasisPoints: number }>(
    `select t.id, t.code, t.kind, t.rate_basis_points from tax_codes t
      where t.kind in ('irpf', 'exempt', 'reverse_charge')
         or t.territory = coalesce((select case when territory like 'foral%' then 'peninsula_baleares' else territory end from sites where id = :siteId), 'peninsula_baleares')`,
    { siteId },
    client
  )
  const byRate = (kinds: string[]) =>
    new Map(found.filter((code) => kinds.includes(code.kind)).map((code) => [code.rateBasisPoints, code.id]))
  return {
    vat: byRate(['iva', 'igic', 'ipsi']),
    withholding: byRate(['irpf']),
    exempt: found.find((code) => code.kind === 'exempt')?.id ?? null,
    reverseCharge: found.find((code) => code.code === 'ISP21')?.id ?? null,
  }
}

export type TaxOption = { id: number; code: string; name: string; kind: string; rateBasisPoints: number }

/** Every tax code that may be chosen today, for pickers. */
export function listTaxOptions(): Promise<TaxOption[]> {
  return rows<TaxOption>(
    `select id, code, name, kind, rate_basis_points from tax_codes where valid_to is null or valid_to >= current_date order by kind, rate_basis_points desc`
  )
}
