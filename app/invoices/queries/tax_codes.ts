import { type Client, row, rows } from '#app/kernel/database/sql'
import { DomainError } from '#app/kernel/domain_error'

/** Territory whose taxes a company (`:siteId`) bears; the foral ones share those of the peninsula. */
export const TERRITORY_OF_SITE = `select case when territory like 'foral%' then 'peninsula_baleares' else territory end from sites where id = :siteId`

/** Tax codes of a company's territory, by rate in basis points. */
export type TaxCodes = {
  vat: Map<number, number>
  withholding: Map<number, number>
  exempt: number | null
  /** What the company declares itself for this supplier: intra-EU acquisition or reverse charge; null where there is none. */
  reverseCharge: number | null
}

export async function findTaxCodes(
  { siteId, providerId }: { siteId: number | null; providerId: number | null },
  client?: Client
): Promise<TaxCodes> {
  const found = await rows<{
    id: number
    code: string
    kind: string
    rateBasisPoints: number
    isIntraEu: boolean
  }>(
    `select t.id, t.code, t.kind, t.rate_basis_points, coalesce((select vat_regime = 'intra_eu' from providers where id = :providerId), false) as is_intra_eu from tax_codes t
      where t.kind in ('irpf', 'exempt') or t.territory = coalesce((${TERRITORY_OF_SITE}), 'peninsula_baleares') order by t.rate_basis_points desc, t.id`,
    { siteId, providerId },
    client
  )
  const byRate = (kinds: string[]) =>
    new Map(found.filter((code) => kinds.includes(code.kind)).map((code) => [code.rateBasisPoints, code.id]))
  const charged = (isWanted: (code: string) => boolean) =>
    found.find(({ kind, code }) => kind === 'reverse_charge' && isWanted(code))?.id
  const intraEu = found[0]?.isIntraEu ? charged((code) => code.startsWith('UE')) : undefined
  return {
    vat: byRate(['iva', 'igic', 'ipsi']),
    withholding: byRate(['irpf']),
    exempt: found.find((code) => code.kind === 'exempt')?.id ?? null,
    reverseCharge: intraEu ?? charged((code) => code.startsWith('ISP')) ?? null,
  }
}

const USES = {
  vat: ['iva', 'igic', 'ipsi', 'exempt', 'reverse_charge', 'not_subject'],
  withholding: ['irpf', 'irnr'],
}

type Wanted = { id: number; use: keyof typeof USES; siteId: number | null; field: string }
type TaxCode = { id: number; kind: string; rateBasisPoints: number }

/** A tax code that an invoice of a company may carry for this use. Throws E_TAX_CODE at `field` for any other. */
export async function findTaxCode({ id, use, siteId, field }: Wanted, client: Client): Promise<TaxCode> {
  const found = await row<TaxCode & { isForeign: boolean }>(
    `select id, kind, rate_basis_points, kind in ('iva', 'igic', 'ipsi', 'reverse_charge')
        and territory <> coalesce((${TERRITORY_OF_SITE}), territory) as is_foreign from tax_codes where id = :id`,
    { id, siteId },
    client
  )
  if (!found || !USES[use].includes(found.kind))
    throw new DomainError('E_TAX_CODE', 'El valor seleccionado no es válido.', { field })
  if (found.isForeign)
    throw new DomainError('E_TAX_CODE', 'Este impuesto no es del territorio de la empresa.', { field })
  return found
}

export type TaxOption = { id: number; code: string; name: string; kind: string; rateBasisPoints: number }

/** Tax codes that an invoice may be given: those of today in the territory of its company, and the ones it has. */
export function listTaxOptions({ id, siteId }: { id: number; siteId: number | null }): Promise<TaxOption[]> {
  return rows<TaxOption>(
    `select id, code, name, kind, rate_basis_points from tax_codes
      where ((valid_to is null or valid_to >= current_date) and (kind not in ('iva', 'igic', 'ipsi', 'reverse_charge') or territory = coalesce((${TERRITORY_OF_SITE}), territory)))
         or id in (select vat_code_id from invoice_lines where invoice_id = :id union select vat_code_id from invoice_tax_groups where invoice_id = :id)
      order by kind in ('iva', 'igic', 'ipsi') desc, kind, rate_basis_points desc`,
    { id, siteId }
  )
}
