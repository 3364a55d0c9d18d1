import { row, rows, type Transaction } from '#app/kernel/database/sql'
import { DomainError } from '#app/kernel/domain_error'
import { ensureAccount } from '#app/ledger/actions/ensure_account'

/**
 * The account of group 6 that a number names: its whole number, or three or four digits for the first account under them,
 * opened when it is missing. Throws E_ACCOUNT at `field`.
 */
export async function chargeAccount(
  siteId: number,
  code: string,
  field: string,
  trx: Transaction
): Promise<number> {
  const known = await row<{ id: number; isPostable: boolean; active: boolean }>(
    `select id, is_postable, active from ledger_accounts where site_id = :siteId and code = :code and code like '6%'`,
    { siteId, code },
    trx
  )
  if (known?.isPostable && known.active) return known.id
  if (known && !known.isPostable && code.length >= 3 && code.length <= 4)
    return (await ensureAccount({ siteId, prefix: code }, trx)).id
  throw new DomainError('E_ACCOUNT', 'Elija una cuenta de gasto de la empresa.', { field })
}

/** At most twenty accounts of expense of a company, by number or name: those that are open, and the groups they may be opened under. */
export async function findChargeAccounts(siteId: number, text: string) {
  const found = await rows<{ code: string; name: string }>(
    `select a.code, a.name from ledger_accounts a where a.site_id = :siteId and a.code like '6%' and a.active
        and (a.is_postable or length(a.code) between 3 and 4 and not exists (select 1 from ledger_accounts b where b.site_id = a.site_id and b.is_postable and b.code like a.code || '%'))
        and (a.code like :start or f_unaccent(lower(a.name)) like f_unaccent(lower(:part)))
      order by a.code limit 20`,
    { siteId, start: `${text}%`, part: `%${text}%` }
  )
  return found.map(({ code, name }) => ({ value: code, label: `${code} ${name}` }))
}

/**
 * SQL: an account `a` that a cost may be compensated with: of a customer, or of a company of the group whose books somebody
 * keeps too (`:partnerIds`, null for all of them), because it is posted in both.
 */
export const IS_COMPENSATION = `a.is_postable and a.active and (a.code like '43%' or a.group_balance in ('current', 'outside'))
  and (a.group_balance is null or a.group_balance = 'outside' or a.subledger = 'site' and (:partnerIds::bigint[] is null or a.subledger_id = any(:partnerIds::bigint[])))`

/** At most twenty accounts that a cost may be compensated with: customers and group companies (43x, 5523). */
export async function findCompensationAccounts(siteId: number, text: string, partnerIds: number[] | null) {
  const found = await rows<{ id: number; code: string; name: string }>(
    `select id, code, name from ledger_accounts a where site_id = :siteId and ${IS_COMPENSATION}
        and (code like :start or f_unaccent(lower(name)) like f_unaccent(lower(:part))) order by code limit 20`,
    { siteId, partnerIds, start: `${text}%`, part: `%${text}%` }
  )
  return found.map(({ id, code, name }) => ({ value: String(id), label: `${code} ${name}` }))
}
