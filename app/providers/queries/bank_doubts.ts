import { oneRow, type Transaction } from '#app/kernel/database/sql'
import { isSepaCountry } from '#app/kernel/identifiers/iban'
import { nameLikeness } from '#app/kernel/text/name_likeness'
import type { KeptAccount } from '#app/providers/actions/keep_bank'

type Doubtful = {
  providerId: number
  holderName: string
  account: Pick<KeptAccount, 'iban' | 'accountNumber' | 'routingCode' | 'bic'>
}

/** Below this likeness of names (0 to 1) the holder is not the supplier (area 04 §6). */
const HOLDER_LIKENESS_MIN = 0.4

/** What somebody should look at before a bank detail is kept: sentences, none when nothing is doubtful. */
export async function bankDoubts(
  { providerId, holderName, account }: Doubtful,
  trx: Transaction
): Promise<string[]> {
  const { iban, accountNumber } = account
  const { owner, legalName, tradeName, country } = await oneRow<{
    owner: string | null
    legalName: string
    tradeName: string | null
    country: string
  }>(
    `select (select o.legal_name from provider_banks b join providers o on o.id = b.provider_id
              where (b.iban = :iban or (b.account_number = :accountNumber and coalesce(b.routing_code, left(b.bic, 8)) = coalesce(:routingCode, left(:bic, 8)))) and b.provider_id <> p.id and b.disabled_at is null and b.verification <> 'rejected' and o.status <> 'merged' order by b.id limit 1) as owner,
            p.legal_name, p.trade_name, p.country
       from providers p where p.id = :providerId`,
    {
      providerId,
      iban,
      accountNumber,
      routingCode: account.routingCode,
      bic: account.bic,
    },
    trx
  )
  const likeness = Math.max(
    ...[legalName, tradeName].map((name) => (name === null ? 0 : nameLikeness(holderName, name)))
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
