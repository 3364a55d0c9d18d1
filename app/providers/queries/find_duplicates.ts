import { rows } from '#app/kernel/database/sql'
import { normalizeIban } from '#app/kernel/identifiers/iban'
import { normalizeTaxId } from '#app/kernel/identifiers/tax_id'

/** Above this likeness of names (pg_trgm, 0 to 1) two suppliers may be one (area 04 §5). */
const NAME_LIKENESS_MIN = 0.6
const SHOWN = 5

type Given = { taxId: string; iban: string; name: string }
export type Duplicate = { id: number; code: string; name: string; why: string }

/** Suppliers that may be the one somebody is about to make: the same NIF, the same IBAN, or nearly the same name. */
export async function findDuplicates({ taxId, iban, name }: Given): Promise<Duplicate[]> {
  const wanted = { taxId: normalizeTaxId(taxId), iban: normalizeIban(iban), name: name.trim().slice(0, 160) }
  const near =
    wanted.name.length < 3
      ? []
      : await rows<Duplicate & { likeness: number }>(
          `select id, code, legal_name as name, 'Nombre parecido' as why, similarity(name_norm, normalized_name(:name))::float8 as likeness
             from providers where status <> 'merged' order by name_norm <-> normalized_name(:name) limit ${SHOWN}`,
          wanted
        )
  const same = await rows<Duplicate>(
    `select p.id, p.code, p.legal_name as name, 'Mismo NIF' as why from providers p where :taxId <> '' and p.tax_id = :taxId and p.status <> 'merged'
     union all
     select p.id, p.code, p.legal_name, 'Mismo IBAN' from provider_banks b join providers p on p.id = b.provider_id
      where :iban <> '' and b.iban = :iban and b.disabled_at is null and p.status <> 'merged' limit ${SHOWN}`,
    wanted
  )
  const alike = near
    .filter(({ likeness }) => likeness > NAME_LIKENESS_MIN)
    .map(({ likeness: _, ...provider }) => provider)
  return [...new Map([...alike, ...same].map((provider) => [provider.id, provider])).values()]
}
