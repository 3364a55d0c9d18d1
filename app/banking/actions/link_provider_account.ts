import { ACCOUNT_PROVIDERS, type AccountProvider } from '#app/accounts/account_labels'
import { connectAccount, disconnectAccount } from '#app/accounts/actions/connect_account'
import { reportBalance } from '#app/accounts/actions/report_balance'
import { allowsAccount } from '#app/accounts/queries/account_scope'
import { type Actor, recordEvent } from '#app/audit/record_event'
import { queueSync } from '#app/banking/actions/request_sync'
import { bankOf } from '#app/banking/bank_provider'
import { execute, inTransaction, oneRow, row, type Transaction } from '#app/kernel/database/sql'
import { DomainError } from '#app/kernel/domain_error'
import { formatIban } from '#app/kernel/identifiers/iban'
import { type CalendarDate, compareDays, formatDay, maxDay, today } from '#app/kernel/time/calendar_date'

type Link = {
  providerAccountId: number
  bankAccountId: number
  /** Movements from this day on become lines; the day the account was opened here unless told. */
  linesFrom: CalendarDate | null
  actor: Actor
}

type Found = {
  connectorId: number
  provider: string
  siteId: number
  externalId: string
  name: string
  iban: string | null
  currency: string
  balanceMinor: number
  balanceAt: Date
  bankAccountId: number | null
  closedAt: Date | null
}
type Ours = {
  siteId: number
  name: string
  iban: string | null
  currency: string
  status: string
  openedOn: CalendarDate
  linkedTo: number | null
}

/**
 * A person says which account of ours an account of a provider is: from then on its movements are lines of that account and
 * its balance is what the bank says of it. Throws at `bank_account_id` when they are not of one company and currency, have
 * different IBANs, or either is linked already, and at `lines_from` for a day before the account was opened here or to come.
 */
export async function linkProviderAccount(link: Link): Promise<void> {
  const { providerAccountId, bankAccountId, actor } = link
  await inTransaction(async (trx) => {
    const [account, ours] = [
      await lockAccount(providerAccountId, trx),
      await lockOurs(bankAccountId, actor, trx),
    ]
    refuseOther(account, ours)
    const linesFrom = link.linesFrom ?? ours.openedOn
    refuseDay(linesFrom, ours)
    await execute(
      `update provider_accounts set bank_account_id = :bankAccountId, proposed_bank_account_id = null, linked_by = :userId, linked_at = now(),
          lines_from = :linesFrom where id = :providerAccountId`,
      { providerAccountId, bankAccountId, userId: actor.userId, linesFrom },
      trx
    )
    const { connectorId, provider, siteId, balanceMinor, balanceAt } = account
    await connectAccount({ bankAccountId, connectorId, providerCode: accountCode(provider) }, trx)
    await reportBalance({ bankAccountId, balanceMinor, at: balanceAt }, trx)
    await readBackTo({ account, linesFrom }, trx)
    await recordEvent(
      {
        actor,
        objectType: 'bank_account',
        objectId: bankAccountId,
        siteId,
        event: 'bank_account.linked',
        to: account.name,
        reason: `Con sus movimientos desde el ${formatDay(linesFrom)}`,
      },
      trx
    )
    await queueSync({ connectorId, reach: 'recent', userId: actor.userId }, trx)
  })
}

/** Takes the link back: lines that were written stay, and no more come. */
export async function unlinkProviderAccount({
  providerAccountId,
  actor,
}: Pick<Link, 'providerAccountId' | 'actor'>): Promise<void> {
  await inTransaction(async (trx) => {
    const { bankAccountId, siteId, name } = await lockAccount(providerAccountId, trx)
    if (bankAccountId === null) return
    await execute(
      `update provider_accounts set bank_account_id = null, linked_by = null, linked_at = null, lines_from = null where id = :providerAccountId`,
      { providerAccountId },
      trx
    )
    await disconnectAccount(bankAccountId, trx)
    await recordEvent(
      {
        actor,
        objectType: 'bank_account',
        objectId: bankAccountId,
        siteId,
        event: 'bank_account.unlinked',
        from: name,
      },
      trx
    )
  })
}

