import type { BillingFrequency } from '#app/contracts/calendar/expected_periods'
import type { CapPeriod, ContractKind, Indexation } from '#app/contracts/contract_labels'
import type { ContractStatus } from '#app/contracts/workflows/contract_workflow'
import type { Currency } from '#app/kernel/money/currency'
import { addDays, type CalendarDate } from '#app/kernel/time/calendar_date'
import { ProviderContractSchema } from '#database/schema'

export default class ProviderContract extends ProviderContractSchema {
  static override table = 'provider_contracts'

  declare status: ContractStatus
  declare kind: ContractKind
  declare siteIds: number[]
  declare currency: Currency
  declare billingFrequency: BillingFrequency
  declare capPeriod: CapPeriod
  declare indexation: Indexation
  declare signedOn: CalendarDate | null
  declare startsOn: CalendarDate
  declare endsOn: CalendarDate | null
  declare endedOn: CalendarDate | null
  declare suspendedOn: CalendarDate | null
  declare indexBaseMonth: CalendarDate | null
  declare lastIndexedOn: CalendarDate | null
  declare guaranteeUntil: CalendarDate | null

  get isAmendment(): boolean {
    return this.parentContractId !== null
  }

  /** The last day on which notice can be given; null for a contract without an end. */
  get noticeUntil(): CalendarDate | null {
    return this.endsOn === null ? null : addDays(this.endsOn, -this.noticeDays)
  }
}
