import { readFile, stat } from 'node:fs/promises'
import path from 'node:path'
import { billedCompanies, mayMistakeParties } from '#app/invoices/commands/billed_companies'
import { toPrediction } from '#app/invoices/commands/prediction_line'
import { isDomainError } from '#app/kernel/domain_error'
import { alarmsOfInvoice } from '#app/reading/alarms_of_invoice'
import { ReadingChild } from '#app/reading/read_in_child'
import type { ReadingContext, ReadResult } from '#app/reading/reading_types'

const childrenMax = 2
const bytesMax = 25 * 1024 * 1024

const USAGE = `Uso: invoices:extract ARCHIVO… --jsonl [--context empresas.json]

Una línea JSON por archivo. Importes en céntimos. Los de un abono (credit_note) llevan en \`fields\` el signo que imprime el
documento, también \`amountDue\`; \`payable\` es lo que hay que pagar en cualquier formato: positivo se paga al proveedor, negativo lo
devuelve el proveedor, 0 no queda nada, null si no es una factura. \`alarms\` dice lo que debe mirar una persona.
`

/** What was read of a file, without its words, or why it was not. */
type Extracted = { name: string; result: ReadResult } | { name: string; error: string }

/**
 * `invoices:extract FILE… --jsonl [--context own.json]`: one JSON object a line on standard output for each file, in
 * the order given; what went wrong on standard error. Without a context the companies that the files are addressed to are taken for
 * the group's own, and what may have been mistaken without knowing them is read again. Gives 0 when every file gave a line, 2
 * without files; `--help` says what the line holds. Two files are read at a time, each in a process of its own that is killed after 120 seconds.
 */
export async function extractInvoicesCommand(args: string[]): Promise<number> {
  if (args.includes('--help') || args.includes('-h')) {
    process.stdout.write(USAGE)
    return 0
  }
  const { files, contextFile } = parseArguments(args)
  if (files.length === 0) {
    process.stderr.write(USAGE)
    return 2
  }
  const context = contextFile ? await readContext(contextFile) : undefined
  const extracted = await extractAll(files, context)
  const known = context ? extracted : await knowingTheGroup(files, extracted)
  for (const one of known) process.stdout.write(`${JSON.stringify(lineOf(one))}\n`)
  return 0
}

/** The files in their order, two at a time. */
async function extractAll(
  files: readonly string[],
  context: ReadingContext | undefined
): Promise<Extracted[]> {
  const extracted: Extracted[] = []
  let next = 0
  const work = async (child: ReadingChild) => {
    while (next < files.length) {
      const index = next
      next += 1
      extracted[index] = await extractOne(files[index] ?? '', child, context)
    }
    child.close()
  }
  const count = Math.min(childrenMax, files.length)
  await Promise.all(Array.from({ length: count }, () => work(new ReadingChild())))
  return extracted
}

async function knowingTheGroup(
  files: readonly string[],
  extracted: readonly Extracted[]
): Promise<Extracted[]> {
  const ownCompanies = billedCompanies(
    extracted.flatMap((one) => ('result' in one ? one.result.invoices : []))
  )
  const isDoubtful = (one: Extracted) =>
    'result' in one &&
    one.result.kind !== 'xml' &&
    one.result.invoices.some((invoice) => mayMistakeParties(invoice, ownCompanies))
  const doubtful =
    ownCompanies.length === 0
      ? []
      : [...extracted.keys()].filter((at) => isDoubtful(extracted[at] as Extracted))
  const again = await extractAll(
    doubtful.map((at) => files[at] ?? ''),
    { ownCompanies }
  )
  return extracted.map((one, at) => again[doubtful.indexOf(at)] ?? one)
}

function lineOf(extracted: Extracted): object {
  const { name } = extracted
  if ('error' in extracted) return { file: name, error: extracted.error }
  const { result } = extracted
  const [invoice, ...others] = result.invoices
  if (!invoice) return { file: name, error: 'El archivo no contiene ninguna factura.' }
  const line = { ...toPrediction(name, invoice), kind: result.kind, alarms: alarmsOfInvoice(result, 0) }
  return others.length === 0 ? line : { ...line, others: others.map((one) => toPrediction(name, one)) }
}

async function extractOne(
  file: string,
  child: ReadingChild,
  context: ReadingContext | undefined
): Promise<Extracted> {
  const name = path.basename(file)
  try {
    if ((await stat(file)).size > bytesMax) return { name, error: 'El archivo supera el máximo de 25 MB.' }
    const options = { fileName: name, ...(context ? { context } : {}) }
    const result = await child.read(await readFile(file), options)
    return { name, result: { ...result, pages: [], markdown: '' } }
  } catch (error) {
    const message = isDomainError(error) ? error.message : 'No se ha podido abrir el archivo.'
    process.stderr.write(
      `${name}: ${isDomainError(error) ? String(error.cause ?? message) : String(error)}\n`
    )
    return { name, error: message }
  }
}

function parseArguments(args: string[]): { files: string[]; contextFile: string | null } {
  const at = args.indexOf('--context')
  const contextFile = at >= 0 ? (args[at + 1] ?? null) : null
  return {
    files: args.filter((arg, index) => !arg.startsWith('--') && !(at >= 0 && index === at + 1)),
    contextFile,
  }
}

async function readContext(file: string): Promise<ReadingContext> {
  const content: unknown = JSON.parse(await readFile(file, 'utf8'))
  if (
    typeof content !== 'object' ||
    content === null ||
    !('ownCompanies' in content) ||
    !Array.isArray(content.ownCompanies)
  ) {
    throw new Error(`${file}: falta "ownCompanies"`)
  }
  return content as ReadingContext
}
