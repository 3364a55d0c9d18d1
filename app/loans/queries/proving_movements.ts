import { rows } from '#app/kernel/database/sql'
import type { CalendarDate } from '#app/kernel/time/calendar_date'

type Movement = { id: number; bookedOn: CalendarDate; amountMinor: number; rawText: string; account: string }

/** At most twenty charges of a company’s banks that wait for somebody and could be a payment of a loan, the newest first. */
export function provingMovements(
  { siteId, currency }: { siteId: number; currency: string },
  { text, deniedAccountIds }: { text: string; deniedAccountIds: readonly number[] }
): Promise<Movement[]> {
  return rows<Movement>(
    `select l.id, l.booked_on, l.amount_minor, l.raw_text, b.name as account from bank_statement_lines l join bank_accounts b on b.id = l.bank_account_id
      where b.site_id = :siteId and l.amount_minor < 0 and l.currency = :currency and b.id <> all(:denied::bigint[]) and l.status in ('pending', 'suggested')
        and (:text = '' or l.norm_text like '%' || f_unaccent(lower(:text)) || '%' or (abs(l.amount_minor) / 100.0)::numeric(18, 2)::text like replace(:text, ',', '.') || '%')
      order by l.booked_on desc, l.id desc limit 20`,
    { siteId, currency, text, denied: deniedAccountIds }
  )
}
