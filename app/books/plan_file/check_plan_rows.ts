import type { PlanFileRow } from '#app/books/plan_file/read_plan_row'
import { foldText } from '#app/kernel/text/similarity'
import type { NewSubaccount } from '#app/ledger/actions/open_subaccounts'

/** What a company has: the width of its numbers, the nodes of its plan and its accounts. */
export type KnownPlan = { width: number; nodes: ReadonlySet<string>; accounts: ReadonlySet<string> }

export type RowProblem = { line: number; message: string }
export type CheckedRows = {
  accounts: (NewSubaccount & { line: number; parent: string })[]
  problems: RowProblem[]
}

const NAME_MIN = 2
const NAME_MAX = 120
const PARENT_DIGITS_MIN = 3

/** Which rows of a file are accounts that a company may open, and what is wrong with the others. */
export function checkPlanRows(rows: readonly PlanFileRow[], plan: KnownPlan): CheckedRows {
  const checked: CheckedRows = { accounts: [], problems: [] }
  const lineOf = new Map<string, number>()
  for (const row of rows) {
    const code = wholeCode(row.code, plan.width)
    const problem = problemOf({ ...row, code }, plan) ?? repeatedAt(lineOf.get(code), code)
    if (problem === null) {
      lineOf.set(code, row.line)
      checked.accounts.push({
        line: row.line,
        code,
        name: row.name,
        parent: parentOf(code, plan.nodes),
        reconcilable: yesOrNo(row.reconcilable) ?? null,
      })
    } else checked.problems.push({ line: row.line, message: problem })
  }
  return checked
}

const repeatedAt = (line: number | undefined, code: string): string | null =>
  line === undefined ? null : `La cuenta ${code} está repetida: ya aparece en la fila ${line}.`

function problemOf(
  { code, name, parent, reconcilable }: Omit<PlanFileRow, 'line'>,
  plan: KnownPlan
): string | null {
  if (name.length < NAME_MIN || name.length > NAME_MAX)
    return `El nombre de la cuenta ${code} debe tener entre ${NAME_MIN} y ${NAME_MAX} caracteres.`
  if (reconcilable !== '' && yesOrNo(reconcilable) === undefined)
    return `«${reconcilable}» no dice si la cuenta ${code} es conciliable: escriba sí o no.`
  if (parent !== '' && !plan.nodes.has(parent))
    return `La cuenta padre ${parent} no está en el plan de la empresa.`
  return codeProblem(code, parent, plan)
}

/** What is wrong with a new number, or null. `parent` is the node it was meant for, empty where nobody says. */
export function codeProblem(
  code: string,
  parent: string,
  { width, nodes, accounts }: KnownPlan
): string | null {
  if (!/^[1-9]\d*$/.test(code)) return `«${code}» no es un número de cuenta.`
  if (!code.startsWith(parent)) return `La cuenta ${code} debe empezar por ${parent}.`
  if (code.length !== width) return `La cuenta ${code} debe tener ${width} cifras.`
  if (accounts.has(code)) return `La cuenta ${code} ya existe en la empresa.`
  const found = parentOf(code, nodes)
  if (found.length < PARENT_DIGITS_MIN)
    return `La cuenta ${code} debe empezar por una cuenta de al menos tres cifras del plan.`
  return null
}

/** The lowest node that begins a number; empty where none does. */
function parentOf(code: string, nodes: ReadonlySet<string>): string {
  for (let length = code.length - 1; length > 0; length--)
    if (nodes.has(code.slice(0, length))) return code.slice(0, length)
  return ''
}

/** A number as accountants shorten it: "430.15" is 43000015 where numbers have eight digits. */
export function wholeCode(code: string, width: number): string {
  const parts = /^([1-9]\d*)[.,](\d+)$/.exec(code)
  if (!parts) return code
  const [, head = '', tail = ''] = parts
  return head.length + tail.length > width ? code : head + tail.padStart(width - head.length, '0')
}

const YES = ['si', 's', 'true', 'verdadero', '1', 'x', 'yes', 'y']
const NO = ['no', 'n', 'false', 'falso', '0']

function yesOrNo(text: string): boolean | null | undefined {
  const folded = foldText(text)
  if (folded === '') return null
  if (YES.includes(folded)) return true
  return NO.includes(folded) ? false : undefined
}
