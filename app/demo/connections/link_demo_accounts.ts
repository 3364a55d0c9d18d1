import { openBankAccount } from '#app/accounts/actions/open_bank_account'
import type { Actor } from '#app/audit/record_event'
import { linkProviderAccount } from '#app/banking/actions/link_provider_account'
import { bankOf } from '#app/banking/bank_provider'
import { syncConnector } from '#app/banking/sync/sync_connector'
import type { DemoConnection } from '#app/demo/connections/connect_demo'
import { rows } from '#app/kernel/database/sql'
import { addDays, type CalendarDate } from '#app/kernel/time/calendar_date'
import { bookDirect } from '#app/reconciliation/actions/book_direct'
import { suggestMatches } from '#app/reconciliation/actions/unattended/suggest_matches'

type Wanted = { connectorId: number; connection: DemoConnection; actor: Actor; day: CalendarDate }

/** Before the first movement of a year. */
const YEAR_DAYS = 366
/** Other currencies begin where the demo has rates for them. */
const FOREIGN_DAYS = 60
const BOOKED_AFTER_DAYS = 45

/** Reads the connection, opens an account here for each of it, and reads again: now what moved are lines of a statement. */
export async function linkDemoAccounts(wanted: Wanted): Promise<void> {
  const { connectorId, connection, actor, day } = wanted
  await syncConnector({ connectorId, reach: 'month', userId: null })
  const bankAccountIds: number[] = []
  for (const account of await unlinkedAccounts(connectorId, addDays(day, -FOREIGN_DAYS))) {
    const bankAccountId = await openBankAccount(newAccount(account, wanted), actor)
    await linkProviderAccount({ providerAccountId: account.id, bankAccountId, linesFrom: null, actor })
    bankAccountIds.push(bankAccountId)
  }
  await syncConnector({ connectorId, reach: 'recent', userId: null })
  for (const bankAccountId of bankAccountIds) {
    await bookOld(bankAccountId, addDays(day, -BOOKED_AFTER_DAYS), actor)
    await suggestMatches(bankAccountId)
  }
  if (bankAccountIds.length === 0) throw new Error(`${connection.key} has no accounts`)
}

type Unlinked = {
  id: number
  name: string
  iban: string | null
  bic: string | null
  currency: string
  /** On the day from which other currencies are there. */
  balanceThenMinor: number
}

const unlinkedAccounts = (connectorId: number, from: CalendarDate) =>
  rows<Unlinked>(
    `select a.id, a.name, a.iban, a.bic, a.currency, a.balance_minor - coalesce((select sum(t.amount_minor) from provider_transactions t
          where t.provider_account_id = a.id and t.status = 'booked' and t.booked_on >= :from), 0)::bigint as balance_then_minor
       from provider_accounts a where a.connector_id = :connectorId and a.bank_account_id is null and a.closed_at is null order by a.id`,
    { connectorId, from }
  )

function newAccount(account: Unlinked, { connection, day }: Wanted) {
  const { provider, site, openingMinor } = connection
  const { currency, iban, bic, balanceThenMinor } = account
  const isEuro = currency === 'EUR'
  const bank = bankOf(provider)
  return {
    siteId: site.id,
    name: `${bank?.connector.title ?? provider} ${isEuro ? 'euros' : currency === 'USD' ? 'dólares' : 'libras'}`,
    kind: 'emoney' as const,
    providerCode: bank?.accountCode ?? 'manual',
    currency,
    iban,
    bic,
    holderName: site.legalName,
    openedOn: addDays(day, isEuro ? -YEAR_DAYS : -FOREIGN_DAYS),
    openingBalanceMinor: isEuro ? openingMinor : balanceThenMinor,
  }
}

/** What each kind of movement is posted to. */
const ACCOUNTS: Readonly<Record<string, readonly [string, string]>> = {
  fee: ['626', 'Comisión bancaria'],
  direct_debit: ['628', 'Suministros'],
  interest: ['7620', 'Intereses de la cuenta'],
  conversion: ['5559', 'Cambio de divisa por identificar'],
}
const RECEIPT = ['705', 'Ventas cobradas por transferencia'] as const
const EXPENSE = ['629', 'Gastos generales'] as const

/** What is older was looked at by somebody long ago. */
async function bookOld(bankAccountId: number, before: CalendarDate, actor: Actor): Promise<void> {
  const lines = await rows<{ id: number; amountMinor: number; type: string }>(
    `select l.id, l.amount_minor, t.type from bank_statement_lines l join provider_transactions t on t.bank_statement_line_id = l.id
      where l.bank_account_id = :bankAccountId and l.status = 'pending' and l.booked_on < :before order by l.booked_on, l.id`,
    { bankAccountId, before }
  )
  for (const { id, amountMinor, type } of lines) {
    const [accountCode, description] = ACCOUNTS[type] ?? (amountMinor > 0 ? RECEIPT : EXPENSE)
    await bookDirect({ lineId: id, accountCode, description, actor })
  }
}
