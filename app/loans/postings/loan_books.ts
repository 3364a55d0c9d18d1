import type { Transaction } from '#app/kernel/database/sql'
import type { BookDraft } from '#app/ledger/actions/post_books'
import type { DraftLine } from '#app/ledger/journal_draft'
import {
  debtLine,
  type LoanPart,
  type LoanParties,
  type LoanSide,
  roleLine,
} from '#app/loans/postings/loan_lines'

/**
 * What changes of a debt, in cents: principal and accrued interest that are owed more (+) or less (−), interest that the
 * result takes, fees and withholding that are paid with it.
 */
export type LoanChange = {
  long: number
  short: number
  interest: number
  expense: number
  fee: number
  withholding: number
}

export const NO_CHANGE: LoanChange = { long: 0, short: 0, interest: 0, expense: 0, fee: 0, withholding: 0 }

/** The lines that take the money of each side: its bank, or what waits for it. Null where no money moves. */
export type CashSides = { lender: CashLine | null; borrower: CashLine | null }
export type CashLine = Omit<DraftLine, 'amountMinor'>

type Operation = {
  loan: LoanParties
  change: LoanChange
  cash?: CashSides
  kind: string
  description: string
}

/** What the borrower gets in money for a change; negative is what it pays. */
const cashOf = ({ long, short, interest, expense, fee, withholding }: LoanChange): number =>
  long + short + interest - expense - fee + withholding

/**
 * The entries of a change of a loan, one a company; of a loan of a bank that of the borrower alone. Each balances: what the
 * one owes more the other has to receive, and the money is what lies between.
 */
export async function loanBooks(operation: Operation, trx: Transaction): Promise<BookDraft[]> {
  const { loan } = operation
  const borrower = await bookOf(operation, 'borrower', loan.borrowerSiteId, trx)
  if (loan.lenderSiteId === null) return [borrower]
  return [await bookOf(operation, 'lender', loan.lenderSiteId, trx), borrower]
}

async function bookOf(
  { loan, change, cash, kind, description }: Operation,
  side: LoanSide,
  siteId: number,
  trx: Transaction
): Promise<BookDraft> {
  const lines = await changeLines({ loan, change, side, siteId }, trx)
  const cashMinor = cashOf(change)
  const signed = side === 'lender' ? -cashMinor : cashMinor
  if (cashMinor !== 0) lines.push({ ...cashSide(cash, side), amountMinor: signed })
  return { siteId, journal: 'prestamos', kind, description, lines }
}

type SideOfChange = { loan: LoanParties; change: LoanChange; side: LoanSide; siteId: number }

/** The lines of a change in the book of a side, but for its money. */
export async function changeLines(
  { loan, change, side, siteId }: SideOfChange,
  trx: Transaction
): Promise<DraftLine[]> {
  // The lender has to receive what the borrower owes: every line is the other way round.
  const sign = side === 'lender' ? 1 : -1
  const lines: DraftLine[] = []
  for (const part of ['long', 'short', 'interest'] as const satisfies readonly LoanPart[]) {
    if (change[part] !== 0)
      lines.push(await debtLine(loan, { side, part, amountMinor: sign * change[part] }, trx))
  }
  return [...lines, ...(await resultLines({ loan, change }, side, siteId, trx))]
}

async function resultLines(
  { loan, change }: Pick<Operation, 'loan' | 'change'>,
  side: LoanSide,
  siteId: number,
  trx: Transaction
): Promise<DraftLine[]> {
  const isBank = loan.lenderSiteId === null
  const sign = side === 'lender' ? -1 : 1
  const interestRole =
    side === 'lender' ? 'interest_income' : isBank ? 'bank_interest_expense' : 'interest_expense'
  const lines: DraftLine[] = []
  const add = async (role: Parameters<typeof roleLine>[0]['role'], amountMinor: number, memo: string) => {
    if (amountMinor !== 0) lines.push(await roleLine({ siteId, role, amountMinor, memo }, loan, trx))
  }
  await add(interestRole, sign * change.expense, `Intereses ${loan.number}`)
  await add(isBank ? 'bank_fees' : interestRole, sign * change.fee, `Comisión ${loan.number}`)
  await add(
    side === 'lender' ? 'tax_prepaid' : 'withholding_payable',
    -sign * change.withholding,
    `Retención ${loan.number}`
  )
  return lines
}

function cashSide(cash: CashSides | undefined, side: LoanSide): CashLine {
  const line = cash?.[side]
  if (!line) throw new Error(`Money moves and nobody says where it is: ${side}`)
  return line
}
