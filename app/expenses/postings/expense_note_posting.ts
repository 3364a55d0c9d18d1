import { Money } from '#app/kernel/money/money'
import type { CalendarDate } from '#app/kernel/time/calendar_date'
import type { BookDraft } from '#app/ledger/actions/post_books'
import type { DraftLine, JournalDraft } from '#app/ledger/journal_draft'

/** What the posting of an expense note needs, every account already found. Cents of the euro. */
export type NoteToPost = {
  id: number
  number: string
  version: number
  siteId: number
  claimantName: string
  claimant: { type: 'employee' | 'provider'; id: number }
  postedOn: CalendarDate
  vatPeriod: string
  payableAccountId: number
  createdBy: number | null
  lines: NoteLineToPost[]
  /** Lines that other companies bear, each company with its own. */
  others?: NoteOfOther[]
}

export type NoteLineToPost = {
  accountId: number
  concept: string
  totalMinor: number
  vatMinor: number
  approvedMinor: number
  /** Where its VAT may be deducted: the tax code and its account. */
  vat: { codeId: number; accountId: number } | null
}

export type NoteOfOther = {
  siteId: number
  vatPeriod: string
  /** What it owes the company that pays the note, in the book of that one. */
  owedAccountId: number
  /** The same in its own book. */
  owingAccountId: number
  lines: NoteLineToPost[]
}

/** The VAT of what was approved of a line: in proportion, to the nearest cent (area 29, rule 8). */
export function approvedVat({
  totalMinor,
  vatMinor,
  approvedMinor,
}: Pick<NoteLineToPost, 'totalMinor' | 'vatMinor' | 'approvedMinor'>): number {
  if (vatMinor === 0 || approvedMinor === 0) return 0
  return Money.of(vatMinor).timesRational(approvedMinor, totalMinor, 'half_away_from_zero').minor
}

/**
 * The entry of an approved expense note (area 00 §6): cost line by line and the VAT that whole invoices in the company's
 * name let it deduct, against what is owed to the employee (4651) or the supplier. What other companies bear is owed by them. What
 * was not approved is not posted.
 */
export function expenseNotePosting(note: NoteToPost): JournalDraft {
  const party = partyOf(note)
  const others = note.others ?? []
  const owed = approvedOf([...note.lines, ...others.flatMap(({ lines }) => lines)])
  return {
    siteId: note.siteId,
    postedOn: note.postedOn,
    journal: 'compras',
    kind: 'expense_note.approve',
    idempotencyKey: `expense_note:${note.id}:approve:${note.version}`,
    description: textOf(note),
    sourceType: 'expense_note',
    sourceId: note.id,
    createdBy: note.createdBy,
    lines: [
      ...costLines(note.lines, note.vatPeriod, party),
      ...others.flatMap((other) =>
        owedLine(note, other.owedAccountId, other.siteId, approvedOf(other.lines))
      ),
      {
        accountId: note.payableAccountId,
        amountMinor: -owed,
        memo: `Nota de gastos ${note.number}`,
        ...party,
      },
    ],
  }
}

/** What the book of another company gets of a note: its lines, with the VAT that it deducts, owed to the company that pays it. */
export function otherCompanyBook(note: NoteToPost, other: NoteOfOther): BookDraft {
  return {
    siteId: other.siteId,
    journal: 'compras',
    kind: 'expense_note.approve',
    description: textOf(note),
    lines: [
      ...costLines(other.lines, other.vatPeriod, partyOf(note)),
      ...owedLine(note, other.owingAccountId, note.siteId, -approvedOf(other.lines)),
    ],
  }
}

const textOf = ({ number, claimantName }: NoteToPost) =>
  `Nota de gastos ${number} de ${claimantName}`.slice(0, 250)

const approvedOf = (lines: readonly NoteLineToPost[]) =>
  lines.reduce((sum, { approvedMinor }) => sum + approvedMinor, 0)

const partyOf = (note: NoteToPost) => ({
  counterpartyType: note.claimant.type,
  counterpartyId: note.claimant.id,
  documentType: 'expense_note',
  documentId: note.id,
})

const owedLine = (
  note: NoteToPost,
  accountId: number,
  partnerId: number,
  amountMinor: number
): DraftLine[] =>
  amountMinor === 0
    ? []
    : [
        {
          accountId,
          amountMinor,
          memo: `Nota de gastos ${note.number}`,
          counterpartyType: 'site',
          counterpartyId: partnerId,
          documentType: 'expense_note',
          documentId: note.id,
        },
      ]

/** Each cost, and the VAT that is deducted of all of them by its code. */
function costLines(
  noteLines: readonly NoteLineToPost[],
  vatPeriod: string,
  party: Partial<DraftLine>
): DraftLine[] {
  const lines: DraftLine[] = []
  const taxes = new Map<number, DraftLine>()
  for (const line of noteLines) {
    if (line.approvedMinor === 0) continue
    const vatMinor = line.vat ? approvedVat(line) : 0
    const baseMinor = line.approvedMinor - vatMinor
    lines.push({
      accountId: line.accountId,
      amountMinor: baseMinor,
      memo: line.concept.slice(0, 250),
      ...party,
    })
    if (line.vat && vatMinor !== 0) addTax(taxes, line.vat, vatMinor, baseMinor, vatPeriod, party)
  }
  return [...lines, ...taxes.values()]
}

function addTax(
  taxes: Map<number, DraftLine>,
  { codeId, accountId }: { codeId: number; accountId: number },
  vatMinor: number,
  baseMinor: number,
  vatPeriod: string,
  party: Partial<DraftLine>
): void {
  const known = taxes.get(codeId)
  if (known) {
    known.amountMinor += vatMinor
    known.taxBaseMinor = (known.taxBaseMinor ?? 0) + baseMinor
    return
  }
  taxes.set(codeId, {
    accountId,
    amountMinor: vatMinor,
    taxCodeId: codeId,
    taxBaseMinor: baseMinor,
    vatPeriod,
    ...party,
  })
}
