import type { DemoSite } from '#app/demo/group/demo_sites'
import type { DemoUsers } from '#app/demo/group/demo_users'
import { rows } from '#app/kernel/database/sql'
import { addDays, addMonths, type CalendarDate } from '#app/kernel/time/calendar_date'
import { orderOccurrences } from '#app/payments/kinds/recurring/order_occurrences'
import { createRecurrent, type RecurrentInput } from '#app/payments/kinds/recurring/save_recurrent'

type Agreement = Pick<RecurrentInput, 'concept' | 'kind' | 'amountMode' | 'amountMinor' | 'frequency'> & {
  inDays: number
}

const AGREEMENTS: Agreement[] = [
  {
    concept: 'Alquiler de las oficinas',
    kind: 'rent',
    amountMode: 'fixed',
    amountMinor: 245_000,
    frequency: 'monthly',
    inDays: 3,
  },
  {
    concept: 'Seguro multirriesgo',
    kind: 'insurance',
    amountMode: 'fixed',
    amountMinor: 184_350,
    frequency: 'quarterly',
    inDays: 20,
  },
  {
    concept: 'Suministro de agua',
    kind: 'utilities',
    amountMode: 'variable',
    amountMinor: null,
    frequency: 'bimonthly',
    inDays: 2,
  },
  {
    concept: 'Mantenimiento de ascensores',
    kind: 'other',
    amountMode: 'from_invoice',
    amountMinor: null,
    frequency: 'monthly',
    inDays: 4,
  },
]

/** Agreements that fall due soon in the first company: their drafts are there, or wait for an amount or an invoice. */
export async function createDemoRecurrents(
  sites: DemoSite[],
  users: DemoUsers,
  day: CalendarDate
): Promise<void> {
  const [site] = sites
  if (!site) return
  const payees = await rows<{ id: number }>(
    `select p.id from providers p where p.status = 'active' and exists (select 1 from provider_banks b where b.provider_id = p.id and b.verification = 'verified' and b.disabled_at is null
       and coalesce(b.payable_from <= now(), true)) order by p.id limit :count`,
    { count: AGREEMENTS.length }
  )
  for (const [index, { inDays, ...agreement }] of AGREEMENTS.entries()) {
    const payee = payees[index % payees.length]
    if (payee)
      await createRecurrent(inputOf(agreement, site.id, payee.id, addDays(day, inDays)), {
        userId: users.senior,
        kind: 'user',
      })
  }
  await orderOccurrences(day)
}

function inputOf(
  agreement: Omit<Agreement, 'inDays'>,
  siteId: number,
  providerId: number,
  next: CalendarDate
): RecurrentInput {
  return {
    ...agreement,
    siteId,
    providerId,
    maxMinor: agreement.amountMode === 'fixed' ? null : 100_000,
    day: Number(next.slice(8)),
    startOn: addMonths(next, -12),
    endOn: null,
    occurrences: null,
    debtorAccountId: null,
    holidayRule: 'next',
    leadDays: 5,
    booking: 'payable',
    expenseAccountId: null,
    revisionMonth: agreement.kind === 'rent' ? 1 : null,
    revisionPercent: agreement.kind === 'rent' ? '2.30' : null,
  }
}
