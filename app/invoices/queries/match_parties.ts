import { type Client, row, rows } from '#app/kernel/sql'
import { normalizeTaxId } from '#app/kernel/tax_id'

type Issuer = { taxId: string | null; iban: string | null; name: string | null }

/**
 * The supplier behind what was read: by tax id, else by an IBAN that only one supplier has, else by a name that
 * is alike to 0.8 and far from the next. Null rather than a guess (area 05 §3.7).
 */
export async function matchProvider({ taxId, iban, name }: Issuer, client?: Client): Promise<number | null> {
  if (taxId) {
    const found = await row<{ id: number }>(
      `select id from providers where tax_id = :taxId and status <> 'merged'`,
      { taxId: normalizeTaxId(taxId) },
      client
    )
    return found?.id ?? null
  }
  if (iban) {
    const owners = await rows<{ id: number }>(
      `select distinct provider_id as id from provider_banks where iban = :iban and verification = 'verified'`,
      { iban },
      client
    )
    if (owners.length === 1 && owners[0]) return owners[0].id
  }
  return name ? matchByName(name, client) : null
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

/** The company that was billed: by tax id, else by a name alike to 0.85; null otherwise. */
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
  if (!name) return null
  const found = await row<{ id: number }>(
    `select id from sites where similarity(normalized_name(legal_name::text), normalized_name(:name)) >= 0.85
      order by similarity(normalized_name(legal_name::text), normalized_name(:name)) desc limit 1`,
    { name },
    client
  )
  return found?.id ?? null
}
