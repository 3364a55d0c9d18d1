import { oneRow, type Transaction } from '#app/kernel/sql'

type Doubtful = { providerId: number; iban: string; holderName: string }

/** Below this likeness of names (pg_trgm, 0 to 1) the holder is not the supplier (area 04 §6). */
const HOLDER_LIKENESS_MIN = 0.4

/** What somebody should look at before a bank detail is kept: sentences, none when nothing is doubtful. */
export async function bankDoubts(
  { providerId, iban, holderName }: Doubtful,
  trx: Transaction
): Promise<string[]> {
  const { owner, likeness } = await oneRow<{ owner: string | null; likeness: number }>(
    `select (select o.legal_name from provider_banks b join providers o on o.id = b.provider_id
              where b.iban = :iban and b.provider_id <> p.id and b.disabled_at is null and b.verification <> 'rejected' and o.status <> 'merged' order by b.id limit 1) as owner,
            greatest(similarity(normalized_name(:holderName), p.name_norm), similarity(normalized_name(:holderName), normalized_name(coalesce(p.trade_name, ''))))::float8 as likeness
       from providers p where p.id = :providerId`,
    { providerId, iban, holderName },
    trx
  )
  return [
    ...(owner === null ? [] : [`Este IBAN ya pertenece a ${owner}. Confirme que es correcto.`]),
    ...(likeness < HOLDER_LIKENESS_MIN ? ['El titular no coincide con la razón social.'] : []),
  ]
}
