import { allowsAccount } from '#app/accounts/queries/account_scope'
import { identifierOf } from '#app/banking/pages/identifier_of'
import { seesProviderAccount } from '#app/banking/pages/queries/find_provider_account'
import { row, rows } from '#app/kernel/database/sql'
import { lastFour } from '#app/kernel/identifiers/iban'
import type { MoneyJson } from '#app/kernel/money/money'
import {
  addDays,
  type CalendarDate,
  maxDay,
  minDay,
  startOfMonth,
  today,
} from '#app/kernel/time/calendar_date'

/** An account that a connection found, and the one of the company that it is or seems to be. */
export type LinkedAccount = {
  id: number
  name: string
  identifier: string
  currency: string
  balance: MoneyJson
  isClosed: boolean
  ownId: number | null
  own: string | null
  proposedId: number | null
  proposed: string | null
}

/** The accounts that a connection found and somebody may see, main and open ones first. */
export async function linkedAccounts(connectorId: number, userId: number): Promise<LinkedAccount[]> {
  const found = await rows<{
    id: number
    name: string
    iban: string | null
    externalId: string
    details: Record<string, string>
    currency: string
    balanceMinor: number
    isClosed: boolean
    ownId: number | null
    own: string | null
    proposedId: number | null
    proposed: string | null
  }>(
    `select a.id, a.name, a.iban, a.external_id, a.details, a.currency, a.balance_minor, a.closed_at is not null as is_closed,
        b.id as own_id, b.name as own, p.id as proposed_id, p.name as proposed
       from provider_accounts a left join bank_accounts b on b.id = a.bank_account_id
       left join bank_accounts p on p.id = a.proposed_bank_account_id and a.bank_account_id is null
      where a.connector_id = :connectorId and ${seesProviderAccount('a', ':userId::bigint')} order by a.closed_at is not null, not a.is_main, a.name, a.id`,
    { connectorId, userId }
  )
  return found.map(({ iban, externalId, details, balanceMinor, ...account }) => ({
    ...account,
    identifier: identifierOf({ iban, externalId, details }),
    balance: { minor: balanceMinor, currency: account.currency },
  }))
}

/** Whether any account of a connection is one of ours. */
export async function hasLinkedAccounts(connectorId: number): Promise<boolean> {
  const found = await row(
    `select 1 as found from provider_accounts where connector_id = :connectorId and bank_account_id is not null limit 1`,
    { connectorId }
  )
  return found !== null
}

export type LinkChoice = {
  value: string
  label: string
  currency: string
  /** The first day whose movements are proposed as lines: the one after those that files told, else that of the month. */
  linesFrom: CalendarDate
  /** The last day that statements have told so far. */
  toldUntil: CalendarDate | null
}

type FoundChoice = {
  id: number
  name: string
  iban: string | null
  currency: string
  openedOn: CalendarDate
  toldUntil: CalendarDate | null
}

/** Accounts of a company that somebody may see and no account of a connection is yet. */
export async function linkChoices(siteId: number, userId: number): Promise<LinkChoice[]> {
  const found = await rows<FoundChoice>(
    `select b.id, b.name, b.iban, b.currency, b.opened_on,
        (select greatest(max(s.period_to), max(l.booked_on)) from bank_statements s left join bank_statement_lines l on l.statement_id = s.id
          where s.bank_account_id = b.id) as told_until
       from bank_accounts b
      where b.site_id = :siteId and b.status <> 'closed' and ${allowsAccount('view', 'b.id', ':userId::bigint')}
        and not exists (select 1 from provider_accounts a where a.bank_account_id = b.id)
      order by b.sort, b.name, b.id`,
    { siteId, userId }
  )
  return found.map(({ id, name, iban, currency, openedOn, toldUntil }) => ({
    value: String(id),
    label: `${name}${iban ? ` · •••• ${lastFour(iban)}` : ''} · ${currency}`,
    currency,
    linesFrom: maxDay(openedOn, toldUntil ? minDay(addDays(toldUntil, 1), today()) : startOfMonth(today())),
    toldUntil,
  }))
}
