import { execute, oneRow, row, type Transaction } from '#app/kernel/database/sql'
import { DomainError } from '#app/kernel/domain_error'

/** Whose balance an account holds: that of a company, or of one whose books are not kept here. */
export type Partner = number | 'outside'

type Account = { siteId: number; code: string; groupBalance: string | null; partner: string | null }

/**
 * Says with which company of the group the balance of an account is, as long as it has no lines. Throws at `partner` where
 * the number asks for one and none is told, where it is the company itself, and where that one has its account already.
 * Gives the name of the partner; null for an account that has none.
 */
export async function namePartner(
  { accountId, partner }: { accountId: number; partner: Partner | null },
  trx: Transaction
): Promise<string | null> {
  const account = await oneRow<Account>(
    `select a.site_id, a.code, a.group_balance, case when a.group_balance = 'outside' then 'outside' when a.subledger = 'site' then a.subledger_id::text end as partner
       from ledger_accounts a where a.id = :accountId`,
    { accountId },
    trx
  )
  if (account.groupBalance === null) return null
  if (partner === null)
    throw at(`La cuenta ${account.code} es de saldos con empresas del grupo: indique con cuál.`)
  if (String(partner) !== account.partner) await change(accountId, account, partner, trx)
  return partner === 'outside' ? OUTSIDE : nameOf(partner, trx)
}

export const OUTSIDE = 'Una empresa con los libros fuera de la aplicación'

async function change(
  accountId: number,
  { siteId, code }: Account,
  partner: Partner,
  trx: Transaction
): Promise<void> {
  if (partner === siteId) throw at('Elija otra empresa que la de la cuenta.')
  const used = await row(
    `select 1 as found from journal_lines where account_id = :accountId limit 1`,
    { accountId },
    trx
  )
  if (used) throw at(`La cuenta ${code} ya tiene apuntes: no cambia de empresa.`)
  if (partner !== 'outside') await refuseSecond(accountId, { siteId, code }, partner, trx)
  await execute(
    `update ledger_accounts set subledger = :subledger, subledger_id = :partnerId, group_balance = case when :subledger = 'none' then 'outside' else group_balance_of(site_id, code) end
      where id = :accountId`,
    partner === 'outside'
      ? { accountId, subledger: 'none', partnerId: null }
      : { accountId, subledger: 'site', partnerId: partner },
    trx
  )
}

async function refuseSecond(
  accountId: number,
  { siteId, code }: Pick<Account, 'siteId' | 'code'>,
  partnerId: number,
  trx: Transaction
): Promise<void> {
  const other = await row<{ code: string }>(
    `select o.code from ledger_accounts a join ledger_accounts o on o.site_id = a.site_id and o.subledger = 'site' and o.subledger_id = :partnerId
        and left(o.code, 4) = left(:code, 4) and o.currency = a.currency and o.id <> a.id where a.id = :accountId and a.site_id = :siteId limit 1`,
    { accountId, siteId, code, partnerId },
    trx
  )
  if (other) throw at(`Ya hay una cuenta de saldos con esa empresa: ${other.code}.`)
}

async function nameOf(partnerId: number, trx: Transaction): Promise<string> {
  const { name } = await oneRow<{ name: string }>(
    `select legal_name::text as name from sites where id = :partnerId`,
    { partnerId },
    trx
  )
  return name
}

const at = (message: string) => new DomainError('E_PARTNER', message, { field: 'partner' })
