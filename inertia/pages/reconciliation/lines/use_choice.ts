import { useState } from 'react'
import { decimalText, parseAmount } from '#app/kernel/amount_text'
import type { Proposal, ProposedItem, SelectedLine } from './line_types'

/** An item that was chosen, with the text of the part of it that counts: an amount without sign. */
export type ChosenItem = { item: ProposedItem; text: string }

const plain = ({ minor, currency }: ProposedItem['amount']) => decimalText(Math.abs(minor), currency)

/** The best proposal is chosen from the start when it is good and exact; anything else waits for somebody. */
function firstChoice({ proposals }: SelectedLine): ChosenItem[] {
  const [best] = proposals
  return best?.is_suggested && best.is_exact ? chosenOf(best) : []
}

const chosenOf = ({ items }: Proposal): ChosenItem[] =>
  items.map((item) => ({ item, text: plain(item.amount) }))

/** What is matched with the movement, and whether it adds up. Amounts in cents, signed as the bank shows them. */
export function useChoice(line: SelectedLine) {
  const [chosen, setChosen] = useState<ChosenItem[]>(() => firstChoice(line))
  const items = chosen.map(({ item, text }) => ({ item, minor: signedMinor(item, text) }))
  const sumMinor = items.reduce((sum, { minor }) => sum + (minor ?? 0), 0)
  const transfer = chosen.find(({ item }) => item.other_line_id !== null)?.item ?? null
  const isWhole = items.every(({ minor }) => minor !== null && minor !== 0)

  return {
    chosen,
    sumMinor,
    gapMinor: line.rest.minor - sumMinor,
    transfer,
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
    payload: (writeOff: boolean) =>
      transfer
        ? { other_line_id: transfer.other_line_id }
        : {
            items: items.map(({ item, minor }) => ({
              journal_line_id: item.journal_line_id,
              amount_minor: minor,
            })),
            write_off: writeOff,
          },
  }
}

export type Choice = ReturnType<typeof useChoice>

function signedMinor(item: ProposedItem, text: string): number | null {
  const minor = parseAmount(text, item.amount.currency)
  return minor === null ? null : Math.sign(item.amount.minor) * Math.abs(minor)
}
