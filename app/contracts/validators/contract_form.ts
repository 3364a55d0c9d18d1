import type { Infer } from '@vinejs/vine/types'
import type { ContractTerms } from '#app/contracts/contract_terms'
import { readItems } from '#app/contracts/validators/contract_items_form'
import type { createContractValidator } from '#app/contracts/validators/contract_validator'
import { type CalendarDate, calendarDate } from '#app/kernel/time/calendar_date'

type Given = Omit<Infer<typeof createContractValidator>, 'signed' | 'annexes'>

const dayOf = (text: string | null | undefined): CalendarDate | null => (text ? calendarDate(text) : null)
const monthOf = (text: string | null | undefined): CalendarDate | null =>
  text ? calendarDate(`${text}-01`) : null

/** The terms that a form gives. Throws at `items` for a price that cannot be read. */
export function termsOf(given: Given): ContractTerms {
  const startsOn = calendarDate(given.starts_on)
  return {
    providerId: given.provider_id,
    siteIds: [...new Set(given.site_ids)],
    title: given.title,
    kind: given.kind,
    currency: given.currency,
    signedOn: dayOf(given.signed_on),
    startsOn,
    endsOn: dayOf(given.ends_on),
    noticeDays: given.notice_days,
    autoRenew: given.auto_renew ?? false,
    renewalMonths: given.renewal_months,
    billingFrequency: given.billing_frequency,
    expectedDay: given.expected_day ?? null,
    expectedAmountMinor: given.expected_amount ?? null,
    amountTolerancePercent: given.amount_tolerance_percent,
    vatCodeId: given.vat_code_id ?? null,
    withholdingCodeId: given.withholding_code_id ?? null,
    paymentTermsDays: given.payment_terms_days ?? null,
    capMinor: given.cap ?? null,
    capPeriod: given.cap_period,
    indexation: given.indexation,
    indexPercent: given.index_percent?.replace(',', '.') ?? null,
    indexBaseMonth: monthOf(given.index_base_month),
    indexFloor: given.index_floor ?? true,
    depositMinor: given.deposit ?? null,
    guaranteeUntil: dayOf(given.guarantee_until),
    categoryId: given.category_id ?? null,
    profileId: given.profile_id ?? null,
    centerId: given.center_id ?? null,
    ledgerAccountCode: given.ledger_account_code ?? null,
    requiresInvoiceMatch: given.requires_invoice_match ?? false,
    ownerUserId: given.owner_user_id ?? null,
    notes: given.notes ?? null,
    items: readItems(given.items, startsOn),
  }
}

export const monthStart = monthOf
