import type { Actor } from '#app/audit/record_event'
import { DomainError } from '#app/kernel/domain_error'
import { inTransaction, oneRow, row, type Transaction } from '#app/kernel/sql'
import { ensureAccount } from '#app/ledger/actions/ensure_account'
import { postEntry } from '#app/ledger/actions/post_entry'
import { refuseDone } from '#app/reconciliation/actions/accept_match'
import { lockLine, nextVersion, postingDay, refuseForeign } from '#app/reconciliation/actions/lock_line'
import { insertMatches, moveLine } from '#app/reconciliation/actions/write_match'
import { bankDirectPosting } from '#app/reconciliation/postings/bank_match_posting'

type Input = { lineId: number; accountCode: string; description: string; actor: Actor }

/**
 * "Nuevo asiento": posts what is left of a movement straight to an account, a fee to 626 for example. Throws at
 * `account_code` for an account that is not in the plan or is money itself (group 57).
 */
export async function bookDirect({ lineId, accountCode, description, actor }: Input): Promise<void> {
  await inTransaction(async (trx) => {
    const locked = await lockLine(lineId, trx)
    const { line, account } = locked
    refuseDone(locked)
    refuseForeign(account, line)
    const accountId = await findCounterAccount(account.siteId, accountCode, description, trx)
    const { entryId } = await postEntry(
      bankDirectPosting({
        lineId,
        event: 'direct',
        version: await nextVersion(lineId, trx),
        siteId: account.siteId,
        postedOn: await postingDay(account.siteId, line.bookedOn, trx),
        text: description,
        bankLedgerAccountId: account.ledgerAccountId,
        accountId,
        amountMinor: line.amountMinor,
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
    await moveLine(locked, 'book', actor, trx, { reason: description })
  })
}

/** An account of the plan: its whole number, or three or four digits for the first account under them. */
async function findCounterAccount(
  siteId: number,
  code: string,
  name: string,
  trx: Transaction
): Promise<number> {
  if (!/^[1-9]\d{2,11}$/.test(code)) throw refusal('Introduzca una cuenta de 3 a 12 cifras.')
  if (code.startsWith('57'))
    throw refusal('Una cuenta de tesorería no se usa aquí: concilie el traspaso con su otro movimiento.')
  const known = await row<{ id: number; isPostable: boolean; active: boolean; name: string }>(
    `select id, is_postable, active, name from ledger_accounts where site_id = :siteId and code = :code`,
    { siteId, code },
    trx
  )
  if (known?.isPostable && known.active) return known.id
  if (known?.isPostable === false && code.length <= 4) {
    const opened = await ensureAccount({ siteId, prefix: code, name: known.name || name }, trx)
    return opened.id
  }
  throw refusal(
    known ? `La cuenta ${code} no admite apuntes.` : `La cuenta ${code} no existe en el plan de la empresa.`
  )
}

const refusal = (message: string) => new DomainError('E_ACCOUNT', message, { field: 'account_code' })
