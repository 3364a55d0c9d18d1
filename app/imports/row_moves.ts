import type { DecisivePlaces } from '#app/imports/tables/decisive_columns'
import { directionReader } from '#app/imports/tables/direction_words'
import { rowState } from '#app/imports/tables/row_states'
import type { TableRow } from '#app/imports/tables/table_row'
import { foldText } from '#app/kernel/text/similarity'

/** Rows of money that has moved (`past`: only what happened counts) or is to move (`due`: what was paid or called off does not). */
export type Moves = 'past' | 'due'

/** What the columns that nobody mapped say of a row: that it is none of the import's, and what must be seen or known of it. */
export type MoveVerdict = { leftOut: string | null; errors: string[]; warnings: string[] }

type Table = { body: readonly TableRow[]; decisive: DecisivePlaces }

/** What is still to be paid, and what was paid or called off, whatever stands before it («vencida y pagada»), but for «no pagada». */
const NOT_YET =
  /^(pend|pdte|por pagar|a pagar|vencid|vence|sin pagar|impagad|no pagad|unpaid|open|offen|due|program|scheduled|previst|aprobad|approved)/
const OVER =
  /\b(?<!\b(?:no|sin|por|not|not yet) )(pagad|paid|cobrad|liquidad|settled|completad|completed|ejecutad|executed|realizad|abonad|compensad|transferid|domiciliad|anulad|anular|cancelad|cancelled|void)/
const IN_PART = /\b(parcial|partial|en parte|in part)/

/** Reads the columns of states, directions and fees of a table for an import of payments, row by row. */
export function moveReader({ body, decisive }: Table, moves: Moves): (row: TableRow) => MoveVerdict {
  const cellAt = ({ cells }: TableRow, place: number | undefined) => (cells[place ?? -1] ?? '').trim()
  const words = body.map((row) => cellAt(row, decisive.sign))
  const directionOf = directionReader(words, decisive.signName ?? '')
  return (row) => {
    const verdict: MoveVerdict = { leftOut: null, errors: [], warnings: [] }
    const state = cellAt(row, decisive.state)
    if (state !== '') judgeState(state, moves, verdict)
    const word = cellAt(row, decisive.sign)
    if (decisive.sign !== undefined && verdict.leftOut === null) {
      const direction = directionOf(word)
      if (direction === 'credit') verdict.leftOut = word
      if (direction === null)
        verdict.errors.push(`No se sabe si «${word.slice(0, 30)}» es un pago o un cobro.`)
    }
    const fee = cellAt(row, decisive.fee)
    if (/[1-9]/.test(fee))
      verdict.warnings.push(`La comisión «${fee.slice(0, 30)}» no se importa: el importe va sin ella.`)
    return verdict
  }
}

function judgeState(state: string, moves: Moves, verdict: MoveVerdict): void {
  const said = rowState(state)
  const text = foldText(state)
  const isOff = said === 'not_done' || said === 'came_back'
  const isOver = OVER.test(text)
  const isDue = NOT_YET.test(text) && !isOver
  if (moves === 'due' && isOver && IN_PART.test(text))
    verdict.errors.push(`El estado «${state.slice(0, 30)}» no dice cuánto queda por pagar.`)
  else if (moves === 'past' ? isOff : !isDue && (isOff || isOver)) verdict.leftOut = state
  else if (moves === 'past' ? said === 'unknown' : !isDue)
    verdict.warnings.push(`El estado «${state.slice(0, 30)}» no se conoce: compruebe la fila.`)
}
