import type { CalendarDate } from '#app/kernel/time/calendar_date'
import type { JournalDraft } from '#app/ledger/journal_draft'

/** A change of the provision for what a procedure may lose; cents of EUR. */
export type LossToPost = {
  procedureId: number
  /** Which change of it this is, beginning with 1. */
  round: number
  siteId: number
  number: string
  event: 'set' | 'used' | 'released'
  beforeMinor: number
  afterMinor: number
  accounts: {
    /** 142 or 5292 as it stood and as it will. */
    before: number
    after: number
    /** The expense that grows or is made good, or 7952. */
    other: number
  }
  postedOn: CalendarDate
  createdBy: number | null
}

const TEXTS = {
  set: 'Provisión para litigios',
  used: 'Aplicación de la provisión',
  released: 'Exceso de provisión',
} as const

/** `legal_provision.*`: 6xx against 142 or 5292, and back against the same expense or 7952 (PGC, accounts 142, 5292 and 7952). */
export function lossPosting(loss: LossToPost): JournalDraft {
  const { accounts, beforeMinor, afterMinor } = loss
  const balances = new Map<number, number>()
  const add = (accountId: number, minor: number) =>
    balances.set(accountId, (balances.get(accountId) ?? 0) + minor)
  add(accounts.before, beforeMinor)
  add(accounts.after, -afterMinor)
  add(accounts.other, afterMinor - beforeMinor)
  return {
    siteId: loss.siteId,
    postedOn: loss.postedOn,
    journal: 'diversos',
    kind: `legal_provision.${loss.event}`,
    idempotencyKey: `legal_procedure:${loss.procedureId}:provision:${loss.round}`,
    description: `${TEXTS[loss.event]} ${loss.number}`,
    sourceType: 'legal_procedure',
    sourceId: loss.procedureId,
    createdBy: loss.createdBy,
    lines: [...balances]
      .filter(([, amountMinor]) => amountMinor !== 0)
      .map(([accountId, amountMinor]) => ({
        accountId,
        amountMinor,
        documentType: 'legal_procedure',
        documentId: loss.procedureId,
      })),
  }
}
