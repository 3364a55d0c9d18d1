import { allowsAccount } from '#app/accounts/queries/account_scope'
import { type Client, rows } from '#app/kernel/database/sql'
import { addDays, type CalendarDate } from '#app/kernel/time/calendar_date'
import type { MatchAccount } from '#app/reconciliation/queries/match_account'
import { candidatesMax, type Probe } from '#app/reconciliation/queries/probe'
import { transferDaysMax } from '#app/reconciliation/scoring/index_pool'
import type { Candidate } from '#app/reconciliation/scoring/match_types'

type Transfer = { id: number; amountMinor: number; bookedOn: CalendarDate; name: string; rawText: string }

/** Open movements of the company's other accounts that one of these may be the other side of (00 §7 c), of accounts that the viewer may see and reconcile. */
export async function loadTransfers(
  { id, siteId, currency }: MatchAccount,
  { window, amounts }: Probe,
  client?: Client,
  viewerId: number | null = null
): Promise<Candidate[]> {
  const found = await rows<Transfer>(
    `select l.id, l.amount_minor, l.booked_on, b.name, l.raw_text
       from bank_accounts b join bank_statement_lines l on l.bank_account_id = b.id and l.status in ('pending', 'suggested') and l.booked_on between :from and :to
      where b.site_id = :siteId and b.id <> :id and b.currency = :currency and l.amount_minor = any(:opposite::bigint[])
        and ${allowsAccount('reconcile', 'b.id', ':viewerId::bigint')}
      order by l.booked_on, l.id limit ${candidatesMax}`,
    {
      id,
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
    amountMinor: -transfer.amountMinor,
    dueOn: transfer.bookedOn,
    party: null,
    partyName: null,
    partyIbans: [],
    ownReferences: [],
    documentNumbers: [],
    knownFeeMinor: null,
    label: `Traspaso con ${transfer.name} · ${transfer.rawText}`.slice(0, 160),
    batch: null,
    foreign: null,
  }))
}
