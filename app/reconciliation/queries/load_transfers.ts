import { allowsAccount } from '#app/accounts/queries/account_scope'
import { type Client, rows } from '#app/kernel/database/sql'
import { addDays, type CalendarDate } from '#app/kernel/time/calendar_date'
import type { MatchAccount } from '#app/reconciliation/queries/match_account'
import { candidatesMax, type Probe } from '#app/reconciliation/queries/probe'
import { transferDaysMax } from '#app/reconciliation/scoring/index_pool'
import type { Candidate } from '#app/reconciliation/scoring/match_types'

type Transfer = {
  id: number
  /** What the movement of the account that asks would be. */
  amountMinor: number
  bookedOn: CalendarDate
  name: string
  rawText: string
  isExchange: boolean
}

/** Other sides of exchanges that a provider tells as such, in whatever currency. */
const EXCHANGES = `
     select l.id, own.amount_minor, l.booked_on, b.name, l.raw_text, true as is_exchange
       from bank_statement_lines own join provider_transactions t on t.bank_statement_line_id = own.id join provider_transactions o on o.id = t.counterpart_id
       join bank_statement_lines l on l.id = o.bank_statement_line_id and l.status in ('pending', 'suggested') join bank_accounts b on b.id = l.bank_account_id
      where own.bank_account_id = :id and own.status in ('pending', 'suggested') and own.booked_on between :from and :to and own.amount_minor = any(:amounts::bigint[])
        and b.site_id = :siteId and b.currency <> :currency and ${allowsAccount('reconcile', 'b.id', ':viewerId::bigint')}`

/** Open movements of the company's other accounts that one of these may be the other side of (00 §7 c), of accounts that the viewer may see and reconcile. */
export async function loadTransfers(
  { id, siteId, currency }: MatchAccount,
  { window, amounts }: Probe,
  client?: Client,
  viewerId: number | null = null
): Promise<Candidate[]> {
  const found = await rows<Transfer>(
    `select l.id, -l.amount_minor as amount_minor, l.booked_on, b.name, l.raw_text, false as is_exchange
       from bank_accounts b join bank_statement_lines l on l.bank_account_id = b.id and l.status in ('pending', 'suggested') and l.booked_on between :from and :to
      where b.site_id = :siteId and b.id <> :id and b.currency = :currency and l.amount_minor = any(:opposite::bigint[])
        and ${allowsAccount('reconcile', 'b.id', ':viewerId::bigint')}
     union all ${EXCHANGES}
      order by booked_on, id limit ${candidatesMax}`,
    {
      id,
      amounts,
      siteId,
      currency,
      viewerId,
      opposite: amounts.map((amount) => -amount),
      from: addDays(window.from, -transferDaysMax),
      to: addDays(window.to, transferDaysMax),
    },
    client
  )
  return found.map((transfer) => ({
    key: `transfer:${transfer.id}`,
    kind: 'own_transfer',
    journalLineId: null,
    otherLineId: transfer.id,
    amountMinor: transfer.amountMinor,
    dueOn: transfer.bookedOn,
    party: null,
    partyName: null,
    partyIbans: [],
    ownReferences: [],
    documentNumbers: [],
    knownFeeMinor: null,
    label:
      `${transfer.isExchange ? 'Cambio de divisa' : 'Traspaso'} con ${transfer.name} · ${transfer.rawText}`.slice(
        0,
        160
      ),
    batch: null,
    foreign: null,
  }))
}