async function lockAccount(providerAccountId: number, trx: Transaction): Promise<Found> {
  return oneRow<Found>(
    `select a.connector_id, c.provider, c.site_id, a.external_id, a.name, a.iban, a.currency, a.balance_minor, a.balance_at, a.bank_account_id, a.closed_at
       from provider_accounts a join connectors c on c.id = a.connector_id where a.id = :providerAccountId for no key update of a`,
    { providerAccountId },
    trx
  )
}

async function lockOurs(bankAccountId: number, { userId }: Actor, trx: Transaction): Promise<Ours> {
  const found = await row<Ours>(
    `select b.site_id, b.name, b.iban, b.currency, b.status, b.opened_on,
        (select a.id from provider_accounts a where a.bank_account_id = b.id) as linked_to
       from bank_accounts b where b.id = :bankAccountId and (:userId::bigint is null or ${allowsAccount('view', 'b.id', ':userId::bigint')}) for no key update`,
    { bankAccountId, userId },
    trx
  )
  return found ?? refuse('La cuenta no existe.')
}

function refuseOther(account: Found, ours: Ours): void {
  if (account.bankAccountId !== null) refuse('Esta cuenta del proveedor ya está asociada: desasóciela antes.')
  if (account.closedAt !== null) refuse('La cuenta está cerrada en el proveedor.')
  if (ours.siteId !== account.siteId) refuse('La cuenta es de otra empresa que la conexión.')
  if (ours.currency !== account.currency)
    refuse(`La cuenta está en ${ours.currency} y la del proveedor en ${account.currency}.`)
  if (ours.status === 'closed') refuse(`La cuenta «${ours.name}» está cerrada.`)
  if (ours.linkedTo !== null) refuse(`La cuenta «${ours.name}» ya está asociada a otra del proveedor.`)
  if (ours.iban !== null && account.iban !== null && ours.iban !== account.iban)
    refuse(
      `La cuenta «${ours.name}» es la ${formatIban(ours.iban)} y la del proveedor la ${formatIban(account.iban)}.`
    )
}

/** What moved before the account was opened is in its opening balance. */
function refuseDay(linesFrom: CalendarDate, { openedOn }: Ours): void {
  if (compareDays(linesFrom, openedOn) < 0)
    refuse(`La cuenta se abrió aquí el ${formatDay(openedOn)}: elija ese día u otro posterior.`, 'lines_from')
  const day = maxDay(today(), openedOn)
  if (compareDays(linesFrom, day) > 0) refuse(`No puede ser posterior al ${formatDay(day)}.`, 'lines_from')
}

function refuse(message: string, field: 'bank_account_id' | 'lines_from' = 'bank_account_id'): never {
  throw new DomainError('E_LINK', message, { field })
}

function accountCode(provider: string): AccountProvider {
  const code = bankOf(provider)?.accountCode ?? ''
  if (!(code in ACCOUNT_PROVIDERS)) throw new Error(`No account is of ${code}`)
  return code as AccountProvider
}

/** Where lines begin before what was read, the next reading goes back to there. */
async function readBackTo(
  { account, linesFrom }: { account: Found; linesFrom: CalendarDate },
  trx: Transaction
): Promise<void> {
  await execute(
    `update sync_cursors s set high_water = least(s.high_water, :linesFrom::date::timestamptz)
       from provider_accounts a
      where s.connector_id = :connectorId and s.resource = 'movements:' || :externalId and a.connector_id = s.connector_id
        and a.external_id = :externalId and a.read_from > :linesFrom`,
    { connectorId: account.connectorId, externalId: account.externalId, linesFrom },
    trx
  )
}
