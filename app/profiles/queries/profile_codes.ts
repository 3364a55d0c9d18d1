import { rows } from '#app/kernel/database/sql'
import { listTaxChoices, type TaxChoices } from '#app/ledger/queries/list_tax_choices'

type ProfileCodes = TaxChoices & { centers: { value: string; label: string; siteId: number }[] }

/** Taxes of today and cost centres of the reader's companies, for the form of a profile. */
export async function profileCodes(scope: number[] | 'all'): Promise<ProfileCodes> {
  const centers = await rows<{ value: string; label: string; siteId: number }>(
    `select c.id::text as value, s.code || ' · ' || c.name as label, c.site_id from site_centers c join sites s on s.id = c.site_id
      where c.active and (:all or c.site_id = any(:siteIds::bigint[])) order by s.code, c.name collate "es-x-icu"`,
    { all: scope === 'all', siteIds: scope === 'all' ? [] : scope }
  )
  return {
    ...(await listTaxChoices()),
    centers: centers.map(({ siteId, ...center }) => ({ ...center, siteId })),
  }
}
