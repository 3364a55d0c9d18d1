import type { Actor } from '#app/audit/record_event'
import type { Transaction } from '#app/kernel/database/sql'
import type { MoneyJson } from '#app/kernel/money/money'
import { port } from '#app/kernel/port'
import type { Tone } from '#app/kernel/workflow'

/** What a company bears of what was approved of a note, in cents. */
export type NoteShare = { siteId: number; amountMinor: number }

/** As what it reaches the other companies. */
export type RebillingTerms = { settingId: number | null; treatment: string | null; vatCodeId: number | null }

export type MarkedNote = {
  id: number
  /** Who pays it. */
  siteId: number
  /** «NG-2026-0012 de Lucía Romero». */
  name: string
  /** What was approved of what that company bears itself. */
  approvedMinor: number
  shares: readonly NoteShare[]
  terms: RebillingTerms
}

type Option = { value: string; label: string }
export type RebillingChoices = { rules: Option[]; treatments: Option[]; taxes: Option[] }
export type NoteCharge = {
  id: number
  number: string
  site: string
  status: { label: string; tone: Tone }
  total: MoneyJson
}

/** Who charges notes on to other companies. */
export type NoteRebilling = {
  choices: (siteId: number) => Promise<RebillingChoices>
  /** How a rule of the company shares an amount out. */
  byRule: (
    asked: { settingId: number; siteId: number; amountMinor: number },
    trx: Transaction
  ) => Promise<NoteShare[]>
  /** Makes the charges of a marked note, in the transaction of its mark. Throws at `shares`, `treatment`, `vat_code_id`. */
  charge: (marked: MarkedNote, actor: Actor, trx: Transaction) => Promise<void>
  isCharged: (noteId: number, trx: Transaction) => Promise<boolean>
  /** What was charged on of a note, for the people of these companies. */
  listed: (noteId: number, siteIds: number[] | 'all') => Promise<NoteCharge[]>
}

export const noteRebilling = port<NoteRebilling>('how notes are charged on to other companies')
