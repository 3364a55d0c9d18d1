import { shareOut } from '#app/kernel/money/share_out'

/** A cost of a charge as its document names it. */
export type DocumentCost = {
  text: string
  accountCode: string
  categoryId: number | null
  amountMinor: number
}

export type DocumentLine = {
  concept: string
  baseMinor: number
  accountCode: string
  categoryId: number | null
}

/** Beyond so many lines nobody reads them one by one: those of one account are then one line. */
const LINES_MAX = 40
const TEXT_MAX = 480

type Charged = {
  costs: readonly DocumentCost[]
  markupMinor: number
  /** «5 %». */
  markupText: string
  /** Of the target, where it is another than that of the cost. */
  expenseAccount: string | null
}

/**
 * The lines of what a charge becomes: a cost a line with its account, or an account a line, and the margin spread over them,
 * since it is part of what the other company spends. They add up to base and margin; what comes to nothing has no line.
 */
export function documentLines({ costs, markupMinor, markupText, expenseAccount }: Charged): DocumentLine[] {
  const told = costs.length <= LINES_MAX ? costs : byAccount(costs)
  const weights = told.map(({ amountMinor }) => BigInt(Math.abs(amountMinor)))
  const margins =
    markupMinor === 0
      ? told.map(() => 0)
      : shareOut(BigInt(markupMinor), weights).map((minor) => Number(minor))
  return told
    .map(({ text, accountCode, categoryId, amountMinor }, place) => ({
      concept: `${text.slice(0, TEXT_MAX)}${markupMinor === 0 ? '' : ` (con margen del ${markupText})`}`,
      baseMinor: amountMinor + (margins[place] ?? 0),
      accountCode: plainCode(expenseAccount ?? accountCode),
      categoryId,
    }))
    .filter(({ baseMinor }) => baseMinor !== 0)
}

function byAccount(costs: readonly DocumentCost[]): DocumentCost[] {
  const groups = Map.groupBy(costs, ({ accountCode, categoryId }) => `${accountCode}|${categoryId}`)
  return [...groups.values()].flatMap((group) => {
    const [first] = group
    if (!first) return []
    return [
      {
        ...first,
        text: `${group.length} gastos de la cuenta ${first.accountCode}`,
        amountMinor: group.reduce((sum, { amountMinor }) => sum + amountMinor, 0),
      },
    ]
  })
}

/** An account without the zeros that fill it up: each company has them in its own length. */
export const plainCode = (code: string): string => code.slice(0, 3) + code.slice(3).replace(/0+$/, '')
