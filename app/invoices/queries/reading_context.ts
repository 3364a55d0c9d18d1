import { rows } from '#app/kernel/database/sql'
import type { LearnedPlace } from '#app/reading/learned/learned_place'
import type { ReadingContext, SupplierHint } from '#app/reading/reading_types'

const suppliersMax = 20_000
/** More of one kind would only say that a supplier changes its layout all the time. */
const hintsPerFieldMax = 6

/** Our own companies (never a supplier), the suppliers known so far and what their invoices taught, for the reader. */
export async function readingContext(): Promise<ReadingContext> {
  const [ownCompanies, suppliers, hints] = await Promise.all([
    rows<{ siteId: number; name: string; taxId: string; ibans: string[] }>(
      `select s.id as site_id, s.legal_name::text as name, s.tax_id::text,
              coalesce(array_agg(b.iban) filter (where b.iban is not null), '{}') as ibans
         from sites s left join bank_accounts b on b.site_id = s.id group by s.id`
    ),
    rows<{ supplierId: number; name: string; taxId: string | null; ibans: string[] }>(
      `select p.id as supplier_id, p.legal_name as name, p.tax_id::text,
              coalesce(array_agg(b.iban) filter (where b.iban is not null), '{}') as ibans
         from providers p left join provider_banks b on b.provider_id = p.id and b.verification = 'verified'
        where p.status <> 'merged' and (p.tax_id is not null or exists (select 1 from reading_hints h where h.provider_id = p.id))
        group by p.id limit :suppliersMax`,
      { suppliersMax }
    ),
    learnedHints(),
  ])
  return {
    ownCompanies,
    suppliers: suppliers.map((supplier) => ({ ...supplier, ...hints.get(supplier.supplierId) })),
  }
}

type Learned = Pick<SupplierHint, 'identities' | 'places' | 'rates'>
type Stored = LearnedPlace & { providerId: number; kind: string; value: string }

async function learnedHints(): Promise<Map<number, Learned>> {
  const found = await rows<Stored>(
    `select provider_id, kind, field, label, relation, page, x::float8 as x, y::float8 as y, format, value
       from (select h.*, row_number() over (partition by provider_id, kind, field order by times desc, updated_at desc) as place_no
               from reading_hints h where kind <> 'site') h
      where place_no <= :hintsPerFieldMax`,
    { hintsPerFieldMax }
  )
  const learned = new Map<number, Learned>()
  for (const [providerId, own] of Map.groupBy(found, (one) => one.providerId)) {
    const values = (kind: string) => own.filter((one) => one.kind === kind).map(({ value }) => value)
    learned.set(providerId, {
      identities: values('identity'),
      rates: values('tax').map(Number),
      places: own
        .filter((one) => one.kind === 'place')
        .map(({ field, label, relation, page, x, y, format }) => ({
          field,
          label,
          relation,
          page,
          x,
          y,
          format,
        })),
    })
  }
  return learned
}
