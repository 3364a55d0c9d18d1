import type { SepaCharset } from '#app/kernel/text/sepa_text'
import type { CalendarDate } from '#app/kernel/time/calendar_date'

/** The versions of pain.001 Spanish banks take; which one is a matter of the bank profile. */
export type Pain001Version = '001.001.09' | '001.001.03'

/**
 * Where a party is, as SEPA takes it since 15 November 2026: structured, or hybrid with up to two free lines beside
 * town and country. `country` is ISO 3166-1 alpha-2.
 */
export type PartyAddress = {
  street?: string
  buildingNumber?: string
  postcode?: string
  town: string
  country: string
  lines?: readonly string[]
}

/** One transfer in euros: `amountMinor` in cents, identifiers as they come back in the statement, at most 35 long. */
export type CreditTransfer = {
  /** Our payment order. */
  instructionId: string
  /** Unique for every order: what the statement is reconciled by. */
  endToEndId: string
  amountMinor: number
  creditor: { name: string; iban: string; bic?: string | undefined; address?: PartyAddress | undefined }
  /** Free text, or an RF reference instead of it: never both. */
  remittance?: string | undefined
  rfReference?: string | undefined
  /** Four letters of ISO 20022, such as BEXP for an expense note. */
  purpose?: string | undefined
}

/** The transfers of one debit account, one day and one kind. */
export type CreditTransferBlock = {
  id: string
  /** The address is written, and needed, where a payee's bank is outside the European Economic Area. */
  debtor: { name: string; iban: string; bic?: string | undefined; address?: PartyAddress | undefined }
  executionOn: CalendarDate
  /** True for one movement in the statement, as payroll wants; false for one a transfer. */
  batchBooking: boolean
  /** SALA payroll, SUPP suppliers, TAXS taxes, INTC group, TREA treasury, PENS pensions. */
  categoryPurpose?: string | undefined
  instant?: boolean | undefined
  /** Same-day transfer outside the SEPA scheme. */
  urgent?: boolean | undefined
  transfers: readonly CreditTransfer[]
}

export type CreditTransferFile = {
  version: Pain001Version
  messageId: string
  /** The instant it was made; the file says it on the clock of Madrid. */
  createdAt: Date | string
  /** The sending company; with its NIF when the bank asks for it, and the suffix of its contract (000 unless told). */
  initiator: { name: string; nif?: string | undefined; suffix?: string | undefined }
  blocks: readonly CreditTransferBlock[]
  charset?: SepaCharset | undefined
}

export const nameLengthMax = 70
export const remittanceLengthMax = 140
/** 999,999,999.99 €, the most an SEPA transfer may carry. */
export const transferMinorMax = 99_999_999_999
