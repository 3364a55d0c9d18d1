import { type Client, row, rows } from '#app/kernel/database/sql'
import { normalizeTaxId } from '#app/kernel/identifiers/tax_id'

type Issuer = { taxId: string | null; iban: string | null; name: string | null }

/**
 * The supplier behind what was read: by tax id, else by an IBAN that only one supplier has, else by what somebody said
 * that tax id or name stands for, else by a name that is alike to 0.8 and far from the next. Null rather than a guess
 * (area 05 §3.7). One that was merged is the one it was merged into.
 */
export async function matchProvider({ taxId, iban, name }: Issuer, client?: Client): Promise<number | null> {
  if (taxId) {
    const found = await row<{ id: number }>(
      `select coalesce(merged_into_id, id) as id from providers where tax_id = :taxId order by status = 'merged', id desc limit 1`,
      { taxId: normalizeTaxId(taxId) },
      client
    )
    return found?.id ?? rememberedParty('provider_id', taxId, name, client)
  }
  if (iban) {
    const owners = await rows<{ id: number }>(
      `select distinct coalesce(p.merged_into_id, p.id) as id from provider_banks b join providers p on p.id = b.provider_id where b.iban = :iban and b.verification = 'verified'`,
      { iban },
      client
    )
    if (owners.length === 1 && owners[0]) return owners[0].id
  }
  if (!name) return null
  return (await rememberedParty('provider_id', null, name, client)) ?? matchByName(name, client)
}

/** What somebody said that a printed party stands for; null when nobody did, or it is not in use any more. */
async function rememberedParty(
  side: 'provider_id' | 'site_id',
  taxId: string | null,
  name: string | null,
  client?: Client
): Promise<number | null> {
  const inUse =
    side === 'provider_id'
      ? `exists (select 1 from providers p where p.id = a.provider_id and p.status not in ('merged', 'blocked'))`
      : `exists (select 1 from sites s where s.id = a.site_id and s.status = 'active')`
  const found = await row<{ id: number }>(
    `select a.${side} as id from invoice_party_aliases a where a.forgotten_at is null and a.${side} is not null and ${inUse}
        and case when a.tax_id is null then a.name_norm = normalized_name(:name::text) and :taxId::text is null else a.tax_id = :taxId::citext end
      order by (a.name_norm is not distinct from normalized_name(:name::text)) desc, a.id desc limit 1`,
    { taxId: taxId ? normalizeTaxId(taxId) : null, name },
    client
  )
  return found?.id ?? null
}

async function matchByName(name: string, client?: Client): Promise<number | null> {
  const [best, next] = await rows<{ id: number; alike: number }>(
    `select id, similarity(name_norm, normalized_name(:name)) as alike from providers where status <> 'merged'
      order by name_norm <-> normalized_name(:name) limit 2`,
    { name },
    client
  )
  return best && best.alike >= 0.8 && best.alike - (next?.alike ?? 0) >= 0.1 ? best.id : null
}

/** The company that was billed: by tax id, else by what somebody said it stands for, else by a name alike to 0.85. */
export async function matchSite(
  taxId: string | null,
  name: string | null,
  client?: Client
): Promise<number | null> {
  if (taxId) {
    const found = await row<{ id: number }>(
      `select id from sites where tax_id = :taxId`,
      { taxId: normalizeTaxId(taxId) },
      client
    )
    if (found) return found.id
  }
  const remembered = await rememberedParty('site_id', taxId, name, client)
  if (remembered) return remembered
  if (!name) return null
  const found = await row<{ id: number }>(
    `select id from sites where similarity(normalized_name(legal_name::text), normalized_name(:name)) >= 0.85
      order by similarity(normalized_name(legal_name::text), normalized_name(:name)) desc limit 1`,
    { name },
    client
  )
  return found?.id ?? null
}
