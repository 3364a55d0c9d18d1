import type { CalendarDate } from '#app/kernel/time/calendar_date'

/** What is known of a movement; `amountMinor` is what of it is still to be matched, signed, negative a charge. */
export type LineFacts = {
  id: number
  amountMinor: number
  currency: string
  bookedOn: CalendarDate
  normText: string
  endToEndId: string | null
  counterpartyName: string | null
  counterpartyIban: string | null
  /** The bank says that money comes back: its code, its mark or a reason. */
  isReturn?: boolean
}

/** Whom an item is with: `provider:12`, `employee:3`, `site:1`. */
export type PartyKey = string

/**
 * `in_transit` a sent payment; `posted` a line already on the bank's ledger account; `own_transfer` a movement of another
 * account; `returned_payment` a payment that the bank gives back, under the line of its charge.
 */
export type CandidateKind = 'in_transit' | 'posted' | 'open_item' | 'own_transfer' | 'returned_payment'

/** Something a movement may be. `amountMinor` has the sign the bank would show. */
export type Candidate = {
  key: string
  kind: CandidateKind
  /** The line in the books, or null for a movement of another account, which `otherLineId` names. */
  journalLineId: number | null
  otherLineId: number | null
  amountMinor: number
  dueOn: CalendarDate
  party: PartyKey | null
  partyName: string | null
  /** Verified bank details of the party. */
  partyIbans: readonly string[]
  /** References we gave the payment ourselves: finding one is certain. */
  ownReferences: readonly string[]
  /** The document's number, as written and normalised. */
  documentNumbers: readonly string[]
  /** What the payment service is known to keep back, or null. */
  knownFeeMinor: number | null
  label: string
  batch: { id: number; references: readonly string[] } | null
  /** An item in another currency than the movement; `amountMinor` is then what it is worth at the rate of the day. */
  foreign: ForeignItem | null
}

/** What is open of an item in its own currency, and what the book says that it is worth in the company's. Minor units. */
export type ForeignItem = { currency: string; minor: number; bookMinor: number }

/** What scoring knows beside the two of them. */
export type ScoreContext = {
  /** `sites.max_writeoff_minor`. */
  toleranceMinor: number
  /** Owners of IBANs, several where a provider exists twice. */
  ibanOwners: ReadonlyMap<string, readonly PartyKey[]>
  /** Skeleton of a text -> party -> how many times they were matched. */
  learned: ReadonlyMap<string, ReadonlyMap<PartyKey, number>>
}

export type ScorePart = { label: string; points: number }

export type Score = {
  /** 0 to 100, what is shown and compared with the thresholds. */
  score: number
  /** The plain sum, which tells two good candidates apart. */
  sum: number
  parts: ScorePart[]
  isExact: boolean
  /** A reference of ours was found. */
  isCertain: boolean
  /** Something names the party: its IBAN or its name. */
  hasParty: boolean
  /** The IBAN is somebody else's. */
  isContradicted: boolean
}

/** Why a match was made, kept with it. */
export type Evidence = Pick<Score, 'score' | 'parts'>
