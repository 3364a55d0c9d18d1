import type { Actor } from '#app/audit/record_event'
import { inTransaction, oneRow, type Transaction } from '#app/kernel/database/sql'
import { DomainError } from '#app/kernel/domain_error'
import type { CalendarDate } from '#app/kernel/time/calendar_date'
import { postEntry } from '#app/ledger/actions/post_entry'
import { toBaseMinor } from '#app/ledger/queries/fx_rates'
import { postingDay } from '#app/ledger/queries/periods'
import { refuseDone } from '#app/reconciliation/actions/accept_match'
import { checkedEntryLines, type EntryLine } from '#app/reconciliation/actions/entry_lines'
import { type LockedMatch, lockLine, nextVersion } from '#app/reconciliation/actions/lock_line'
import { insertMatches, moveLine } from '#app/reconciliation/actions/write_match'
import { bankDirectPosting, type DirectLine, sharesOf } from '#app/reconciliation/postings/direct_posting'

type Input = {
  lineId: number
  accountCode: string
  description: string
  /** The rule that says so, with what it names. */
  rule?: { id: number } & Pick<EntryLine, 'providerId' | 'taxCodeId' | 'centerId'>
  actor: Actor
}

/** Posts what is left of a movement straight to one account, a fee to 626 for example, as `bookLines` does. */
export function bookDirect({ lineId, accountCode, description, rule, actor }: Input): Promise<void> {
  const line: EntryLine = {
    accountCode,
    amountMinor: null,
    memo: null,
    taxCodeId: rule?.taxCodeId ?? null,
    providerId: rule?.providerId ?? null,
    centerId: rule?.centerId ?? null,
  }
  return bookLines({ lineId, description, lines: [line], ruleId: rule?.id ?? null, actor })
}

type Lines = {
  lineId: number
  /** Of the entry, and of its lines that say nothing of their own. */
  description: string
  lines: readonly EntryLine[]
  ruleId?: number | null
  actor: Actor
}

/**
 * "Nuevo asiento": posts what is left of a movement to one account or several, each amount with its tax inside where it
 * names one. The lines add up to what is left. Throws at `lines.N.account_code` for an account that takes no movement, at
 * `lines.N.tax_code_id`, `provider_id` and `center_id` for what is not the company's, and at `lines.N.amount`.
 */
export async function bookLines({ lineId, description, lines, ruleId = null, actor }: Lines): Promise<void> {
  await inTransaction(async (trx) => {
    const locked = await lockLine(lineId, trx)
    const { line, account } = locked
    refuseDone(locked)
    const postedOn = await postingDay(account.siteId, line.bookedOn, trx)
    const checked = await checkedEntryLines({ locked, lines, description, postedOn }, trx)
    const entryId = await post(locked, { lines: checked, text: description, postedOn, actor }, trx)
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
    await moveLine(locked, 'book', actor, trx, { reason: description, ruleId })
  })
}

type Entry = { lines: readonly DirectLine[]; text: string; postedOn: CalendarDate; actor: Actor }

async function post(
  { line, account }: LockedMatch,
  { lines, text, postedOn, actor }: Entry,
  trx: Transaction
): Promise<number> {
  const { amountMinor } = line
  const baseMinor = await toBaseMinor({ ...account, amountMinor, day: postedOn }, trx)
  const nothing = sharesOf({ lines, amountMinor, baseMinor }).indexOf(0)
  if (nothing >= 0)
    throw new DomainError('E_AMOUNT', 'Al cambio del día no llega a un céntimo: júntelo con otra línea.', {
      field: `lines.${nothing}.amount`,
    })
  const draft = bankDirectPosting({
    lineId: line.id,
    event: 'direct',
    version: await nextVersion(line.id, trx),
    siteId: account.siteId,
    bookedOn: line.bookedOn,
    postedOn,
    text,
    bankLedgerAccountId: account.ledgerAccountId,
    lines,
    amountMinor,
    baseMinor,
    currency: account.currency,
    createdBy: actor.userId,
  })
  return (await postEntry(draft, trx)).entryId
}
