import { addDays, type CalendarDate } from '#app/kernel/calendar_date'
import { type Client, rows } from '#app/kernel/sql'
import type { Window } from '#app/reconciliation/queries/load_payments'
import type { MatchAccount } from '#app/reconciliation/queries/match_account'
import type { Candidate } from '#app/reconciliation/scoring/match_types'

/** Days between the two sides of a transfer between own accounts. */
export const transferDaysMax = 5
const transfersMax = 5000

type Transfer = { id: number; amountMinor: number; bookedOn: CalendarDate; name: string; rawText: string }

/** Open movements of the company's other accounts that some open movement of this one may be the other side of (00 §7 c), of accounts that the viewer may see and reconcile. */
export async function loadTransfers(
  { id, siteId, currency }: MatchAccount,
  { from, to }: Window,
  client?: Client,
  viewerId: number | null = null
): Promise<Candidate[]> {
  const found = await rows<Transfer>(
    `select l.id, l.amount_minor, l.booked_on, b.name, l.raw_text
       from bank_accounts b join bank_statement_lines l on l.bank_account_id = b.id and l.status in ('pending', 'suggested') and l.booked_on between :from and :to
      where b.site_id = :siteId and b.id <> :id and b.currency = :currency
        and not exists (select 1 from bank_account_permissions denied where denied.bank_account_id = b.id and denied.user_id = :viewerId and not (denied.can_view and denied.can_reconcile))
        and exists (select 1 from bank_statement_lines mine where mine.bank_account_id = :id and mine.amount_minor = -l.amount_minor
              and mine.status in ('pending', 'suggested') and mine.booked_on between l.booked_on - ${transferDaysMax} and l.booked_on + ${transferDaysMax})
      order by l.booked_on, l.id limit ${transfersMax}`,
    {
      id,
      siteId,
      currency,
      viewerId,
      from: addDays(from, -transferDaysMax),
      to: addDays(to, transferDaysMax),
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
  }))
}
