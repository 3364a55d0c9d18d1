import { openBankAccount } from '#app/accounts/actions/open_bank_account'
import { SYSTEM } from '#app/audit/record_event'
import { execute, inTransaction, oneRow } from '#app/kernel/database/sql'
import { ibanFromCcc } from '#app/kernel/identifiers/iban'
import { calendarDate } from '#app/kernel/time/calendar_date'
import { ensureAccount } from '#app/ledger/actions/ensure_account'
import { createSite } from '#app/sites/actions/create_site'
import { uniqueNumber } from '#tests/factories/unique_numbers'

export type TestSite = { siteId: number; code: string; taxId: string }

/** An active company with its plan and its years open from 2025 on. */
export async function makeSite(): Promise<TestSite> {
  const code = `T${uniqueNumber(36 ** 7)
    .toString(36)
    .padStart(7, '0')
    .toUpperCase()}`
  const taxId = cif(7_000_000 + uniqueNumber(2_900_000))
  const siteId = await createSite(
    {
      code,
      legalName: `Empresa de prueba ${code}, S.L.`,
      taxId,
      kind: 'company',
      territory: 'peninsula_baleares',
      startedOn: calendarDate('2025-01-01'),
      plan: 'normal',
    },
    SYSTEM
  )
  await execute(`update sites set status = 'active' where id = :siteId`, { siteId })
  return { siteId, code, taxId }
}

/** A limited company's CIF with its control digit, from seven digits. */
export function cif(digits: number): string {
  const text = String(digits).padStart(7, '0')
  const sum = [...text]
    .map(Number)
    .reduce(
      (total, digit, position) =>
        total + (position % 2 === 0 ? Math.floor((digit * 2) / 10) + ((digit * 2) % 10) : digit),
      0
    )
  return `B${text}${(10 - (sum % 10)) % 10}`
}

/** A postable account of a company under a PGC prefix. */
export async function makeAccount(siteId: number, prefix: string): Promise<number> {
  const account = await inTransaction((trx) =>
    ensureAccount({ siteId, prefix, name: `Cuenta ${prefix}` }, trx)
  )
  return account.id
}

/** The same for balances with a company of the group whose books are kept elsewhere: it takes lines alone. */
export async function makeOutsideAccount(siteId: number, prefix: string): Promise<number> {
  const id = await makeAccount(siteId, prefix)
  await execute(`update ledger_accounts set group_balance = 'outside' where id = :id`, { id })
  return id
}

/** A valid Spanish IBAN that no other call of this run gets. */
export function makeIban(): string {
  const account = String(uniqueNumber(10_000_000_000)).padStart(10, '0')
  return ibanFromCcc(`21000418${account}`) ?? ''
}

/** A main bank account with 10.000,00 €, opened on 2025-01-01 unless told. */
export function makeBankAccount(
  siteId: number,
  iban: string = makeIban(),
  openedOn = '2025-01-01',
  { name = 'Cuenta operativa', isPayerDefault = true, openingMinor = 1_000_000 } = {}
): Promise<number> {
  return openBankAccount(
    {
      siteId,
      name,
      kind: 'bank',
      providerCode: 'sepa_file',
      currency: 'EUR',
      iban,
      holderName: 'Empresa de prueba',
      openedOn: calendarDate(openedOn),
      openingBalanceMinor: openingMinor,
      isPayerDefault,
    },
    SYSTEM
  )
}

/** Another account of a company beside its first, with as much on it. */
export const makeFurtherAccount = (siteId: number, name: string): Promise<number> =>
  makeBankAccount(siteId, makeIban(), '2025-01-01', { name, isPayerDefault: false })

export async function balanceOf(accountId: number): Promise<number> {
  const { balance } = await oneRow<{ balance: number }>(
    `select coalesce((select balance_minor from account_balances where account_id = :accountId), 0)::bigint as balance`,
    { accountId }
  )
  return balance
}
