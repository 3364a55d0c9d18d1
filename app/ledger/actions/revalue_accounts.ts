import { type Actor, recordEvent } from '#app/audit/record_event'
import { inTransaction, oneRow, rows, type Transaction } from '#app/kernel/database/sql'
import type { CalendarDate } from '#app/kernel/time/calendar_date'
import { exchangeAccount } from '#app/ledger/actions/exchange_account'
import { type PostedEntry, postEntry } from '#app/ledger/actions/post_entry'
import type { DraftLine } from '#app/ledger/journal_draft'
import { toBaseMinor } from '#app/ledger/queries/fx_rates'

type Input = { siteId: number; on: CalendarDate; actor: Actor }

type Balance = {
  accountId: number
  code: string
  currency: string
  baseCurrency: string
  amountMinor: number
  baseMinor: number
}

/**
 * Brings every account in another currency to what it is worth on a day: the difference goes to 668 or 768 (PGC, NRV
 * 11ª 1.1). Gives the entry, or null when all are worth what the book says. Throws E_NO_RATE where a currency has no
 * rate on the day.
 */
export function revalueAccounts({ siteId, on, actor }: Input): Promise<PostedEntry | null> {
  return inTransaction(async (trx) => {
    // One at a time for a company: two together would both post the same difference.
    await oneRow(`select id from sites where id = :siteId for no key update`, { siteId }, trx)
    const differences = await listDifferences(siteId, on, trx)
    if (differences.length === 0) return null
    const lines: DraftLine[] = []
    for (const { accountId, currency, differenceMinor, code } of differences) {
      lines.push({ accountId, currency, amountMinor: 0, baseMinor: differenceMinor })
      lines.push(await counterLine(siteId, code, differenceMinor, trx))
    }
    const { n } = await oneRow<{ n: number }>(
      `select count(*)::int as n from journal_entries where site_id = :siteId and kind = 'fx.revaluation' and posted_on = :on`,
      { siteId, on },
      trx
    )
    const entry = await postEntry(
      {
        siteId,
        postedOn: on,
        journal: 'diversos',
        kind: 'fx.revaluation',
        idempotencyKey: `site:${siteId}:fx_revaluation_${on}:${n + 1}`,
        description: 'Diferencias de cambio',
        sourceType: 'site',
        sourceId: siteId,
        createdBy: actor.userId,
        lines,
      },
      trx
    )
    await recordEvent(
      { actor, objectType: 'site_periods', objectId: siteId, siteId, event: 'fx.revalued', to: on },
      trx
    )
    return entry
  })
}

async function listDifferences(siteId: number, on: CalendarDate, trx: Transaction) {
  const balances = await rows<Balance>(
    `select a.id as account_id, a.code, a.currency, s.base_currency, sum(l.amount_minor)::bigint as amount_minor, sum(l.base_minor)::bigint as base_minor
       from ledger_accounts a join sites s on s.id = a.site_id and s.base_currency <> a.currency
       join journal_lines l on l.account_id = a.id and l.posted_on <= :on
      where a.site_id = :siteId group by a.id, s.base_currency order by a.code`,
    { siteId, on },
    trx
  )
  const differences: (Balance & { differenceMinor: number })[] = []
  for (const balance of balances) {
    const worth = balance.amountMinor === 0 ? 0 : await toBaseMinor({ ...balance, day: on }, trx)
    const differenceMinor = worth - balance.baseMinor
    if (differenceMinor !== 0) differences.push({ ...balance, differenceMinor })
  }
  return differences
}

async function counterLine(
  siteId: number,
  code: string,
  differenceMinor: number,
  trx: Transaction
): Promise<DraftLine> {
  const accountId = await exchangeAccount(siteId, differenceMinor > 0 ? 'gain' : 'loss', trx)
  return { accountId, amountMinor: -differenceMinor, memo: `Diferencia de cambio de ${code}` }
}
