import { allowsAccount } from '#app/accounts/queries/account_scope'
import { rows } from '#app/kernel/database/sql'
import { lastFour } from '#app/kernel/identifiers/iban'
import type { MoneyJson } from '#app/kernel/money/money'
import { today } from '#app/kernel/time/calendar_date'
import { earliestExecution, executionDay } from '#app/payments/orders/checks/execution_day'

/** One account in the preview of a release: what is chosen of it, and what it would have left. */
export type AccountPreview = {
  id: number
  name: string
  iban: string
  payments: number
  total: MoneyJson
  available: MoneyJson
  after: MoneyJson
  /** The first day on which its bank would move them. */
  earliestOn: string
  cutOff: string
  canPay: boolean
}

type Found = {
  id: number
  name: string
  iban: string | null
  currency: string
  payments: number
  totalMinor: number
  reservedMinor: number
  availableMinor: number
  cutOff: string
  canPay: boolean
}

/** What each account charged by these payments has now and afterwards, in its currency; what they have reserved already counts once, and what a fund pays was not available before. */
export async function previewPayments(orderIds: number[], userId: number): Promise<AccountPreview[]> {
  const found = await rows<Found>(
    `select b.id, b.name, b.iban, b.currency, o.payments, o.total_minor, o.reserved_minor, p.available_minor, coalesce(f.cut_off, '15:00') as cut_off,
        ${allowsAccount('pay', 'b.id', ':userId::bigint')} as can_pay
       from (select w.debtor_account_id, count(*)::int as payments, sum(coalesce(w.charge_minor, w.amount_minor))::bigint as total_minor,
                    coalesce(sum(case when w.debtor_virtual_account_id is null then h.amount_minor else coalesce(w.charge_minor, w.amount_minor) end), 0)::bigint as reserved_minor
               from payment_orders w left join account_holds h on h.document_type = 'payment_order' and h.document_id = w.id and h.released_at is null and h.kind = 'hard'
              where w.id = any(:orderIds::bigint[]) and w.status in ('draft', 'buffered', 'approved') group by 1) o
       join bank_accounts b on b.id = o.debtor_account_id join bank_account_positions p on p.bank_account_id = b.id
       left join bank_profiles f on f.id = b.bank_profile_id order by b.name, b.id`,
    { orderIds, userId }
  )
  return found.map((account) => {
    const money = (minor: number): MoneyJson => ({ minor, currency: account.currency })
    return {
      id: account.id,
      name: account.name,
      iban: account.iban ? `•••• ${lastFour(account.iban)}` : '',
      payments: account.payments,
      total: money(account.totalMinor),
      available: money(account.availableMinor),
      after: money(account.availableMinor + account.reservedMinor - account.totalMinor),
      earliestOn: executionDay(today(), earliestExecution({ cutOff: account.cutOff, speed: 'normal' })),
      cutOff: account.cutOff.slice(0, 5),
      canPay: account.canPay,
    }
  })
}
