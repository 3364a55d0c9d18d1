import { type BillingFrequency, expectedPeriods } from '#app/contracts/calendar/expected_periods'
import { type Client, rows } from '#app/kernel/database/sql'
import { addDays, type CalendarDate } from '#app/kernel/time/calendar_date'

/** An invoice that a contract expects and that has not come. */
export type MissingInvoice = {
  contractId: number
  reference: string
  title: string
  providerId: number
  siteIds: number[]
  currency: string
  periodFrom: CalendarDate
  periodTo: CalendarDate
  expectedOn: CalendarDate
  /** Base expected, in minor units; null when the contract does not say. */
  expectedAmountMinor: number | null
}

type Found = {
  id: number
  reference: string
  title: string
  providerId: number
  siteIds: number[]
  currency: string
  billingFrequency: BillingFrequency
  startsOn: CalendarDate
  lastDay: CalendarDate | null
  expectedDay: number | null
  expectedAmountMinor: number | null
  months: CalendarDate[] | null
}

type Asked = {
  /** Today, or the day as of which it is asked. */
  day: CalendarDate
  /** Suppliers that are asked about; all when absent. */
  providerIds?: readonly number[]
  /** Days that an invoice may be late before it counts as missing (R10: 10). */
  lateDays?: number
  /** How many periods back. */
  periods?: number
}

/**
 * Question of rule R10: what active contracts billed by month, quarter or year should have brought by now and did not, for
 * all contracts at once, the latest period first. An invoice counts for the period that its day of operation lies in.
 */
export async function findMissingInvoices(
  { day, providerIds, lateDays = 10, periods = 6 }: Asked,
  client?: Client
): Promise<MissingInvoice[]> {
  const found = await rows<Found>(
    `select c.id, c.reference, c.title, c.provider_id, c.site_ids, c.currency, c.billing_frequency, c.starts_on, c.ends_on as last_day, c.expected_day,
            c.expected_amount_minor, (select jsonb_agg(distinct date_trunc('month', l.day)::date) from contract_lines l where l.contract_id = c.id) as months
       from provider_contracts c where c.status = 'active' and c.parent_contract_id is null and c.billing_frequency in ('monthly', 'quarterly', 'yearly')
        and c.starts_on <= :day and (:all or c.provider_id = any(:providers::bigint[])) order by c.id`,
    { day, all: providerIds === undefined, providers: [...(providerIds ?? [])] },
    client
  )
  return found.flatMap((contract) => missingOf(contract, addDays(day, -lateDays), periods))
}

function missingOf(contract: Found, dueBy: CalendarDate, periods: number): MissingInvoice[] {
  const { id, reference, title, providerId, siteIds, currency, expectedAmountMinor } = contract
  const schedule = {
    frequency: contract.billingFrequency,
    startsOn: contract.startsOn,
    endsOn: contract.lastDay,
    expectedDay: contract.expectedDay,
  }
  return expectedPeriods(schedule, dueBy, periods)
    .filter(({ from, to, expectedOn }) => {
      const hasCome = contract.months?.some((month) => month >= from && month <= to) ?? false
      return expectedOn <= dueBy && !hasCome
    })
    .reverse()
    .map((period) => ({
      contractId: id,
      reference,
      title,
      providerId,
      siteIds,
      currency,
      periodFrom: period.from,
      periodTo: period.to,
      expectedOn: period.expectedOn,
      expectedAmountMinor,
    }))
}
