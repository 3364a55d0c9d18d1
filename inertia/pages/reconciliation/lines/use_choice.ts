import { useState } from 'react'
import { decimalText, parseAmount } from '#app/kernel/money/amount_text'
import { divideRounded } from '#app/kernel/money/rational'
import type { MoneyValue } from '~/kit/money'
import type { Proposal, ProposedItem, SelectedLine } from './line_types'

/** An item that was chosen, with the text of the part of it that counts: an amount without sign. */
export type ChosenItem = { item: ProposedItem; text: string }

const plain = ({ minor, currency }: ProposedItem['amount']) => decimalText(Math.abs(minor), currency)

/** The best proposal is chosen from the start when it is good and exact; anything else waits for somebody. */
function firstChoice({ proposals }: SelectedLine): ChosenItem[] {
  const [best] = proposals
  return best?.isSuggested && best.isExact ? chosenOf(best) : []
}

const chosenOf = ({ items }: Proposal): ChosenItem[] =>
  items.map((item) => ({ item, text: plain(item.amount) }))

/** What is matched with the movement, and whether it adds up. Amounts in cents, signed as the bank shows them. */
export function useChoice(line: SelectedLine) {
  const [chosen, setChosen] = useState<ChosenItem[]>(() => firstChoice(line))
  const items = chosen.map(({ item, text }) => ({ item, minor: signedMinor(item, text) }))
  const ownMinor = items.reduce((sum, { item, minor }) => sum + (item.foreign ? 0 : (minor ?? 0)), 0)
  const exchange = exchangeOf(items, line.rest.minor - ownMinor)
  // Items in another currency are paid with what the others leave of the movement.
  const sumMinor = exchange ? line.rest.minor : ownMinor
  const transfer = chosen.find(({ item }) => item.otherLineId !== null)?.item ?? null
  const feeMinor = feeOf(items)
  const isWhole = items.every(({ minor }) => minor !== null && minor !== 0)

  return {
    chosen,
    sumMinor,
    exchange,
    gapMinor: line.rest.minor - sumMinor,
    transfer,
    /** What the payment service is known to keep back of what is chosen, where that is just the difference. */
    feeMinor: feeMinor !== null && line.rest.minor - sumMinor === -feeMinor ? feeMinor : null,
    /** Whether the difference is small enough to be given up. */
    isWithin: (tolerance: MoneyValue) =>
      chosen.length > 0 &&
      sumMinor !== line.rest.minor &&
      Math.abs(line.rest.minor - sumMinor) <= tolerance.minor,
    isUsable: chosen.length > 0 && isWhole && (transfer === null || chosen.length === 1),
    has: (key: string) => chosen.some(({ item }) => item.key === key),
    /** Takes a proposal as it is. */
    take: (proposal: Proposal) => setChosen(chosenOf(proposal)),
    /** Adds the items of a proposal to what is chosen, or takes them away. */
    toggle(proposal: Proposal) {
      const keys = new Set(proposal.items.map((item) => item.key))
      const others = chosen.filter(({ item }) => !keys.has(item.key))
      setChosen(others.length < chosen.length ? others : [...chosen, ...chosenOf(proposal)])
    },
    change: (key: string, text: string) =>
      setChosen(chosen.map((one) => (one.item.key === key ? { ...one, text } : one))),
    payload: (writeOff: boolean, isFee: boolean) =>
      transfer
        ? { otherLineId: transfer.otherLineId }
        : {
            items: items.map(({ item, minor }) => ({
              journalLineId: item.journalLineId,
              amountMinor: minor,
            })),
            writeOff,
            fee: isFee,
          },
  }
}

type Part = { item: ProposedItem; minor: number | null }

/** Of whole items only: a fee of a part is not known. */
function feeOf(items: readonly Part[]): number | null {
  const fees = items.map(({ item, minor }) => (minor === item.amount.minor ? item.knownFeeMinor : null))
  if (fees.length === 0 || fees.includes(null)) return null
  return fees.reduce<number>((sum, fee) => sum + (fee ?? 0), 0)
}

/** Of items in another currency: what of the movement pays them, what that is worth on its day and what the book expected. */
function exchangeOf(items: readonly Part[], paidMinor: number) {
  const foreign = items.flatMap(({ item, minor }) =>
    item.foreign && minor !== null ? [{ ...item.foreign, minor, wholeMinor: item.amount.minor }] : []
  )
  const [first] = foreign
  if (!first) return null
  return {
    paidMinor,
    worthMinor: foreign.reduce((sum, { worth, ...part }) => sum + shareOf(worth.minor, part), 0),
    bookMinor: foreign.reduce((sum, { book, ...part }) => sum + shareOf(book.minor, part), 0),
    bookCurrency: first.book.currency,
  }
}

const shareOf = (ofWhole: number, { minor, wholeMinor }: { minor: number; wholeMinor: number }) =>
  Number(divideRounded(BigInt(ofWhole) * BigInt(minor), BigInt(wholeMinor), 'half_away_from_zero'))

export type Choice = ReturnType<typeof useChoice>

function signedMinor(item: ProposedItem, text: string): number | null {
  const minor = parseAmount(text, item.amount.currency)
  return minor === null ? null : Math.sign(item.amount.minor) * Math.abs(minor)
}
