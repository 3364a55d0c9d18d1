import type { DemoUsers } from '#app/demo/group/demo_users'
import { row } from '#app/kernel/database/sql'
import { addMonths, type CalendarDate } from '#app/kernel/time/calendar_date'
import { payFromFund } from '#app/payments/kinds/supplier/pay_from_fund'
import { contributeReserves } from '#app/providers/actions/contribute_reserves'
import { saveReserve } from '#app/providers/actions/save_reserve'

/** A supplier for whom something was set aside in each of the last months, and an invoice that is to be paid out of it. */
export async function createDemoReserves(users: DemoUsers, day: CalendarDate): Promise<void> {
  const found = await row<{
    invoiceId: number
    outstandingMinor: number
    providerId: number
    bankAccountId: number
  }>(
    `select i.id as invoice_id, i.outstanding_minor, i.provider_id, b.id as bank_account_id from invoices i join bank_accounts b on b.site_id = i.site_id and b.is_payer_default and b.currency = 'EUR'
       join providers p on p.id = i.provider_id and p.status = 'active' and p.active and p.payment_method = 'transfer'
      where i.status = 'booked' and i.payment_state = 'unpaid' and i.open_alarms = 0 and i.outstanding_minor between 5000 and 180000 and i.doc_type <> 'credit_note' and i.currency = 'EUR'
        and exists (select 1 from provider_banks k where k.provider_id = p.id and k.verification = 'verified' and k.disabled_at is null and coalesce(k.payable_from <= now(), true))
      order by i.due_on desc, i.id limit 1`
  )
  if (!found) return
  await saveReserve(
    found.providerId,
    {
      isEnabled: true,
      targetMinor: 300_000,
      monthlyMinor: 45_000,
      day: 1,
      bankAccountId: found.bankAccountId,
    },
    { userId: users.senior, kind: 'user' }
  )
  for (const months of [3, 2, 1, 0])
    await contributeReserves(addMonths(`${day.slice(0, 8)}01` as CalendarDate, -months))
  await payFromFund(
    { invoiceId: found.invoiceId, amountMinor: found.outstandingMinor, executionDate: null },
    { userId: users.accountant, kind: 'user' }
  )
}
