import { isSepaCountry } from '#app/kernel/iban'
import { oneRow, type Transaction } from '#app/kernel/sql'
import type { KeptAccount } from '#app/providers/actions/keep_bank'

type Doubtful = {
  providerId: number
  holderName: string
  account: Pick<KeptAccount, 'iban' | 'accountNumber' | 'routingCode' | 'bic'>
}

/** Below this likeness of names (pg_trgm, 0 to 1) the holder is not the supplier (area 04 §6). */
const HOLDER_LIKENESS_MIN = 0.4

/** What somebody should look at before a bank detail is kept: sentences, none when nothing is doubtful. */
export async function bankDoubts(
  { providerId, holderName, account }: Doubtful,
  trx: Transaction
): Promise<string[]> {
  const { iban, accountNumber } = account
  const { owner, likeness, country } = await oneRow<{
    owner: string | null
    likeness: number
    country: string
  }>(
    `select (select o.legal_name from provider_banks b join providers o on o.id = b.provider_id
              where (b.iban = :iban or (b.account_number = :accountNumber and coalesce(b.routing_code, left(b.bic, 8)) = coalesce(:routingCode, left(:bic, 8)))) and b.provider_id <> p.id and b.disabled_at is null and b.verification <> 'rejected' and o.status <> 'merged' order by b.id limit 1) as owner,
            greatest(similarity(normalized_name(:holderName), p.name_norm), similarity(normalized_name(:holderName), normalized_name(coalesce(p.trade_name, ''))))::float8 as likeness, p.country
       from providers p where p.id = :providerId`,
    {
      providerId,
      holderName,
      iban,
      accountNumber,
      routingCode: account.routingCode,
      bic: account.bic,
    },
    trx
  )
  return [
    ...(owner === null
      ? []
      : [
          `${iban === null ? 'Esta cuenta' : 'Este IBAN'} ya pertenece a ${owner}. Confirme que es correcto.`,
        ]),
    ...(likeness < HOLDER_LIKENESS_MIN ? ['El titular no coincide con la razón social.'] : []),
    ...(iban === null && isSepaCountry(country)
      ? ['El proveedor es de un país de la zona SEPA, donde las cuentas tienen IBAN.']
      : []),
  ]
}
