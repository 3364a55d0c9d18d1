import type { Actor } from '#app/audit/record_event'
import { rows, type Transaction } from '#app/kernel/database/sql'
import { ensureAccount } from '#app/ledger/actions/ensure_account'
import { exchangeAccount } from '#app/ledger/actions/exchange_account'
import { letterLines } from '#app/ledger/actions/letter_lines'
import { postMirrored } from '#app/ledger/actions/post_mirrored'
import { toBaseMinor } from '#app/ledger/queries/fx_rates'
import { postingDay } from '#app/ledger/queries/periods'
import { roleCode } from '#app/ledger/queries/role_account'
import { payDueInstallment } from '#app/loans/payments/pay_due_installment'
import { LOAN_INSTALLMENT } from '#app/loans/payments/post_due_installments'
import { letterPartners } from '#app/reconciliation/actions/lettering/letter_partners'
import { letterWithholdings } from '#app/reconciliation/actions/lettering/letter_withholdings'
import { type LockedMatch, nextVersion } from '#app/reconciliation/actions/lock_line'
import { payInvoices } from '#app/reconciliation/actions/pay_invoices'
import type { ResolvedItem } from '#app/reconciliation/actions/resolve_items'
import type { TakenItem } from '#app/reconciliation/actions/take_from_movement'
import type { NewMatch } from '#app/reconciliation/actions/write_match'
import { type BankMatchToPost, bankMatchPosting } from '#app/reconciliation/postings/bank_match_posting'
import { listWithholdingsDue } from '#app/reconciliation/queries/withholdings_due'

type Input = {
  locked: LockedMatch
  items: readonly TakenItem[]
  writeOffMinor: number
  /** What is given up is what a payment service keeps back: a fee and no difference. */
  isFee: boolean
  actor: Actor
}

/**
 * Posts what a movement settles without a payment of ours (a direct debit, a transfer received), letters each item with
 * its payment and tells the invoices. In another currency the bank's account takes what the movement is worth on its day and
 * the items leave with what the book says of them: the difference goes to 668 or 768 (PGC, NRV 11ª 1.1). Gives the line on the
 * bank's account, to be matched with the movement.
 */
export async function postBankMatch(
  { locked, items, writeOffMinor, isFee, actor }: Input,
  trx: Transaction
): Promise<NewMatch> {
  const { line, account } = locked
  const invoices = items.filter((item) => item.isInvoiceDebt)
  const withholdings = await listWithholdingsDue(account.siteId, invoices, trx)
  await payInvoices(invoices, { paidOn: line.bookedOn, actor }, trx)
  await payInstallments(locked, items, actor, trx)
  const draft = bankMatchPosting({
    lineId: line.id,
    version: await nextVersion(line.id, trx),
    siteId: account.siteId,
    bookedOn: line.bookedOn,
    postedOn: await postingDay(account.siteId, line.bookedOn, trx),
    text: line.rawText,
    bankLedgerAccountId: account.ledgerAccountId,
    currency: account.currency,
    items: items.map((item) => ({
      accountId: item.accountId,
      amountMinor: item.amountMinor,
      currency: item.currency,
      bookMinor: item.bookMinor,
      line: partyOf(item),
    })),
    ...(await worthOfMovement({ locked, items, writeOffMinor, isFee }, trx)),
    withholdings,
    createdBy: actor.userId,
  })
  const { entryId } = await postMirrored(draft, trx)
  const posted = await rows<{ id: number; amountMinor: number }>(
    `select id, amount_minor from journal_lines where entry_id = :entryId order by line_no`,
    { entryId },
    trx
  )
  await letterItems(locked, items, posted, actor, trx)
  await letterPartners(entryId, items, actor, trx)
  await letterWithholdings({ siteId: account.siteId, entryId, withholdings, createdBy: actor.userId }, trx)
  const bankLine = posted[items.length]
  if (!bankLine) throw new Error(`Entry ${entryId} without a bank line`)
  return { journalLineId: bankLine.id, amountMinor: bankLine.amountMinor }
}

/** Instalments of loans of banks that the movement collects: what we owe is negative. */
async function payInstallments(
  { line }: LockedMatch,
  items: readonly TakenItem[],
  actor: Actor,
  trx: Transaction
): Promise<void> {
  for (const { documentType, documentId, amountMinor } of items) {
    if (documentType !== LOAN_INSTALLMENT || documentId === null) continue
    const debited = {
      installmentId: documentId,
      paidMinor: -amountMinor,
      paidOn: line.bookedOn,
      lineId: line.id,
      actor,
    }
    await payDueInstallment(debited, trx)
  }
}

/** What the movement and its differences are in the company's currency, and the accounts that take the differences. */
async function worthOfMovement(
  { locked: { line, account }, items, writeOffMinor, isFee }: Omit<Input, 'actor'>,
  trx: Transaction
): Promise<Pick<BankMatchToPost, 'bank' | 'writeOff' | 'exchange'>> {
  const worth = (amountMinor: number) => toBaseMinor({ ...account, amountMinor, day: line.bookedOn }, trx)
  const movedMinor = items.reduce((sum, item) => sum + item.movedMinor, 0) + writeOffMinor
  const bank = { amountMinor: movedMinor, baseMinor: await worth(movedMinor) }
  const givenUp = writeOffMinor === 0 ? 0 : await worth(writeOffMinor)
  const booked = items.reduce((sum, item) => sum + item.bookMinor, 0)
  // What came in beyond what the book expected is a gain; nothing where all is in the company's own currency.
  const exchangeMinor = bank.baseMinor - givenUp - booked
  return {
    bank,
    writeOff:
      givenUp === 0
        ? null
        : {
            accountId: isFee
              ? await feeAccount(account.siteId, trx)
              : await differenceAccount(account.siteId, givenUp, trx),
            amountMinor: givenUp,
          },
    exchange:
      exchangeMinor === 0
        ? null
        : {
            accountId: await exchangeAccount(account.siteId, exchangeMinor > 0 ? 'gain' : 'loss', trx),
            amountMinor: exchangeMinor,
          },
  }
}

async function letterItems(
  { account }: LockedMatch,
  items: readonly ResolvedItem[],
  posted: { id: number }[],
  actor: Actor,
  trx: Transaction
): Promise<void> {
  for (const [index, item] of items.entries()) {
    const payment = posted[index]
    if (!payment) continue
    const lines = [
      { journalLineId: item.journalLineId, amountMinor: item.amountMinor },
      { journalLineId: payment.id, amountMinor: -item.amountMinor },
    ]
    const status = item.amountMinor === item.openMinor ? 'full' : 'partial'
    await letterLines(
      { siteId: account.siteId, accountId: item.accountId, lines, status, createdBy: actor.userId },
      trx
    )
  }
}

async function feeAccount(siteId: number, trx: Transaction): Promise<number> {
  const prefix = await roleCode(siteId, 'bank_fees', trx)
  return (await ensureAccount({ siteId, prefix }, trx)).id
}

/** A difference that the bank kept is a loss, one that it left us a gain. */
export async function differenceAccount(
  siteId: number,
  writeOffMinor: number,
  trx: Transaction
): Promise<number> {
  const isLoss = writeOffMinor < 0
  const prefix = await roleCode(siteId, isLoss ? 'difference_loss' : 'difference_gain', trx)
  return (await ensureAccount({ siteId, prefix }, trx)).id
}

function partyOf({ counterpartyType, counterpartyId, documentType, documentId }: ResolvedItem) {
  return {
    ...(counterpartyType && counterpartyId ? { counterpartyType, counterpartyId } : {}),
    ...(documentType && documentId ? { documentType, documentId } : {}),
  }
}
