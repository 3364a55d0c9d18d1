import { type Actor, changedFields, recordEvent } from '#app/audit/record_event'
import { namePartner, OUTSIDE, type Partner } from '#app/books/group/name_partner'
import { execute, inTransaction, oneRow, row, rows, type Transaction } from '#app/kernel/database/sql'
import { DomainError } from '#app/kernel/domain_error'
import { formatAmount } from '#app/kernel/money/money'
import { ACCOUNT_ROLE_LABELS } from '#app/sites/account_role_labels'

type Locked = {
  id: number
  siteId: number
  code: string
  name: string
  reconcilable: boolean
  active: boolean
}

type Changes = {
  accountId: number
  name: string
  reconcilable: boolean
  /** With which company its balance is; null leaves it as it is. */
  partner: Partner | null
  actor: Actor
}

/**
 * Renames an account, says whether its lines are matched with each other and with which company of the group its balance is.
 * Throws at `reconcilable` while some of its lines are lettered, and at `partner`.
 */
export async function updateLedgerAccount({
  accountId,
  name,
  reconcilable,
  partner,
  actor,
}: Changes): Promise<void> {
  await inTransaction(async (trx) => {
    const account = await lockAccount(accountId, trx)
    if (account.reconcilable && !reconcilable && (await isLettered(accountId, trx)))
      throw new DomainError(
        'E_LETTERED',
        `La cuenta ${account.code} tiene partidas punteadas: deshaga antes su punteo.`,
        { field: 'reconcilable' }
      )
    const before = await partnerOf(accountId, trx)
    const told = partner === null ? before : await namePartner({ accountId, partner }, trx)
    const diff = changedFields(
      { name: account.name, reconcilable: account.reconcilable, partner: before },
      { name, reconcilable, partner: told }
    )
    if (!diff) return
    await execute(
      `update ledger_accounts set name = :name, reconcilable = :reconcilable where id = :accountId`,
      { accountId, name, reconcilable },
      trx
    )
    await record(account, { actor, event: 'ledger_account.updated', diff }, trx)
  })
}

/** The company that its balance is with; null where nobody said, and for an account of none. */
async function partnerOf(accountId: number, trx: Transaction): Promise<string | null> {
  const { partner } = await oneRow<{ partner: string | null }>(
    `select case when a.group_balance = 'outside' then :outside else s.legal_name::text end as partner
       from ledger_accounts a left join sites s on a.group_balance is not null and a.subledger = 'site' and s.id = a.subledger_id where a.id = :accountId`,
    { accountId, outside: OUTSIDE },
    trx
  )
  return partner
}

type Move = { accountId: number; active: boolean; reason: string | null; actor: Actor }

/**
 * Retires an account, or takes it back. Throws with what stands in the way: its balance, the main account whose money it
 * is, the role it has in postings, or that nobody says why.
 */
export async function setLedgerAccountActive({ accountId, active, reason, actor }: Move): Promise<void> {
  if (!active && !reason) throw new DomainError('E_REASON', 'Indique el motivo.', { field: 'reason' })
  await inTransaction(async (trx) => {
    const account = await lockAccount(accountId, trx)
    if (account.active === active) return
    if (!active) await refuseInUse(account, trx)
    await execute(
      `update ledger_accounts set active = :active where id = :accountId`,
      { accountId, active },
      trx
    )
    const event = active ? 'ledger_account.reactivated' : 'ledger_account.deactivated'
    const [from, to] = active ? ['inactive', 'active'] : ['active', 'inactive']
    await record(account, { actor, event, from, to, reason }, trx)
  })
}

/** The lock that a posting's own on the account has to wait for. */
async function lockAccount(accountId: number, trx: Transaction): Promise<Locked> {
  const account = await row<Locked & { isPostable: boolean }>(
    `select id, site_id, code, name, reconcilable, active, is_postable from ledger_accounts where id = :accountId for update`,
    { accountId },
    trx
  )
  if (!account) throw new DomainError('E_ACCOUNT', 'La cuenta ya no existe: recargue la página.')
  if (!account.isPostable)
    throw new DomainError(
      'E_ACCOUNT',
      `La cuenta ${account.code} es del Plan General de Contabilidad: no se cambia.`
    )
  return account
}

async function isLettered(accountId: number, trx: Transaction): Promise<boolean> {
  const found = await row(
    `select 1 as found from reconciliations where account_id = :accountId limit 1`,
    { accountId },
    trx
  )
  return found !== null
}

async function refuseInUse(account: Locked, trx: Transaction): Promise<void> {
  const { balance, currency } = await oneRow<{ balance: number; currency: string }>(
    `select coalesce((select nullif(b.balance_minor, 0) from account_balances b where b.account_id = a.id),
              (select b.base_minor from account_balances b where b.account_id = a.id), 0)::bigint as balance, a.currency
       from ledger_accounts a where a.id = :id`,
    { id: account.id },
    trx
  )
  if (balance !== 0)
    throw new DomainError(
      'E_BALANCE',
      `La cuenta ${account.code} tiene un saldo de ${formatAmount(balance, currency)}: déjela a cero antes de desactivarla.`
    )
  const bank = await row<{ name: string }>(
    `select name from bank_accounts where ledger_account_id = :id
     union all select b.name from virtual_accounts v join bank_accounts b on b.id = v.bank_account_id where v.ledger_account_id = :id limit 1`,
    { id: account.id },
    trx
  )
  if (bank)
    throw new DomainError(
      'E_BANK_ACCOUNT',
      `La cuenta ${account.code} es la de la cuenta principal «${bank.name}»: cierre antes esa cuenta.`
    )
  await refuseRole(account, trx)
}

async function refuseRole({ siteId, code }: Locked, trx: Transaction): Promise<void> {
  const roles = await rows<{ role: string }>(
    `select r.role from ledger_account_roles r join sites s on s.id = :siteId
      where rpad(r.account_code, s.account_width, '0') = :code and (r.site_id = :siteId or (r.site_id is null
        and not exists (select 1 from ledger_account_roles own where own.role = r.role and own.site_id = :siteId))) order by r.id limit 1`,
    { siteId, code },
    trx
  )
  const [first] = roles
  if (first)
    throw new DomainError(
      'E_ACCOUNT_ROLE',
      `La cuenta ${code} es la de «${ACCOUNT_ROLE_LABELS[first.role] ?? first.role}» en los asientos automáticos: cámbiela antes en la empresa.`
    )
}

type Event = Parameters<typeof recordEvent>[0]

function record(
  { id, siteId }: Locked,
  event: Pick<Event, 'actor' | 'event' | 'from' | 'to' | 'reason' | 'diff'>,
  trx: Transaction
): Promise<void> {
  return recordEvent({ ...event, objectType: 'ledger_account', objectId: id, siteId }, trx)
}
