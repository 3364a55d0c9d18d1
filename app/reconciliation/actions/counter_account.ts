import { row, type Transaction } from '#app/kernel/database/sql'
import { DomainError } from '#app/kernel/domain_error'
import { ensureAccount } from '#app/ledger/actions/ensure_account'
import { rolesOfCode } from '#app/ledger/queries/role_account'
import { CODE_LENGTH_MAX, ITEM_ROLES } from '#app/reconciliation/queries/counter_accounts'

type Known = {
  id: number
  isPostable: boolean
  active: boolean
  currency: string
  baseCurrency: string
  hasParty: boolean
  isMoney: boolean
}

/** The number of an account, and the field of a form where it stands. */
type Asked = { siteId: number; code: string; field: string }

/**
 * Throws at `field` for an account to which no movement may be booked directly: one that is not in the plan, is money
 * itself, or is kept by party, document or tax, which is settled by matching the item, else the debt would stay open
 * beside its payment. Opens none.
 */
export async function assertCounterAccount(asked: Asked, trx: Transaction): Promise<void> {
  await knownAccount(asked, trx)
}

/** An account of the plan: its whole number, or three or four digits for the first account under them, opened when it is missing. */
export async function findCounterAccount(asked: Asked, trx: Transaction): Promise<number> {
  const known = await knownAccount(asked, trx)
  if (known.isPostable) return known.id
  return (await ensureAccount({ siteId: asked.siteId, prefix: asked.code }, trx)).id
}

async function knownAccount({ siteId, code, field }: Asked, trx: Transaction): Promise<Known> {
  const refusal = (message: string) => new DomainError('E_ACCOUNT', message, { field })
  if (!/^[1-9]\d{2,11}$/.test(code)) throw refusal('Introduzca una cuenta de 3 a 12 cifras.')
  const known = await row<Known>(
    `select a.id, a.is_postable, a.active, a.currency, s.base_currency, a.subledger <> 'none' as has_party,
            exists (select 1 from bank_accounts b where b.ledger_account_id = a.id) or exists (select 1 from virtual_accounts v where v.ledger_account_id = a.id) as is_money
       from ledger_accounts a join sites s on s.id = a.site_id where a.site_id = :siteId and a.code = :code`,
    { siteId, code },
    trx
  )
  if (code.startsWith('57') || known?.isMoney)
    throw refusal('Una cuenta de tesorería no se usa aquí: concilie el traspaso con su otro movimiento.')
  const roles = await rolesOfCode(siteId, code.padEnd(CODE_LENGTH_MAX, '0'), trx)
  if (known?.hasParty || roles.some((role) => ITEM_ROLES.includes(role)))
    throw refusal(`La cuenta ${code} se lleva por partidas: concilie el movimiento con la suya.`)
  if (known?.isPostable && known.currency !== known.baseCurrency)
    throw refusal(`La cuenta ${code} está en ${known.currency}: use una en ${known.baseCurrency}.`)
  if (known?.isPostable && known.active) return known
  if (known?.isPostable === false && code.length <= 4) return known
  throw refusal(
    known ? `La cuenta ${code} no admite apuntes.` : `La cuenta ${code} no existe en el plan de la empresa.`
  )
}
