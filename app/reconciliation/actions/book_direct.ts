import type { Actor } from '#app/audit/record_event'
import { DomainError } from '#app/kernel/domain_error'
import { inTransaction, oneRow, row, type Transaction } from '#app/kernel/sql'
import { ensureAccount } from '#app/ledger/actions/ensure_account'
import { postEntry } from '#app/ledger/actions/post_entry'
import { toBaseMinor } from '#app/ledger/queries/fx_rates'
import { postingDay } from '#app/ledger/queries/periods'
import { rolesOfCode } from '#app/ledger/queries/role_account'
import { refuseDone } from '#app/reconciliation/actions/accept_match'
import { lockLine, nextVersion } from '#app/reconciliation/actions/lock_line'
import { insertMatches, moveLine } from '#app/reconciliation/actions/write_match'
import { bankDirectPosting } from '#app/reconciliation/postings/bank_match_posting'
import { openItemRoles } from '#app/reconciliation/queries/load_open_items'

type Input = {
  lineId: number
  accountCode: string
  description: string
  /** The rule that says so, with whom it names. */
  rule?: { id: number; providerId: number | null }
  actor: Actor
}

/**
 * "Nuevo asiento": posts what is left of a movement straight to an account, a fee to 626 for example. Throws at
 * `account_code` for an account that is not in the plan, is money itself, or is kept by party, document or tax: those
 * are settled by matching the item, else the debt would stay open beside its payment.
 */
export async function bookDirect({ lineId, accountCode, description, rule, actor }: Input): Promise<void> {
  await inTransaction(async (trx) => {
    const locked = await lockLine(lineId, trx)
    const { line, account } = locked
    refuseDone(locked)
    const accountId = await findCounterAccount(account.siteId, accountCode, description, trx)
    const postedOn = await postingDay(account.siteId, line.bookedOn, trx)
    const { entryId } = await postEntry(
      bankDirectPosting({
        lineId,
        event: 'direct',
        version: await nextVersion(lineId, trx),
        siteId: account.siteId,
        bookedOn: line.bookedOn,
        postedOn,
        text: description,
        bankLedgerAccountId: account.ledgerAccountId,
        accountId,
        amountMinor: line.amountMinor,
        baseMinor: await toBaseMinor({ ...account, amountMinor: line.amountMinor, day: postedOn }, trx),
        currency: account.currency,
        providerId: rule?.providerId ?? null,
        createdBy: actor.userId,
      }),
      trx
    )
    const bankLine = await oneRow<{ id: number }>(
      `select id from journal_lines where entry_id = :entryId and account_id = :accountId`,
      { entryId, accountId: account.ledgerAccountId },
      trx
    )
    await insertMatches(
      line,
      [{ journalLineId: bankLine.id, amountMinor: line.amountMinor }],
      { score: 0, parts: [] },
      actor,
      trx
    )
    await moveLine(locked, 'book', actor, trx, { reason: description, ruleId: rule?.id ?? null })
  })
}

type Known = {
  id: number
  isPostable: boolean
  active: boolean
  name: string
  currency: string
  baseCurrency: string
  hasParty: boolean
  isMoney: boolean
}

const codeLengthMax = 12
/** Roles whose accounts are kept by party, document or tax period, and never get a bare amount. */
const itemRoles: ReadonlySet<string> = new Set([
  ...openItemRoles,
  'accrued_purchases',
  'asset_payable',
  'booking_channel',
  'customer_advances',
  'group_customer',
  'group_payable',
  'own_transfers_in_transit',
  'payments_in_transit',
  'prepayment',
  'vat_input',
  'vat_output',
  'vat_receivable',
  'withholding_deferred',
])

/** Throws at `account_code` for an account to which no movement may be booked directly; opens none. */
export async function assertCounterAccount(siteId: number, code: string, trx: Transaction): Promise<void> {
  await knownAccount(siteId, code, trx)
}

/** An account of the plan: its whole number, or three or four digits for the first account under them. */
async function findCounterAccount(
  siteId: number,
  code: string,
  name: string,
  trx: Transaction
): Promise<number> {
  const known = await knownAccount(siteId, code, trx)
  if (known.isPostable) return known.id
  const opened = await ensureAccount({ siteId, prefix: code, name: known.name || name }, trx)
  return opened.id
}

async function knownAccount(siteId: number, code: string, trx: Transaction): Promise<Known> {
  if (!/^[1-9]\d{2,11}$/.test(code)) throw refusal('Introduzca una cuenta de 3 a 12 cifras.')
  const known = await row<Known>(
    `select a.id, a.is_postable, a.active, a.name, a.currency, s.base_currency, a.subledger <> 'none' as has_party,
            exists (select 1 from bank_accounts b where b.ledger_account_id = a.id) or exists (select 1 from virtual_accounts v where v.ledger_account_id = a.id) as is_money
       from ledger_accounts a join sites s on s.id = a.site_id where a.site_id = :siteId and a.code = :code`,
    { siteId, code },
    trx
  )
  if (code.startsWith('57') || known?.isMoney)
    throw refusal('Una cuenta de tesorería no se usa aquí: concilie el traspaso con su otro movimiento.')
  const roles = await rolesOfCode(siteId, code.padEnd(codeLengthMax, '0'), trx)
  if (known?.hasParty || roles.some((role) => itemRoles.has(role)))
    throw refusal(`La cuenta ${code} se lleva por partidas: concilie el movimiento con la suya.`)
  if (known?.isPostable && known.currency !== known.baseCurrency)
    throw refusal(`La cuenta ${code} está en ${known.currency}: use una en ${known.baseCurrency}.`)
  if (known?.isPostable && known.active) return known
  if (known?.isPostable === false && code.length <= 4) return known
  throw refusal(
    known ? `La cuenta ${code} no admite apuntes.` : `La cuenta ${code} no existe en el plan de la empresa.`
  )
}

const refusal = (message: string) => new DomainError('E_ACCOUNT', message, { field: 'account_code' })
