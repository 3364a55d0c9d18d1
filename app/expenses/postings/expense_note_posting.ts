import { Money } from '#app/kernel/money/money'
import type { CalendarDate } from '#app/kernel/time/calendar_date'
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
  lines: {
    accountId: number
    concept: string
    totalMinor: number
    vatMinor: number
    approvedMinor: number
    /** Where its VAT may be deducted: the tax code and its account. */
    vat: { codeId: number; accountId: number } | null
  }[]
}

/** The VAT of what was approved of a line: in proportion, to the nearest cent (area 29, rule 8). */
export function approvedVat({
  totalMinor,
  vatMinor,
  approvedMinor,
}: Pick<NoteToPost['lines'][number], 'totalMinor' | 'vatMinor' | 'approvedMinor'>): number {
  if (vatMinor === 0 || approvedMinor === 0) return 0
  return Money.of(vatMinor).timesRational(approvedMinor, totalMinor, 'half_away_from_zero').minor
}

/**
 * The entry of an approved expense note (area 00 §6): cost line by line and the VAT that whole invoices in the company's
 * name let it deduct, against what is owed to the employee (4651) or the supplier. What was not approved is not posted.
 */
export function expenseNotePosting(note: NoteToPost): JournalDraft {
  const party = {
    counterpartyType: note.claimant.type,
    counterpartyId: note.claimant.id,
    documentType: 'expense_note',
    documentId: note.id,
  }
  const lines: DraftLine[] = []
  const taxes = new Map<number, DraftLine>()
  for (const line of note.lines) {
    if (line.approvedMinor === 0) continue
    const vatMinor = line.vat ? approvedVat(line) : 0
    lines.push({
      accountId: line.accountId,
      amountMinor: line.approvedMinor - vatMinor,
      memo: line.concept.slice(0, 250),
      ...party,
    })
    if (line.vat && vatMinor !== 0)
      addTax(taxes, line.vat, vatMinor, line.approvedMinor - vatMinor, note.vatPeriod, party)
  }
  const owed = note.lines.reduce((sum, { approvedMinor }) => sum + approvedMinor, 0)
  return {
    siteId: note.siteId,
    postedOn: note.postedOn,
    journal: 'compras',
    kind: 'expense_note.approve',
    idempotencyKey: `expense_note:${note.id}:approve:${note.version}`,
    description: `Nota de gastos ${note.number} de ${note.claimantName}`.slice(0, 250),
    sourceType: 'expense_note',
    sourceId: note.id,
    createdBy: note.createdBy,
    lines: [
      ...lines,
      ...taxes.values(),
      {
        accountId: note.payableAccountId,
        amountMinor: -owed,
        memo: `Nota de gastos ${note.number}`,
        ...party,
      },
    ],
  }
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
