import type { RevolutBank } from '#app/banking/providers/revolut/stand_in/bank'
import type { Account } from '#app/banking/providers/revolut/stand_in/state'
import type { WireCounterparty } from '#app/banking/providers/revolut/wire'
import { checkDigits } from '#app/kernel/identifiers/iban'

export type SeedAccount = {
  name: string
  currency: string
  /** Before the first movement, in minor units. */
  openingMinor: number
  holder?: string
  iban?: string
}

const HOLDER = 'Grupo Hotelero Costa Brava SL'
const BIC = 'REVOLT21'

/** An account with numbers that are right for its currency. */
export function openAccount(bank: RevolutBank, told: SeedAccount, nth: number): Account {
  const number = String(10_000_000 + nth * 7_919)
  const bban =
    told.currency === 'GBP' ? `REVO009969${number}` : `32500${`${nth + 1}`.padStart(3, '0')}${number}`
  const country = told.currency === 'GBP' ? 'GB' : 'LT'
  const isDollar = told.currency === 'USD'
  return {
    id: bank.key(),
    name: told.name,
    currency: told.currency,
    balanceMinor: told.openingMinor,
    state: 'active',
    createdAt: bank.stamp(),
    holder: told.holder ?? HOLDER,
    iban: told.iban ?? (isDollar ? null : `${country}${checkDigits(country, bban)}${bban}`),
    bic: isDollar ? null : country === 'GB' ? 'REVOGB21' : BIC,
    accountNo: isDollar || country === 'GB' ? number : null,
    sortCode: country === 'GB' ? '009969' : null,
    routingNumber: isDollar ? '101019628' : null,
  }
}

/** Most are paid in euros, some in dollars and pounds. */
export function makePayee(bank: RevolutBank, name: string, nth: number): WireCounterparty {
  const currency = nth % 6 === 4 ? 'USD' : nth % 6 === 5 ? 'GBP' : 'EUR'
  const number = String(20_000_000 + nth * 104_729)
  const bban = `5001051${`${nth}`.padStart(3, '0')}${number}`.padEnd(18, '0')
  const numbers =
    currency === 'EUR'
      ? { iban: `DE${checkDigits('DE', bban)}${bban}`, bank_country: 'DE' }
      : currency === 'USD'
        ? { account_no: number, routing_number: '021000021', bank_country: 'US' }
        : { account_no: number, sort_code: '540107', bank_country: 'GB' }
  const at = bank.stamp()
  const account = { id: bank.key(), name, currency, type: 'external', ...numbers }
  const shared = { id: bank.key(), name, state: 'created', created_at: at, accounts: [account] }
  const made = { ...shared, ...{ profile_type: 'business', updated_at: at } }
  bank.state.counterparties.push(made)
  return made
}
