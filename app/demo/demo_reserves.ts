import type { DemoSite } from '#app/demo/demo_sites'
import type { DemoUsers } from '#app/demo/demo_users'
import { addMonths, type CalendarDate } from '#app/kernel/calendar_date'
import { row } from '#app/kernel/sql'
import { contributeReserves } from '#app/providers/actions/contribute_reserves'
import { saveReserve } from '#app/providers/actions/save_reserve'

/** A supplier of the first company for whom something was set aside in each of the last months. */
export async function createDemoReserves(
  sites: DemoSite[],
  users: DemoUsers,
  day: CalendarDate
): Promise<void> {
  const [site] = sites
  const found = site
    ? await row<{ providerId: number; bankAccountId: number }>(
        `select i.provider_id, b.id as bank_account_id from invoices i join bank_accounts b on b.site_id = i.site_id and b.is_payer_default and b.currency = 'EUR'
           join providers p on p.id = i.provider_id and p.status = 'active' and p.active and p.payment_method = 'transfer'
          where i.site_id = :siteId and i.status = 'booked' and i.outstanding_minor between 10000 and 200000 and i.doc_type <> 'credit_note' and i.currency = 'EUR'
            and exists (select 1 from provider_banks k where k.provider_id = p.id and k.verification = 'verified' and k.disabled_at is null and coalesce(k.payable_from <= now(), true))
          order by i.due_on desc, i.id limit 1`,
        { siteId: site.id }
      )
    : null
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
}
